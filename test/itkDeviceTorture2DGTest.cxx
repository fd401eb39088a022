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

// 10,000 chains in all, with those of itkDeviceTorture3DGTest.cxx.
TEST(DeviceTorture, FloatChainsIn2DEqualTheCPUAtTheFewestTransfers)
{
  itk::DeviceTesting::RunTorture<float, 2>(2000, 1);
}

TEST(DeviceTorture, UInt8ChainsIn2DEqualTheCPUAtTheFewestTransfers)
{
  itk::DeviceTesting::RunTorture<uint8_t, 2>(2000, 100001);
}

TEST(DeviceTorture, UInt16ChainsIn2DEqualTheCPUAtTheFewestTransfers)
{
  itk::DeviceTesting::RunTorture<uint16_t, 2>(2000, 200001);
}
