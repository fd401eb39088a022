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
#include "Copy/BinShrinkCore.h"
#include "itkCopyOnHost.h"
#include "itkDeviceTesting.h"

using itk::device::CopyAxis;
using itk::device::CopyBorder;
using itk::device::CopyTask;
using namespace itk::DeviceTesting;

namespace
{
CopyAxis
MakeAxis(std::ptrdiff_t size, CopyBorder border, std::ptrdiff_t begin, std::ptrdiff_t inputSize)
{
  CopyAxis axis;
  axis.size = size;
  axis.border = border;
  axis.begin = begin;
  axis.inputSize = inputSize;
  return axis;
}

std::vector<std::ptrdiff_t>
ListPositions(const CopyAxis & axis)
{
  std::vector<std::ptrdiff_t> positions;
  for (std::ptrdiff_t i = 0; i < axis.size; ++i)
  {
    positions.push_back(GetPosition(axis, i));
  }
  return positions;
}

using Bytes = std::vector<unsigned char>;

/** A random copy between random parts of random images, whose memory is that of `input` and `output`. */
CopyTask
PickTask(Random & random, Bytes & input, Bytes & output)
{
  CopyTask task;
  task.pixelSize = std::size_t{ 1 } << Pick(random, 0, 2);
  const bool isTranspose = Pick(random, 0, 2) == 0;
  const bool isSmall = Pick(random, 0, 1) == 0;
  const auto border = isTranspose ? CopyBorder::None : static_cast<CopyBorder>(Pick(random, 0, 4));
  const int  order[3]{ isTranspose ? 1 : 0, isTranspose ? 0 : 1, 2 };
  const bool swapsLast = isTranspose && Pick(random, 0, 1) == 0;

  std::ptrdiff_t inputSize[3];
  std::ptrdiff_t strides[3]{ 1, 1, 1 };
  std::ptrdiff_t inputPixels = 1;
  for (int axis = 0; axis < 3; ++axis)
  {
    inputSize[axis] = Pick(random, 1, isSmall ? 9 : axis == 2 ? 3 : 300);
    strides[axis] = inputPixels;
    inputPixels *= inputSize[axis];
  }
  task.inputPixels = inputPixels;
  std::ptrdiff_t outputPixels = 1;
  for (int axis = 0; axis < 3; ++axis)
  {
    const int      k = swapsLast && axis > 0 ? order[3 - axis] : order[axis];
    CopyAxis &     a = task.axes[axis];
    const bool     isFlipped = border == CopyBorder::None && Pick(random, 0, 2) == 0;
    const bool     isStepped = border == CopyBorder::None && !isTranspose && Pick(random, 0, 5) == 0;
    const int      step = isStepped ? Pick(random, 2, 3) : 1;
    std::ptrdiff_t first = 0;
    a.border = border;
    a.inputSize = inputSize[k];
    a.inputStride = (isFlipped ? -1 : 1) * step * strides[k];
    if (border == CopyBorder::None)
    {
      const bool isWhole = Pick(random, 0, 1) == 0;
      a.size = isWhole ? (inputSize[k] + step - 1) / step : Pick(random, 1, (inputSize[k] + step - 1) / step);
      first = isWhole ? 0 : Pick(random, 0, inputSize[k] - (a.size - 1) * step - 1);
      task.inputOffset += (isFlipped ? first + (a.size - 1) * step : first) * strides[k];
    }
    else
    {
      a.size = Pick(random, 1, inputSize[k] + 20);
      a.begin = static_cast<int>(Pick(random, 0, inputSize[k] + 40)) - 20 - Pick(random, 0, 1) * inputSize[k];
    }
    a.outputStride = outputPixels;
    outputPixels *= a.size + (Pick(random, 0, 2) == 0 ? Pick(random, 0, 5) : 0);
    if (Pick(random, 0, 2) == 0)
    {
      task.holeBegin[axis] = Pick(random, 0, a.size - 1);
      task.holeEnd[axis] = Pick(random, task.holeBegin[axis], a.size);
    }
  }
  for (unsigned char & byte : task.constant)
  {
    byte = static_cast<unsigned char>(random());
  }

  const std::size_t inputShift = task.pixelSize * Pick(random, 0, 15);
  const std::size_t outputShift = task.pixelSize * Pick(random, 0, 15);
  input.resize(inputPixels * task.pixelSize + inputShift);
  output.assign(outputPixels * task.pixelSize + outputShift, 0x55);
  std::generate(input.begin(), input.end(), [&] { return static_cast<unsigned char>(random()); });
  task.input = input.data() + inputShift;
  task.output = output.data() + outputShift;
  return task;
}
} // namespace

