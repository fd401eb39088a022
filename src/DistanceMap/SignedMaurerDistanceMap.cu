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
#include "itkCudaSignedMaurerDistanceMapLaunch.h"
#include "DistanceMap.h"
#include "Kernels/Grid.cuh"
#include "Kernels/Instantiate.h"
#include "itkDeviceBuffer.h"

namespace itk::device
{
/** Bound by the latency of the scan of a line, which is sequential; rows, by bits, take little. Worst in 2D where half of the pixels are of the object: then most of a line's sites go to memory and back. */
template <typename TInput, unsigned int VDimension>
void
LaunchSignedMaurerDistanceMap(const ImageView<const TInput, VDimension> &         input,
                              const ImageView<float, VDimension> &                output,
                              const SignedMaurerDistanceMap<TInput, VDimension> & parameters,
                              const Stream &                                      stream)
{
  using namespace distance;
  ImageSize image{ { 1, 1, 1 } };
  std::copy_n(input.size, VDimension, image.size);
  const std::ptrdiff_t wordsOfRow = kernels::DivideUp(image.size[0], 32);
  const std::size_t    bytes = wordsOfRow * image.GetNumberOfRows() * sizeof(std::uint32_t);
  const Buffer         backgroundBuffer(bytes, stream);
  const Buffer         contourBuffer(bytes, stream);
  const RowsOfBits     background{ backgroundBuffer.As<std::uint32_t>(), wordsOfRow };
  const RowsOfBits     contour{ contourBuffer.As<std::uint32_t>(), wordsOfRow };
  FindBackground(input.data, parameters.backgroundValue, image, background, stream);
  FindContour(background, image, contour, stream);
  MeasureRows(contour, image, parameters.spacing[0], output.data, stream);

  const std::ptrdiff_t layer = image.size[0] * image.size[1];
  for (unsigned int axis = 1; axis < VDimension; ++axis)
  {
    const bool isAxis1 = axis == 1;
    LinesTask  task{};
    task.image = output.data;
    task.linesOfLayer = image.size[0];
    task.lines = image.size[0] * image.size[3 - axis];
    task.layerStride = isAxis1 ? layer : image.size[0];
    task.length = image.size[axis];
    task.stride = isAxis1 ? image.size[0] : layer;
    task.spacing = parameters.spacing[axis];
    task.background = background;
    task.rowsToNextLayer = isAxis1 ? image.size[1] : 1;
    task.rowsToNextPixel = isAxis1 ? 1 : image.size[1];
    task.squared = parameters.squaredDistance;
    task.insideIsPositive = parameters.insideIsPositive;
    MeasureLines(task, axis + 1 == VDimension, stream);
  }
}

#define ITK_INSTANTIATE(pixel, dimension)                                                                          \
  template void LaunchSignedMaurerDistanceMap<pixel, dimension>(const ImageView<const pixel, dimension> &,         \
                                                                const ImageView<float, dimension> &,               \
                                                                const SignedMaurerDistanceMap<pixel, dimension> &, \
                                                                const Stream &);
ITK_FOR_EACH_IMAGE(ITK_INSTANTIATE)
} // namespace itk::device
