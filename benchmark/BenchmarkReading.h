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
#ifndef BenchmarkReading_h
#define BenchmarkReading_h

#include "BenchmarkLaunch.h"
#include "itkDevicePointwiseImages.h"

/** Seconds of one `enqueue(image, size, stream)`, over images of `source` over and over. */
template <typename TPixel, std::size_t VDimension, typename TEnqueue>
double
MeasureReading(std::size_t side, const std::vector<TPixel> & source, const TEnqueue & enqueue)
{
  const auto        stream = Stream::OfThisThread(0);
  const std::size_t pixels = GetNumberOfPixels(VDimension, side);
  ImageRing<TPixel> images(pixels, GetNumberOfTurns(pixels * sizeof(TPixel)), stream);
  images.Fill(pixels, source, 0, stream);
  std::size_t turn = 0;
  return MedianTimeOnDevice(stream, [&] {
    const std::size_t                   size[3]{ side, side, VDimension == 3 ? side : 1 };
    itk::device::PointwiseInput<TPixel> image;
    image.pixels = images.Get(++turn);
    image.stride[0] = 1;
    image.stride[1] = side;
    image.stride[2] = side * side;
    enqueue(image, size, stream);
  });
}

/** Registers a launcher that reads every pixel once and writes next to nothing. */
template <typename TPixel, std::size_t VDimension, typename TEnqueue>
void
RegisterReading(const std::string &         prefix,
                const std::string &         detail,
                std::size_t                 side,
                const std::vector<TPixel> & source,
                const TEnqueue &            enqueue)
{
  const std::size_t pixels = GetNumberOfPixels(VDimension, side);
  Register(MakeName(prefix, VDimension, PixelName<TPixel>, detail, side),
           pixels,
           pixels * sizeof(TPixel),
           [=](benchmark::State &) { return MeasureReading<TPixel, VDimension>(side, source, enqueue); });
}

#endif
