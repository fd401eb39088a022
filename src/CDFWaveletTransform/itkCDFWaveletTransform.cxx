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
#include "itkCDFWaveletTransform.h"
#include "CDFWaveletCore.h"
#include "Kernels/ImageLines.h"
#include <type_traits>

namespace itk::device
{
namespace
{
using Wavelet = CDFWaveletTransformImageFilterEnums::Wavelet;

/** Bundles of `width` lines of one length, lows first and then highs, each element `width` values. */
template <typename TPixel, typename TSteps>
class Lifting
{
public:
  Lifting(const TSteps & steps, std::size_t length)
    : m_Steps(steps)
    , m_Lows(GetNumberOfLows(length))
    , m_Highs(length - m_Lows)
  {}

  /** From a line in its order to coefficients. */
  void
  Forward(TPixel * lines, std::size_t width) const
  {
    std::vector<TPixel> split((m_Lows + m_Highs) * width);
    for (std::size_t i = 0; i < m_Lows + m_Highs; ++i)
    {
      std::copy_n(lines + i * width, width, split.data() + this->GetPlace(i) * width);
    }
    TPixel * const low = split.data();
    TPixel * const high = low + m_Lows * width;
    for (int step = 0; step < m_Steps.count; ++step)
    {
      this->Step(step, low, high, width, [this, step](TPixel value, TPixel left, TPixel right) {
        return m_Steps.Lift(step, value, left, right);
      });
    }
    this->Scale(split.data(), lines, width, [this](TPixel value, bool isLow) {
      return isLow ? value * m_Steps.scale : value / m_Steps.scale;
    });
  }

  /** From coefficients to a line in its order. */
  void
  Inverse(TPixel * lines, std::size_t width) const
  {
    std::vector<TPixel> split((m_Lows + m_Highs) * width);
    this->Scale(lines, split.data(), width, [this](TPixel value, bool isLow) {
      return isLow ? value / m_Steps.scale : value * m_Steps.scale;
    });
    TPixel * const low = split.data();
    TPixel * const high = low + m_Lows * width;
    for (int step = m_Steps.count; step-- > 0;)
    {
      this->Step(step, low, high, width, [this, step](TPixel value, TPixel left, TPixel right) {
        return m_Steps.Unlift(step, value, left, right);
      });
    }
    for (std::size_t i = 0; i < m_Lows + m_Highs; ++i)
    {
      std::copy_n(split.data() + this->GetPlace(i) * width, width, lines + i * width);
    }
  }

private:
  /** Where element i of a line is among its coefficients. */
  std::size_t
  GetPlace(std::size_t i) const
  {
    return i % 2 == 0 ? i / 2 : m_Lows + i / 2;
  }

  /** Even steps predict the highs, odd ones update the lows. */
  template <typename TLift>
  void
  Step(int step, TPixel * low, TPixel * high, std::size_t width, const TLift & lift) const
  {
    const auto change = [&lift, width](TPixel * values, const TPixel * left, const TPixel * right) {
      for (std::size_t line = 0; line < width; ++line)
      {
        values[line] = lift(values[line], left[line], right[line]);
      }
    };
    if (step % 2 == 0)
    {
      for (std::size_t i = 0; i < m_Highs; ++i)
      {
        change(high + i * width, low + i * width, low + GetLowToTheRight(i, m_Lows) * width);
      }
    }
    else
    {
      for (std::size_t i = 0; i < m_Lows; ++i)
      {
        change(low + i * width, high + GetHighToTheLeft(i) * width, high + GetHighToTheRight(i, m_Highs) * width);
      }
    }
  }

  template <typename TScale>
  void
  Scale(const TPixel * from, TPixel * to, std::size_t width, const TScale & scale) const
  {
    const std::size_t lows = m_Lows * width;
    std::transform(from, from + lows, to, [&](TPixel value) { return scale(value, true); });
    std::transform(
      from + lows, from + (m_Lows + m_Highs) * width, to + lows, [&](TPixel value) { return scale(value, false); });
  }

