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
#include "Cliff.h"
#include "itkFilterCase.h"

namespace
{
/** Update() of every filter of the list, from and to the device, over the sides of its images. */
const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  MeasureBriefly();
  for (const auto & listed : itk::DeviceTesting::GetListedFilters())
  {
    for (const std::size_t side : GetSides(listed.dimension))
    {
      // To make larger images takes the host longer than all that is measured.
      if (GetNumberOfPixels(listed.dimension, side) > std::size_t{ 1 } << 24)
      {
        continue;
      }
      const std::size_t pixels = GetNumberOfPixels(listed.dimension, side);
      Register(
        MakeName("Size/" + listed.name, listed.dimension, "first", "", side), pixels, 0, [=](benchmark::State &) {
          const auto measured = listed.makeOfSide(side);
          if (measured.setInPlace)
          {
            measured.setInPlace(false); // The input is needed again.
          }
          measured.filter->Update();
          if (!measured.getRanOnDevice())
          {
            itkGenericExceptionMacro("It did not run on the device");
          }
          return MedianTimeOnDevice(Stream::OfThisThread(0), [&] { UpdateAgain(*measured.filter); });
        });
    }
  }
});
} // namespace
