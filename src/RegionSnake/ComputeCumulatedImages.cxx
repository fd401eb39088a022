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
#include "ComputeCumulatedImages.h"
#include "itkMultiThreaderBase.h"
#include <array>
#include <vector>

namespace itk::device
{
namespace
{
/** Adds the second half of the accumulators to the first half until one is left. */
PixelStatistics
Merge(std::array<PixelStatistics, PixelStatistics::NumberOfAccumulators> & accumulators)
{
  for (std::size_t half = accumulators.size() / 2; half > 0; half /= 2)
  {
    for (std::size_t i = 0; i < half; ++i)
    {
      accumulators[i].Add(accumulators[i + half]);
    }
  }
  return accumulators[0];
}

/** The scale of a float image; the same on the host as that of LaunchCumulatedImages. */
PixelScale
ComputeScale(const ImageView<const float, 2> & input, MultiThreaderBase * threader)
{
  using Accumulators = std::array<PixelStatistics, PixelStatistics::NumberOfAccumulators>;
  std::vector<PixelStatistics> rows(input.size[1]);
  threader->ParallelizeArray(
    0,
    input.size[1],
    [&](SizeValueType y) {
      Accumulators        accumulators{};
      const float * const pixels = input.data + y * input.stride[1];
      for (std::size_t x = 0; x < input.size[0]; ++x)
      {
        accumulators[x % accumulators.size()].Add(pixels[x]);
      }
      rows[y] = Merge(accumulators);
    },
    nullptr);
  Accumulators accumulators{};
  for (std::size_t y = 0; y < rows.size(); ++y)
  {
    accumulators[y % accumulators.size()].Add(rows[y]);
  }
  return ChooseScale(Merge(accumulators));
}

} // namespace

template <typename TPixel>
void
ComputeCumulatedImages(const ImageView<const TPixel, 2> & input,
                       const CumulatedImagesView &        output,
                       MultiThreaderBase *                threader)
{
  if constexpr (std::is_integral_v<TPixel>)
  {
    output.summary->scale = PixelEncoder<TPixel>::Scale;
  }
  else
  {
    output.summary->scale = ComputeScale(input, threader);
  }
  const PixelEncoder<TPixel> encode(output.summary->scale);
  std::vector<RegionSums>    totals(input.size[1]);
  threader->ParallelizeArray(
    0,
    input.size[1],
    [&](SizeValueType y) {
      const TPixel * const  pixels = input.data + y * input.stride[1];
      std::uint64_t * const squares = output.squares + y * output.stride;
      totals[y] = output.sums32 != nullptr
                    ? CumulateRow(pixels, input.size[0], encode, output.sums32 + y * output.stride, squares)
                    : CumulateRow(pixels, input.size[0], encode, output.sums64 + y * output.stride, squares);
    },
    nullptr);
  output.summary->total = RegionSums{};
  for (const RegionSums & total : totals)
  {
    output.summary->total += total;
  }
}

#define ITK_COMPUTE_CUMULATED_IMAGES(TPixel)                            \
  template CudaImageFilters_EXPORT void ComputeCumulatedImages<TPixel>( \
    const ImageView<const TPixel, 2> &, const CumulatedImagesView &, MultiThreaderBase *)

ITK_COMPUTE_CUMULATED_IMAGES(std::uint8_t);
ITK_COMPUTE_CUMULATED_IMAGES(std::int16_t);
ITK_COMPUTE_CUMULATED_IMAGES(std::uint16_t);
ITK_COMPUTE_CUMULATED_IMAGES(float);
} // namespace itk::device