  TSteps      m_Steps;
  std::size_t m_Lows;
  std::size_t m_Highs;
};

/** Calls function(steps) with those of the wavelet for this type of pixels. */
template <typename TPixel, typename TFunction>
void
CallWithSteps(Wavelet wavelet, const TFunction & function)
{
  if constexpr (std::is_integral_v<TPixel>)
  {
    function(ReversibleCDF53Steps{ 2, 1 });
  }
  else
  {
    function(wavelet == Wavelet::CDF53 ? CDF53Steps<TPixel> : CDF97Steps<TPixel>);
  }
}

template <typename TPixel>
ImageView<TPixel, 3>
GetBlock(const ImageView<TPixel, 3> & pixels, unsigned int level)
{
  ImageView<TPixel, 3> block = pixels;
  for (std::size_t & size : block.size)
  {
    for (unsigned int i = 0; i < level; ++i)
    {
      size = GetNumberOfLows(size);
    }
  }
  return block;
}

/** Calls transform(lifting, lines, width) for all lines of a block along an axis. */
template <typename TPixel, typename TSteps, typename TTransform>
void
TransformAxis(const ImageView<TPixel, 3> & block,
              unsigned int                 axis,
              const TSteps &               steps,
              const ParallelRunner &       run,
              const TTransform &           transform)
{
  constexpr std::size_t mostLines = 16;
  if (block.size[axis] > 1)
  {
    const Lifting<TPixel, TSteps> lifting(steps, block.size[axis]);
    ImageLines<TPixel>(block, axis).template Transform<TPixel>(mostLines, run, [&](TPixel * lines, std::size_t width) {
      transform(lifting, lines, width);
    });
  }
}
} // namespace

unsigned int
GetNumberOfCDFWaveletLevels(const std::size_t (&size)[3])
{
  unsigned int levels = 0;
  for (std::size_t side = *std::max_element(size, size + 3); side > 1; side = GetNumberOfLows(side))
  {
    ++levels;
  }
  return levels;
}

template <typename TPixel>
void
ForwardCDFWaveletTransform(const ImageView<TPixel, 3> & pixels,
                           Wavelet                      wavelet,
                           unsigned int                 levels,
                           const ParallelRunner &       run)
{
  CallWithSteps<TPixel>(wavelet, [&](const auto & steps) {
    for (unsigned int level = 0; level < levels; ++level)
    {
      for (unsigned int axis = 3; axis-- > 0;)
      {
        TransformAxis(
          GetBlock(pixels, level), axis, steps, run, [](const auto & lifting, TPixel * lines, std::size_t width) {
            lifting.Forward(lines, width);
          });
      }
    }
  });
}

template <typename TPixel>
void
InverseCDFWaveletTransform(const ImageView<TPixel, 3> & pixels,
                           Wavelet                      wavelet,
                           unsigned int                 levels,
                           const ParallelRunner &       run)
{
  CallWithSteps<TPixel>(wavelet, [&](const auto & steps) {
    for (unsigned int level = levels; level-- > 0;)
    {
      for (unsigned int axis = 0; axis < 3; ++axis)
      {
        TransformAxis(
          GetBlock(pixels, level), axis, steps, run, [](const auto & lifting, TPixel * lines, std::size_t width) {
            lifting.Inverse(lines, width);
          });
      }
    }
  });
}

#define INSTANTIATE(pixel)                                                       \
  template void ForwardCDFWaveletTransform<pixel>(                               \
    const ImageView<pixel, 3> &, Wavelet, unsigned int, const ParallelRunner &); \
  template void InverseCDFWaveletTransform<pixel>(                               \
    const ImageView<pixel, 3> &, Wavelet, unsigned int, const ParallelRunner &)

INSTANTIATE(float);
INSTANTIATE(double);
INSTANTIATE(std::int32_t);
} // namespace itk::device
