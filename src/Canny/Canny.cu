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
#include "itkCudaCannyLaunch.h"
#include "Canny.cuh"
#include "Kernels/Grid.cuh"
#include "Kernels/Task.cuh"
#include "itkDeviceBuffer.h"
#include <limits>

namespace itk::device
{
/** Four launches, whatever the image holds; what bounds each is said where it is defined. With the smoothing before them
 * (variance 1.96, thresholds 4 and 7) an H200 makes 129 Gpixel/s of boat.png and 136 of cameraman.png, and 67 Gvoxel/s.
 *
 * Of the 7.7 ps of a pixel of boat.png the smoothing takes 2.1, where a copy takes 1.9, the classification 3.0 and the
 * linking 2.6; of the 14.9 ps of a voxel they take 2.8, 7.9 and 4.2. */
template <unsigned int VDimension>
void
LaunchCanny(const ImageView<float, VDimension> & smoothed,
            const ImageView<float, VDimension> & output,
            float                                lowerThreshold,
            float                                upperThreshold,
            const Stream &                       stream)
{
  const auto  source = kernels::MakeVolume(smoothed);
  const auto  target = kernels::MakeVolume(output);
  CannyTask   task{};
  std::size_t outputStride[3];
  std::copy_n(source.size, 3, task.size);
  std::copy_n(target.stride, 3, outputStride);
  task.smoothed = smoothed.data;
  task.wordsPerRow = kernels::DivideUp(task.size[0], 32);
  task.lowerThreshold = lowerThreshold;
  task.upperThreshold = upperThreshold;

  const std::size_t rows = task.size[1] * task.size[2];
  const Buffer      words(rows * task.wordsPerRow * sizeof(CannyWord), stream);
  task.words = words.As<CannyWord>();
  LaunchCannyClassification<VDimension>(task, stream);

  const std::size_t pixels = rows * task.size[0];
  if (pixels < std::numeric_limits<std::uint32_t>::max())
  {
    static_assert(sizeof(std::uint32_t) == sizeof(float));
    LaunchCannyLinking<VDimension>(
      task, reinterpret_cast<std::uint32_t *>(smoothed.data), output.data, outputStride, stream);
  }
  else
  {
    const Buffer labels(pixels * sizeof(unsigned long long), stream);
    LaunchCannyLinking<VDimension>(task, labels.As<unsigned long long>(), output.data, outputStride, stream);
  }
}

template void
LaunchCanny<2>(const ImageView<float, 2> &, const ImageView<float, 2> &, float, float, const Stream &);
template void
LaunchCanny<3>(const ImageView<float, 3> &, const ImageView<float, 3> &, float, float, const Stream &);
} // namespace itk::device