TEST(CopyCore, FindsPixelsBeyondTheBorders)
{
  using Positions = std::vector<std::ptrdiff_t>;
  EXPECT_EQ(ListPositions(MakeAxis(9, CopyBorder::Constant, -3, 3)), Positions({ -1, -1, -1, 0, 1, 2, -1, -1, -1 }));
  EXPECT_EQ(ListPositions(MakeAxis(9, CopyBorder::Nearest, -3, 3)), Positions({ 0, 0, 0, 0, 1, 2, 2, 2, 2 }));
  EXPECT_EQ(ListPositions(MakeAxis(12, CopyBorder::Periodic, -5, 3)),
            Positions({ 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0 }));
  EXPECT_EQ(ListPositions(MakeAxis(14, CopyBorder::Mirror, -5, 3)),
            Positions({ 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 2 }));
  EXPECT_EQ(ListPositions(MakeAxis(3, CopyBorder::Mirror, -1, 1)), Positions({ 0, 0, 0 }));
}

TEST(CopyCore, KnowsWhatIsRead)
{
  Random random(GetSeed(1));
  for (unsigned int round = 0; round < GetNumberOfRounds(2000); ++round)
  {
    const auto     axis = MakeAxis(Pick(random, 1, 30),
                               static_cast<CopyBorder>(Pick(random, 1, 4)),
                               static_cast<int>(Pick(random, 0, 60)) - 30,
                               Pick(random, 1, 12));
    std::ptrdiff_t first = 0;
    std::ptrdiff_t last = 0;
    GetReadPositions(axis, first, last);
    auto positions = ListPositions(axis);
    positions.erase(std::remove(positions.begin(), positions.end(), -1), positions.end());
    if (positions.empty())
    {
      EXPECT_GT(first, last);
      continue;
    }
    EXPECT_EQ(first, *std::min_element(positions.begin(), positions.end()));
    EXPECT_EQ(last, *std::max_element(positions.begin(), positions.end()));
  }
}

TEST(CopyCore, CopiesInVectorsAndTilesWhatItCopiesPixelByPixel)
{
  for (unsigned int round = 0; round < GetNumberOfRounds(300); ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    Random   random(seed);
    Bytes    input;
    Bytes    output;
    CopyTask task = PickTask(random, input, output);
    ASSERT_TRUE(ReadsItsInputAlone(task));
    CopyOnHost(task);
    const Bytes actual = output;
    std::fill(output.begin(), output.end(), 0x55);
    // A hole may be written or not.
    CopyTask whole = task;
    std::fill_n(whole.holeEnd, 3, 0);
    CopyPlainly(whole);
    const Bytes withoutHole = output;
    std::fill(output.begin(), output.end(), 0x55);
    CopyPlainly(task);
    for (std::size_t i = 0; i < output.size(); ++i)
    {
      ASSERT_TRUE(actual[i] == output[i] || actual[i] == withoutHole[i]) << i << " of " << output.size();
    }
  }
}

TEST(CopyCore, RefusesToReadBeyondTheInput)
{
  CopyTask task;
  task.pixelSize = 1;
  task.inputPixels = 100;
  task.axes[0] = MakeAxis(10, CopyBorder::None, 0, 0);
  task.axes[0].inputStride = 11;
  EXPECT_TRUE(ReadsItsInputAlone(task));
  task.inputOffset = 1;
  EXPECT_FALSE(ReadsItsInputAlone(task));
  task.inputOffset = 99;
  task.axes[0].inputStride = -11;
  EXPECT_TRUE(ReadsItsInputAlone(task));
  task.inputOffset = 98;
  EXPECT_FALSE(ReadsItsInputAlone(task));
  task.axes[0] = MakeAxis(10, CopyBorder::Periodic, 0, 0);
  EXPECT_FALSE(ReadsItsInputAlone(task));
}

TEST(CopyCore, RoundsAsITKDoes)
{
  Random random(GetSeed(1));
  for (unsigned int round = 0; round < GetNumberOfRounds(10000); ++round)
  {
    const double value = (static_cast<double>(random()) - 2147483648.0) * 2.0 / (1u << Pick(random, 0, 31));
    EXPECT_EQ(itk::device::RoundMean<uint8_t>(value), itk::Math::Round<uint8_t>(value)) << value;
    EXPECT_EQ(itk::device::RoundMean<int16_t>(value), itk::Math::Round<int16_t>(value)) << value;
    EXPECT_EQ(itk::device::RoundMean<int32_t>(value), itk::Math::Round<int32_t>(value)) << value;
    EXPECT_EQ(itk::device::RoundMean<uint32_t>(value), itk::Math::Round<uint32_t>(value)) << value;
  }
}
