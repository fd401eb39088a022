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
#include "Benchmark.h"
#include "itkDeviceSupports.h"
#ifdef CUDAIMAGEFILTERS_HAS_CUDA
#  include "Device/itkDeviceCheck.h"
#  include <cuda_runtime_api.h>
#endif

namespace
{
void
CopyOnDevice([[maybe_unused]] void *                      output,
             [[maybe_unused]] const void *                input,
             [[maybe_unused]] std::size_t                 bytes,
             [[maybe_unused]] const itk::device::Stream & stream)
{
#ifdef CUDAIMAGEFILTERS_HAS_CUDA
  itk::device::Check(cudaMemcpyAsync(output, input, bytes, cudaMemcpyDeviceToDevice, stream.GetHandle()),
                     "cudaMemcpyAsync on the device");
#endif
}

template <typename TPixel>
void
RegisterPixelType(std::size_t side)
{
  const std::string name = std::string("Copy/") + PixelName<TPixel> + '/' + std::to_string(side);
  Register<TPixel>(name, side * side, [=](benchmark::State &) {
    const auto         stream = itk::device::Stream::OfThisThread(0);
    ImagePairs<TPixel> images(side * side, stream);
    return MedianTime([&](int passes) {
      return TimeOnDevice(passes, stream, [&] {
        images.Next();
        CopyOnDevice(images.GetOutput(), images.GetInput(), side * side * sizeof(TPixel), stream);
      });
    });
  });
}
} // namespace

/** What a filter that reads and writes each pixel once cannot beat. */
void
RegisterCopy()
{
  RegisterPixelType<std::uint8_t>(16384);
  RegisterPixelType<std::uint16_t>(16384);
  RegisterPixelType<float>(16384);
}
