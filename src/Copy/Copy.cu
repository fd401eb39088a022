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
#include "Copy/CopyRows.cuh"
#include "Copy/CopyTransposeCore.h"

namespace itk::device
{
namespace
{
/** Bound by memory, as both sides are read and written in segments of 128 bytes or more. */
template <int VPixelSize>
__global__ void
__launch_bounds__(TransposeTile<VPixelSize>::Threads)
  TransposeKernel(TransposeTask task, unsigned int tilesOfPlane, std::ptrdiff_t firstPlane)
{
  __shared__ std::uint32_t        words[TransposeTile<VPixelSize>::Words];
  const unsigned int              plane = blockIdx.x / tilesOfPlane;
  const TransposeTile<VPixelSize> tile(task, blockIdx.x - plane * tilesOfPlane, firstPlane + plane);
  tile.Load(threadIdx.x, words);
  __syncthreads();
  tile.Store(threadIdx.x, words);
}

template <int VPixelSize>
void
Copy(const CopyTask & task, const Stream & stream)
{
  TransposeTask transpose;
  if (!MakeTransposeTask(task, transpose))
  {
    const CopyAxis & run = task.axes[0];
    if (run.border == CopyBorder::None && run.inputStride == 1 && task.axes[1].size == 1 && task.axes[2].size == 1)
    {
      const auto * const first = static_cast<const unsigned char *>(task.input) + task.inputOffset * VPixelSize;
      const auto         bytes = static_cast<std::size_t>(run.size) * VPixelSize;
      Check(cudaMemcpyAsync(task.output, first, bytes, cudaMemcpyDeviceToDevice, stream.GetHandle()),
            "cudaMemcpyAsync");
      return;
    }
    CopyRows<VPixelSize>(task, stream);
    return;
  }
  using Tile = TransposeTile<VPixelSize>;
  const std::ptrdiff_t tiles = Tile::CountTiles(transpose);
  kernels::ForEachGrid(transpose.size[2], tiles, [&](std::ptrdiff_t first, std::ptrdiff_t count) {
    kernels::Launch("TransposeKernel",
                    TransposeKernel<VPixelSize>,
                    { count * tiles, Tile::Threads },
                    stream,
                    transpose,
                    static_cast<unsigned int>(tiles),
                    first);
  });
}
} // namespace

void
LaunchCopy(const CopyTask & task, const Stream & stream)
{
  if (!ReadsItsInputAlone(task))
  {
    Check(cudaErrorInvalidValue, "a copy from beyond the input");
  }
  const CopyTask simple = Simplify(task);
  switch (simple.pixelSize)
  {
    case 1:
      return Copy<1>(simple, stream);
    case 2:
      return Copy<2>(simple, stream);
    case 4:
      return Copy<4>(simple, stream);
    default:
      Check(cudaErrorInvalidValue, "a copy of pixels of another size than 1, 2 or 4 bytes");
  }
}
} // namespace itk::device
