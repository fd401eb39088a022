/*=========================================================================
 *
 *  Copyright The CudaImageFilters Contributors
 *
 *  Licensed under the Apache License, Version 2.0 (the "License");
 *  you may not use this file except in compliance with the License.
 *  You may obtain a copy of the License at
 *
 *         https://www.apache.org/licenses/LICENSE-2.0.txt
 *
 *  Unless required by applicable law or agreed to in writing, software
 *  distributed under the License is distributed on an "AS IS" BASIS,
 *  WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 *  See the License for the specific language governing permissions and
 *  limitations under the License.
 *
 *=========================================================================*/
#include "itkDeviceTorture.h"

TEST(DeviceTorture, FloatChainsIn3DEqualTheCPUAtTheFewestTransfers)
{
  itk::DeviceTesting::RunTorture<float, 3>(2000, 300001);
}

TEST(DeviceTorture, Int16ChainsIn3DEqualTheCPUAtTheFewestTransfers)
{
  itk::DeviceTesting::RunTorture<int16_t, 3>(2000, 400001);
}
