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
#include "DiffusionMean.cuh"
#include "Kernels/Border.cuh"
#include "Kernels/Task.cuh"

namespace itk::device
{
namespace
{
using diffusion::Sum;
using kernels::DivideUp;
using kernels::NearestIndex;
using kernels::PointwiseThreads;
using kernels::Volume;

template <unsigned int VDimension>
struct GradientTask
{
  Volume<const float> image;
  double              scale[VDimension];
};

/** Rows that a thread walks down in a tile. */
constexpr int TileRows = 16;

/** A block has every ReduceBlocks-th tile of PointwiseThreads columns; a thread walks down one of them. */
template <unsigned int VDimension>
__global__ void
__launch_bounds__(PointwiseThreads)
  SumSquaredGradients(const __grid_constant__ GradientTask<VDimension> task, Sum * sums)
{
  const auto &         image = task.image;
  const std::ptrdiff_t strips = DivideUp(image.size[0], PointwiseThreads);
  const std::ptrdiff_t segments = DivideUp(image.size[1], TileRows);
  const std::ptrdiff_t tiles = strips * segments * image.size[2];
  double               squares[VDimension]{};
  const auto           add = [&squares](int axis, float before, float after) {
    const double difference = after - before;
    squares[axis] = fma(difference, difference, squares[axis]);
  };
  for (std::ptrdiff_t tile = blockIdx.x; tile < tiles; tile += kernels::ReduceBlocks)
  {
    const std::ptrdiff_t row = tile / strips;
    const std::ptrdiff_t x = (tile - row * strips) * PointwiseThreads + threadIdx.x;
    const std::ptrdiff_t z = row / segments;
    const std::ptrdiff_t firstRow = (row - z * segments) * TileRows;
    if (x >= image.size[0])
    {
      continue;
    }
    const std::ptrdiff_t stride = image.stride[1];
    const std::ptrdiff_t planeBefore = (NearestIndex(z - 1, image.size[2]) - z) * image.stride[2];
    const std::ptrdiff_t planeAfter = (NearestIndex(z + 1, image.size[2]) - z) * image.stride[2];
    const float *        pixel = image.data + x + firstRow * stride + z * image.stride[2];
    const float *        left = pixel - (x > 0 ? 1 : 0);
    const float *        right = pixel + (x + 1 < image.size[0] ? 1 : 0);
    float                above = __ldg(pixel - (firstRow > 0 ? stride : 0));
    float                center = __ldg(pixel);
    const auto           addRow = [&](std::ptrdiff_t toBelow) {
      const float below = __ldg(pixel + toBelow);
      add(0, __ldg(left), __ldg(right));
      add(1, above, below);
      if constexpr (VDimension == 3)
      {
        add(2, __ldg(pixel + planeBefore), __ldg(pixel + planeAfter));
      }
      above = center;
      center = below;
      pixel += stride;
      left += stride;
      right += stride;
    };
    // In the image's last row the pixel below is the row's own.
    const bool isLast = firstRow + TileRows >= image.size[1];
    if (!isLast)
    {
#pragma unroll
      for (int i = 0; i < TileRows; ++i)
      {
        addRow(stride);
      }
      continue;
    }
    for (std::ptrdiff_t y = firstRow; y + 1 < image.size[1]; ++y)
    {
      addRow(stride);
    }
    addRow(0);
  }
  Sum sum{ 0.0 };
#pragma unroll
  for (int axis = 0; axis < static_cast<int>(VDimension); ++axis)
  {
    sum.value += task.scale[axis] * task.scale[axis] * 0.25 * squares[axis];
  }
  const Sum total = kernels::ReduceBlock(sum);
  if (threadIdx.x == 0)
  {
    sums[blockIdx.x] = total;
  }
}

__global__ void
SetConductance(bool isAverageGiven, double average, double conductance, DiffusionState * state)
{
  DiffusionState result{};
  result.averageGradientMagnitudeSquared = isAverageGiven ? average : state->averageGradientMagnitudeSquared;
  diffusion::SetConductance(result, conductance);
  *state = result;
}
} // namespace

/** Bound by memory where the image is beyond the second-level cache: each pixel is read once from it, and its neighbours from
 * the first-level one. */
template <unsigned int VDimension>
void
LaunchDiffusionState(const ImageView<const float, VDimension> & image,
                     const double (&scale)[VDimension],
                     double           conductance,
                     DiffusionState * state,
                     const Stream &   stream)
{
  GradientTask<VDimension> task{};
  task.image = kernels::MakeVolume(image);
  std::copy_n(scale, VDimension, task.scale);
  diffusion::LaunchMean("SumSquaredGradients", SumSquaredGradients<VDimension>, task, conductance, state, stream);
}

void
LaunchDiffusionConductance(const double * average, double conductance, DiffusionState * state, const Stream & stream)
{
  kernels::Launch("SetConductance",
                  SetConductance,
                  { 1, 1 },
                  stream,
                  average != nullptr,
                  average != nullptr ? *average : 0.0,
                  conductance,
                  state);
}

#define ITK_INSTANTIATE(dimension)               \
  template void LaunchDiffusionState<dimension>( \
    const ImageView<const float, dimension> &, const double(&)[dimension], double, DiffusionState *, const Stream &);
ITK_INSTANTIATE(2)
ITK_INSTANTIATE(3)
} // namespace itk::device
