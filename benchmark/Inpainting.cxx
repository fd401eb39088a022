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
#include "BenchmarkLaunch.h"
#include "BenchmarkPixels.h"
#include "itkCudaInpaintingLaunch.h"
#include <array>
#include <random>

namespace
{
using Transform = itk::InpaintingImageFilterEnums::Transform;

/** "Inpainting/2D/float/Windows/2048": 50 iterations by the filter's defaults, 40 % of random pixels missing. The parts of
 * Morphological are written, too. */
template <std::size_t VDimension>
void
RegisterInpainting(const char * name, Transform transform, std::size_t side)
{
  const std::size_t  pixels = GetNumberOfPixels(VDimension, side);
  const unsigned int parts = transform == Transform::Morphological ? 2 : 0;
  const std::size_t  bytes = pixels * (8 + parts * sizeof(float));
  Register(MakeName("Inpainting", VDimension, "float", name, side), pixels, bytes, [=](benchmark::State &) {
    constexpr unsigned int          iterations = 50;
    itk::device::InpaintingSettings settings{};
    settings.transform = transform;
    settings.wavelet = itk::CDFWaveletTransformImageFilterEnums::Wavelet::CDF97;
    settings.cycleSpinning = true;
    settings.seed = 1;
    settings.numberOfIterations = iterations;
    settings.maximumThreshold = -1;
    settings.minimumThreshold = -1;
    std::size_t size[3] = { 1, 1, 1 };
    std::fill_n(size, VDimension, side);
    const auto                stream = Stream::OfThisThread(0);
    ImageRing<float>          input(pixels, 1, stream);
    ImageRing<float>          output(pixels * (1 + parts), 1, stream);
    ImageRing<std::uint8_t>   mask(pixels, 1, stream);
    std::mt19937              random(1);
    std::vector<std::uint8_t> missing(GetRandomPixels<std::uint8_t>().size());
    std::generate(missing.begin(), missing.end(), [&] { return random() % 10 < 4 ? 1 : 0; });
    input.Fill(pixels, GetRandomPixels<float>(), 0, stream);
    mask.Fill(pixels, missing, 0, stream);
    return MedianTimeOnDevice(stream, [&] {
      itk::device::CudaInpainter inpainter(settings, size, 1, stream);
      inpainter.Read(itk::device::CudaInpainter::Source<float>{ input.Get(0), mask.Get(0), nullptr });
      for (unsigned int i = 0; i < iterations; ++i)
      {
        inpainter.Iterate(i, i + 1 == iterations);
      }
      inpainter.Write<float>(input.Get(0), output.Get(0), true);
      for (unsigned int part = 0; part < parts; ++part)
      {
        inpainter.WritePart(part, output.Get(0) + (1 + part) * pixels);
      }
    });
  });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    for (const auto & [name, transform] : { std::pair{ "Windows", Transform::Windows },
                                            std::pair{ "Cosine", Transform::Cosine },
                                            std::pair{ "Wavelet", Transform::Wavelet },
                                            std::pair{ "Morphological", Transform::Morphological } })
    {
      RegisterInpainting<2>(name, transform, 512);
      RegisterInpainting<2>(name, transform, 2048);
      RegisterInpainting<3>(name, transform, 256);
    }
  }
});
} // namespace
