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
#include "itkDiscreteCosineTransform.h"
#include "CosineLineTransform.h"
#include "Kernels/ImageLines.h"

namespace itk::device
{
namespace
{
bool
HasOnlySmallFactors(std::size_t length)
{
  for (const std::size_t factor : { 2, 3, 5 })
  {
    while (length % factor == 0)
    {
      length /= factor;
    }
  }
  return length == 1;
}

/** Transforms along each axis that is longer than a pixel. */
template <typename TReal, typename TTransform>
void
ForEachAxis(const ImageView<TReal, 3> & pixels, const ParallelRunner & run, const TTransform & transform)
{
  constexpr std::size_t mostLines = 16;
  for (unsigned int axis = 0; axis < 3; ++axis)
  {
    const std::size_t length = pixels.size[axis];
    if (length > 1)
    {
      const auto ofLines =
        HasOnlySmallFactors(length) ? MakeCosineLineTransformByFFT(length) : MakeCosineLineTransformBySums(length);
      ImageLines<TReal>(pixels, axis)
        .template Transform<double>(
          mostLines, run, [&](double * lines, std::size_t width) { transform(*ofLines, lines, width); });
    }
  }
}
} // namespace

template <typename TReal>
void
ForwardDiscreteCosineTransform(const ImageView<TReal, 3> & pixels, const ParallelRunner & run)
{
  ForEachAxis(pixels, run, [](const CosineLineTransform & ofLines, double * lines, std::size_t width) {
    ofLines.Forward(lines, width);
  });
}

template <typename TReal>
void
InverseDiscreteCosineTransform(const ImageView<TReal, 3> & pixels, const ParallelRunner & run)
{
  ForEachAxis(pixels, run, [](const CosineLineTransform & ofLines, double * lines, std::size_t width) {
    ofLines.Inverse(lines, width);
  });
}

template void
ForwardDiscreteCosineTransform<float>(const ImageView<float, 3> &, const ParallelRunner &);
template void
ForwardDiscreteCosineTransform<double>(const ImageView<double, 3> &, const ParallelRunner &);
template void
InverseDiscreteCosineTransform<float>(const ImageView<float, 3> &, const ParallelRunner &);
template void
InverseDiscreteCosineTransform<double>(const ImageView<double, 3> &, const ParallelRunner &);
} // namespace itk::device
