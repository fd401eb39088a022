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
#include "Kernels/Instantiate.h"
#include "Kernels/Pointwise.cuh"
#include "itkHistogramMatchingTable.h"

namespace itk::device
{
namespace
{
template <typename TPixel>
struct HistogramMatching
{
  static constexpr bool IsCostly = true;

  HistogramMatchingTable table;

  __device__ TPixel
  operator()(TPixel pixel) const
  {
    const double value = kernels::ToDouble(pixel);
    int          found = 0;
    while (found < table.numberOfQuantiles && !(value < table.quantiles[found]))
    {
      ++found;
    }
    const auto & line = found == 0                         ? table.below
                        : found == table.numberOfQuantiles ? table.above
                                                           : table.between[found - 1];
    return kernels::CastLikeX86<TPixel>(line.reference + (value - line.source) * line.slope);
  }
};
} // namespace

template <typename TPixel>
void
LaunchHistogramMatching(const PointwiseImages<TPixel, TPixel> & images,
                        const HistogramMatchingTable &          table,
                        const Stream &                          stream)
{
  kernels::RunPointwise(HistogramMatching<TPixel>{ table }, images, stream);
}

#define ITK_INSTANTIATE(type)            \
  template void LaunchHistogramMatching( \
    const PointwiseImages<type, type> &, const HistogramMatchingTable &, const Stream &);
ITK_FOR_EACH_PIXEL_TYPE(ITK_INSTANTIATE)
} // namespace itk::device
