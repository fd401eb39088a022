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
#include "IsolineDenoisingOnHost.h"
#include "IsolineGroupCore.h"
#include "IsolineTubePlane.h"
#include <algorithm>
#include <mutex>

namespace itk::device
{
namespace
{
using tubes::Interval;
using tubes::Plane;

using Window = float[IsolineGroupWindow * IsolineGroupWindow];
using Blocks = float[IsolineGroupSize][IsolineGroupPixels];

constexpr int MiddleOfWindow = IsolineGroupRadius * IsolineGroupWindow + IsolineGroupRadius;

template <int VLength>
void
TransformForward(float * values, int stride)
{
  float line[VLength];
  for (int i = 0; i < VLength; ++i)
  {
    line[i] = values[i * stride];
  }
  ForwardIsolineTubeTransform(line);
  for (int i = 0; i < VLength; ++i)
  {
    values[i * stride] = line[i];
  }
}

template <int VLength>
void
TransformBack(float * values, int stride)
{
  float line[VLength];
  for (int i = 0; i < VLength; ++i)
  {
    line[i] = values[i * stride];
  }
  InverseIsolineTubeTransform(line);
  for (int i = 0; i < VLength; ++i)
  {
    values[i * stride] = line[i];
  }
}

void
ReadWindow(const Plane<float> & pixels, std::ptrdiff_t x, std::ptrdiff_t y, Window & window)
{
  for (int row = 0; row < IsolineGroupWindow; ++row)
  {
    std::copy_n(pixels.At(x - IsolineGroupRadius, y - IsolineGroupRadius + row),
                IsolineGroupWindow,
                window + row * IsolineGroupWindow);
  }
}

void
ChoosePairs(const Window & guide, int (&chosen)[IsolineGroupPairs])
{
  float differences[NumberOfIsolineGroupDisplacements];
  for (int i = 0; i < NumberOfIsolineGroupDisplacements; ++i)
  {
    differences[i] = GetIsolineGroupDifference(guide + MiddleOfWindow, IsolineGroupWindow, i);
  }
  for (int i = 0; i < NumberOfIsolineGroupDisplacements; ++i)
  {
    const int rank = GetIsolineGroupRank(differences, i);
    if (rank < IsolineGroupPairs)
    {
      chosen[rank] = i;
    }
  }
}

void
TransformGroup(const Window & window, const int (&chosen)[IsolineGroupPairs], Blocks & blocks)
{
  for (int member = 0; member < IsolineGroupSize; ++member)
  {
    const IsolineGroupDisplacement by = GetIsolineGroupMember(chosen[GetIsolineGroupPair(member)], member);
    for (int row = 0; row < IsolineGroupBlock; ++row)
    {
      std::copy_n(window + MiddleOfWindow + (by.y + row) * IsolineGroupWindow + by.x,
                  IsolineGroupBlock,
                  blocks[member] + row * IsolineGroupBlock);
      TransformForward<IsolineGroupBlock>(blocks[member] + row * IsolineGroupBlock, 1);
    }
    for (int column = 0; column < IsolineGroupBlock; ++column)
    {
      TransformForward<IsolineGroupBlock>(blocks[member] + column, IsolineGroupBlock);
    }
  }
  for (int i = 0; i < IsolineGroupPixels; ++i)
  {
    TransformForward<IsolineGroupSize>(blocks[0] + i, IsolineGroupPixels);
  }
}

/** Shrinks the noisy coefficients and transforms them back. Returns the sum of the squared factors. */
float
EstimateGroup(const Blocks & truth, float noise, Blocks & blocks)
{
  float sums[IsolineGroupPixels] = {};
  for (int i = 0; i < IsolineGroupPixels; ++i)
  {
    for (int member = 0; member < IsolineGroupSize; ++member)
    {
      sums[i] += ShrinkIsolineGroupCoefficient(blocks[member][i], truth[member][i], i + member == 0, noise);
    }
    TransformBack<IsolineGroupSize>(blocks[0] + i, IsolineGroupPixels);
  }
  for (int half = IsolineGroupPixels / 2; half > 0; half /= 2)
  {
    for (int i = 0; i < half; ++i)
    {
      sums[i] += sums[i + half];
    }
  }
  for (auto & block : blocks)
  {
    for (int column = 0; column < IsolineGroupBlock; ++column)
    {
      TransformBack<IsolineGroupBlock>(block + column, IsolineGroupBlock);
    }
    for (int row = 0; row < IsolineGroupBlock; ++row)
    {
      TransformBack<IsolineGroupBlock>(block + row * IsolineGroupBlock, 1);
    }
  }
  return sums[0];
}

struct Sums
{
  std::int64_t  changes;
  std::uint32_t weights;
};

/** The sums of some rows of cells, over the pixels that their groups hold. */
void
AddGroup(const Blocks & estimates,
         const Window & pilot,
         const int (&chosen)[IsolineGroupPairs],
         std::ptrdiff_t x,
         std::ptrdiff_t y,
         std::uint32_t  weight,
         float          noiseLevel,
         Plane<Sums> &  sums)
{
  for (int member = 0; member < IsolineGroupSize; ++member)
  {
    const IsolineGroupDisplacement by = GetIsolineGroupMember(chosen[GetIsolineGroupPair(member)], member);
    for (int i = 0; i < IsolineGroupPixels; ++i)
    {
      const int            row = by.y + i / IsolineGroupBlock;
      const int            column = by.x + i % IsolineGroupBlock;
      const std::ptrdiff_t toX = x + column;
      const std::ptrdiff_t toY = y + row;
      if (toX >= sums.where[0].begin && toX < sums.where[0].end && toY >= sums.where[1].begin &&
          toY < sums.where[1].end)
      {
        const float        before = pilot[MiddleOfWindow + row * IsolineGroupWindow + column];
        const std::int64_t change =
          GetIsolineGroupChange(estimates[member][i] * (1.0f / IsolineGroupGain), before, noiseLevel);
        Sums & sum = *sums.At(toX, toY);
        sum.changes += static_cast<std::int64_t>(weight) * change;
        sum.weights += weight;
      }
    }
  }
}

/** A channel over a rectangle, mirrored at the outermost pixels of a slice of `size`, of which `from` holds those from
 * `begin` on. */
Plane<float>
Mirror(const ImageView<const float, 3> & from,
       std::size_t                       channel,
       const std::ptrdiff_t (&begin)[2],
       const std::ptrdiff_t (&size)[2],
       const Interval (&where)[2])
{
  Plane<float> plane(where[0], where[1]);
  for (std::ptrdiff_t y = where[1].begin; y < where[1].end; ++y)
  {
    const std::ptrdiff_t row = (MirrorIsolineIndex(y, size[1]) - begin[1]) * from.stride[1];
    for (std::ptrdiff_t x = where[0].begin; x < where[0].end; ++x)
    {
      *plane.At(x, y) = from.data[row + (MirrorIsolineIndex(x, size[0]) - begin[0]) + channel * from.stride[2]];
    }
  }
  return plane;
}
} // namespace

void
DenoiseByTubesAndGroups(const IsolineHostTask &            task,
                        const std::array<std::size_t, 2> & position,
                        const IsolineRowRunner &           run)
{
  Interval         rectangle[2];
  Interval         margin[2];
  IsolineTubeCells cells[2];
  std::ptrdiff_t   around[2];
  std::ptrdiff_t   size[2];
  std::size_t      sizes[3] = { 0, 0, task.input.size[2] };
  for (int axis = 0; axis < 2; ++axis)
  {
    const auto begin = static_cast<std::ptrdiff_t>(task.offset[axis]);
    const auto end = begin + static_cast<std::ptrdiff_t>(task.output.size[axis]);
    rectangle[axis] = { begin, end };
    cells[axis] = GetIsolineGroupCells(begin, end, position[axis]);
    margin[axis] = { cells[axis].firstCorner - IsolineGroupRadius,
                     cells[axis].firstCorner + (cells[axis].count - 1) * IsolineGroupCell + IsolineGroupBlock +
                       IsolineGroupRadius };
    size[axis] = static_cast<std::ptrdiff_t>(task.input.size[axis]);
    around[axis] = std::max(begin - IsolineGroupReach, std::ptrdiff_t{ 0 });
    sizes[axis] = static_cast<std::size_t>(std::min(end + IsolineGroupReach, size[axis]) - around[axis]);
  }

  std::vector<float> pilot(sizes[0] * sizes[1] * sizes[2]);
  IsolineHostTask    ofTubes = task;
  ofTubes.output = MakeImageView<float, 3>(pilot.data(), sizes);
  ofTubes.offset[0] = static_cast<std::size_t>(around[0]);
  ofTubes.offset[1] = static_cast<std::size_t>(around[1]);
  DenoiseByTubes(ofTubes, position, run);
  const auto constPilot = MakeImageView<const float, 3>(pilot.data(), sizes);

  const float              noise = task.noiseLevel * task.noiseLevel * IsolineGroupGain;
  constexpr std::ptrdiff_t none[2] = { 0, 0 };
  const Plane<float>       guide = Mirror(constPilot, 0, around, size, margin);
  for (std::size_t channel = 0; channel < task.input.size[2]; ++channel)
  {
    const Plane<float> noisy = Mirror(task.input, channel, none, size, margin);
    const Plane<float> truth = Mirror(constPilot, channel, around, size, margin);
    Plane<Sums>        sums(rectangle[0], rectangle[1]);
    std::mutex         mutex;
    run(static_cast<std::size_t>(cells[1].count), [&](std::size_t first, std::size_t last) {
      const std::ptrdiff_t firstY = cells[1].firstCorner + static_cast<std::ptrdiff_t>(first) * IsolineGroupCell;
      const std::ptrdiff_t endY = cells[1].firstCorner + static_cast<std::ptrdiff_t>(last) * IsolineGroupCell;
      const Interval       rows{ std::max(firstY - IsolineGroupRadius, rectangle[1].begin),
                           std::min(endY - IsolineGroupCell + IsolineGroupBlock + IsolineGroupRadius,
                                    rectangle[1].end) };
      Plane<Sums>          ofRows(rectangle[0], rows);
      for (std::ptrdiff_t y = firstY; y < endY; y += IsolineGroupCell)
      {
        for (std::ptrdiff_t cell = 0; cell < cells[0].count; ++cell)
        {
          const std::ptrdiff_t x = cells[0].firstCorner + cell * IsolineGroupCell;
          Window               window;
          int                  chosen[IsolineGroupPairs];
          Blocks               blocks;
          Blocks               spectrum;
          ReadWindow(guide, x, y, window);
          ChoosePairs(window, chosen);
          ReadWindow(noisy, x, y, window);
          TransformGroup(window, chosen, blocks);
          ReadWindow(truth, x, y, window);
          TransformGroup(window, chosen, spectrum);
          const std::uint32_t weight = GetIsolineGroupWeight(EstimateGroup(spectrum, noise, blocks));
          AddGroup(blocks, window, chosen, x, y, weight, task.noiseLevel, ofRows);
        }
      }
      const std::lock_guard<std::mutex> lock(mutex);
      for (std::ptrdiff_t y = rows.begin; y < rows.end; ++y)
      {
        for (std::ptrdiff_t x = rectangle[0].begin; x < rectangle[0].end; ++x)
        {
          sums.At(x, y)->changes += ofRows.At(x, y)->changes;
          sums.At(x, y)->weights += ofRows.At(x, y)->weights;
        }
      }
    });
    for (std::ptrdiff_t y = rectangle[1].begin; y < rectangle[1].end; ++y)
    {
      for (std::ptrdiff_t x = rectangle[0].begin; x < rectangle[0].end; ++x)
      {
        const Sums & sum = *sums.At(x, y);
        task.output.data[(x - rectangle[0].begin) + (y - rectangle[1].begin) * task.output.stride[1] +
                         channel * task.output.stride[2]] =
          GetIsolineGroupResult(*truth.At(x, y), sum.changes, sum.weights, task.noiseLevel);
      }
    }
  }
}
} // namespace itk::device
