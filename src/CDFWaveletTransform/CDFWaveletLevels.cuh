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
#ifndef CDFWaveletLevels_cuh
#define CDFWaveletLevels_cuh

#include "CDFWaveletTransform/CDFWaveletCluster.cuh"
#include "CDFWaveletTransform/CDFWaveletMarch.cuh"
#include "itkCDFWaveletTransformImageFilterEnums.h"
#include "itkDeviceBuffer.h"
#include "itkDeviceImageView.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace itk::device::wavelet
{
using Size = std::array<int, 3>;

template <typename TPixel>
Layout<TPixel>
MakeDense(TPixel * data, const Size & size)
{
  return { data, size[0], std::ptrdiff_t{ size[0] } * size[1] };
}

template <typename TWhole, typename TCoefficients>
Pass<TWhole, TCoefficients>
MakePass(const Size & size, const Layout<TWhole> & whole, const Layout<TCoefficients> & coefficients)
{
  return { size[0], size[1], size[2], size[2], 1, whole, coefficients, coefficients, 0.0f, false };
}

/** The pass along axis 2, where that is across rows. */
template <typename TPass>
TPass
Turn(TPass pass)
{
  std::swap(pass.rows, pass.layers);
  pass.lowLayers = pass.layers;
  std::swap(pass.whole.row, pass.whole.layer);
  std::swap(pass.lows.row, pass.lows.layer);
  std::swap(pass.others.row, pass.others.layer);
  return pass;
}

/** The levels of a transform. Each is one pass or, along three axes, two with an image between them. */
template <typename TLifting>
class Levels
{
public:
  using PixelType = typename TLifting::PixelType;

  Levels(const TLifting & lifting, const std::size_t (&size)[3], unsigned int levels, const Stream & stream)
    : m_Lifting(lifting)
    , m_Levels(static_cast<int>(levels))
    , m_Stream(stream)
    , m_Processors(kernels::GetDeviceAttribute(cudaDevAttrMultiProcessorCount, stream))
    , m_IsOfCapability9(IsOfCapability9(ForwardKernel<true, true, true, TLifting>))
  {
    std::copy_n(size, 3, m_Size.begin());
    for (int i = 0; i < 2 && i + 1 < m_Levels; ++i)
    {
      m_Low[i] = this->Allocate(this->GetSize(i + 1));
    }
    if (m_Size[2] > 1)
    {
      m_Between = this->Allocate(m_Size);
    }
  }

  void
  Forward(const PixelType * input, PixelType * output, float threshold) const
  {
    this->Forward(input, output, threshold, m_Levels);
    this->CopySinglePixel(input, output);
  }

  void
  Inverse(const PixelType * input, PixelType * output) const
  {
    this->Inverse(input, output, m_Levels);
    this->CopySinglePixel(input, output);
  }

  /** Transforms, sets coefficients below the threshold to 0, and transforms back. Of what a cluster of blocks transforms,
   * `coefficients` has nothing. */
  void
  Threshold(const PixelType * input, PixelType * coefficients, PixelType * output, float threshold) const
  {
    const int levels = this->GetNumberOfLevelsAboveCluster();
    this->Forward(input, coefficients, threshold, levels);
    if (levels < m_Levels)
    {
      const Size size = this->GetSize(levels);
      kernels::AllowSharedMemory(ThresholdKernel<TLifting>, BytesOfBand);
      wavelet::Launch("CDFWaveletTransform ThresholdKernel",
                      ThresholdKernel<TLifting>,
                      kernels::Grid(BlocksOfCluster, ThreadsOfBand, BytesOfBand),
                      m_Stream,
                      true,
                      BlocksOfCluster,
                      m_Lifting,
                      levels == 0 ? input : this->GetLow(levels),
                      levels == 0 ? output : this->GetLow(levels),
                      size[0],
                      size[1],
                      m_Levels - levels,
                      threshold);
    }
    this->Inverse(coefficients, output, levels);
  }

private:
  /** An image of one has no levels. */
  void
  CopySinglePixel(const PixelType * input, PixelType * output) const
  {
    if (m_Levels == 0)
    {
      Check(cudaMemcpyAsync(output, input, sizeof(PixelType), cudaMemcpyDeviceToDevice, m_Stream.GetHandle()),
            "cudaMemcpyAsync");
    }
  }

  /** Of this many levels. */
  void
  Forward(const PixelType * input, PixelType * output, float threshold, int levels) const
  {
    for (int level = 0; level < levels; ++level)
    {
      const Size size = this->GetSize(level);
      auto pass = MakePass(size, MakeDense(level == 0 ? input : this->GetLow(level), size), MakeDense(output, m_Size));
      pass.threshold = threshold;
      pass.comparesLows = level + 1 == m_Levels;
      this->SetLows(pass, level);
      if (NeedsTwo(size))
      {
        const auto between = MakeDense(this->GetBetween(), size);
        this->Launch(Turn(MakePass(size, pass.whole, between)), false);
        pass.whole = { between.data, between.row, between.layer };
      }
      this->LaunchLast(pass);
    }
  }

  void
  Inverse(const PixelType * input, PixelType * output, int levels) const
  {
    for (int level = levels - 1; level >= 0; --level)
    {
      const Size size = this->GetSize(level);
      auto pass = MakePass(size, MakeDense(level == 0 ? output : this->GetLow(level), size), MakeDense(input, m_Size));
      this->SetLows(pass, level);
      const auto whole = pass.whole;
      if (NeedsTwo(size))
      {
        pass.whole = MakeDense(this->GetBetween(), size);
      }
      this->LaunchLast(pass);
      if (NeedsTwo(size))
      {
        this->Launch(Turn(MakePass(size, whole, MakeDense<const PixelType>(this->GetBetween(), size))), false);
      }
    }
  }

  /** The lowest levels of a plane are transformed by a cluster of blocks, if the device has such. */
  int
  GetNumberOfLevelsAboveCluster() const
  {
    if (!m_IsOfCapability9 || m_Size[2] > 1 || !CanBeMirrored<TLifting>(m_Size[1], this->GetSize(m_Levels - 1)[1]))
    {
      return m_Levels;
    }
    int level = std::max(m_Levels - MostLevelsOfCluster, 0);
    while (level < m_Levels && std::max(this->GetSize(level)[0], this->GetSize(level)[1]) > SideOfCluster)
    {
      ++level;
    }
    return level;
  }

  static bool
  NeedsTwo(const Size & size)
  {
    return size[2] > 1 && size[0] * std::ptrdiff_t{ size[1] } > 1;
  }

  Size
  GetSize(int level) const
  {
    Size size = m_Size;
    for (int i = 0; i < level; ++i)
    {
      for (int & side : size)
      {
        side = static_cast<int>(GetNumberOfLows(side));
      }
    }
    return size;
  }

  Buffer
  Allocate(const Size & size) const
  {
    return Buffer(sizeof(PixelType) * size[0] * size[1] * size[2], m_Stream);
  }

  /** The pixels of a level other than the first. */
  PixelType *
  GetLow(int level) const
  {
    return m_Low[(level - 1) % 2].template As<PixelType>();
  }

  PixelType *
  GetBetween() const
  {
    return m_Between.template As<PixelType>();
  }

  template <typename TPass>
  void
  SetLows(TPass & pass, int level) const
  {
    pass.lowLayers = (pass.layers + 1) / 2;
    if (level + 1 < m_Levels)
    {
      pass.lows =
        MakeDense<std::remove_pointer_t<decltype(pass.lows.data)>>(this->GetLow(level + 1), this->GetSize(level + 1));
    }
  }

  /** The pass in planes, or the only one. */
  template <typename TPass>
  void
  LaunchLast(const TPass & pass) const
  {
    if (pass.width == 1 && pass.rows == 1)
    {
      this->Launch(Turn(pass), false);
    }
    else
    {
      this->Launch(pass, pass.width > 1);
    }
  }

  template <typename TPass>
  void
  Launch(TPass pass, bool along) const
  {
    if (!along)
    {
      this->Enqueue<true, false>(pass);
    }
    else if (pass.rows > 1)
    {
      this->Enqueue<true, true>(pass);
    }
    else
    {
      this->Enqueue<false, true>(pass);
    }
  }

  /** In chunks of rows that are as long as they may be to have enough warps. */
  template <bool VAcross, bool VAlong, typename TPass>
  void
  Enqueue(TPass pass) const
  {
    const int            strips = kernels::DivideUp(pass.width, WidthOfStrip<VAlong>);
    const std::ptrdiff_t blocksOfLine = kernels::DivideUp(strips, WarpsOfBlock);
    const int            pairs = (pass.rows + 1) / 2;
    const auto           countLines = [&](int pairsOfChunk) {
      return std::ptrdiff_t{ kernels::DivideUp(pairs, pairsOfChunk) } * pass.layers;
    };
    pass.pairsOfChunk = MostPairs;
    while (pass.pairsOfChunk > LeastPairs && countLines(pass.pairsOfChunk) * strips < WarpsOfProcessor * m_Processors)
    {
      pass.pairsOfChunk /= 2;
    }
    const kernels::Grid grid(countLines(pass.pairsOfChunk) * blocksOfLine, WarpsOfBlock * 32);
    if (VAcross && HasVectors<VAlong>(pass))
    {
      this->template Enqueue<VAcross, VAlong, VAcross>(pass, grid);
    }
    else
    {
      this->template Enqueue<VAcross, VAlong, false>(pass, grid);
    }
  }

  template <bool VAcross, bool VAlong, bool VVector, typename TPass>
  void
  Enqueue(const TPass & pass, const kernels::Grid & grid) const
  {
    constexpr bool isForward = std::is_const_v<std::remove_pointer_t<decltype(pass.whole.data)>>;
    if constexpr (isForward)
    {
      wavelet::Launch("CDFWaveletTransform ForwardKernel",
                      ForwardKernel<VAcross, VAlong, VVector, TLifting>,
                      grid,
                      m_Stream,
                      m_IsOfCapability9,
                      1,
                      m_Lifting,
                      pass);
    }
    else
    {
      wavelet::Launch("CDFWaveletTransform InverseKernel",
                      InverseKernel<VAcross, VAlong, VVector, TLifting>,
                      grid,
                      m_Stream,
                      m_IsOfCapability9,
                      1,
                      m_Lifting,
                      pass);
    }
  }

  /** Whether what lanes access is aligned. */
  template <bool VAlong, typename TPass>
  static bool
  HasVectors(const TPass & pass)
  {
    const auto isAligned = [](const auto & layout, std::ptrdiff_t width) {
      return reinterpret_cast<std::uintptr_t>(layout.data) % (width * sizeof(PixelType)) == 0 &&
             layout.row % width == 0 && layout.layer % width == 0;
    };
    constexpr int ofCoefficients = VAlong ? LaneWidth / 2 : LaneWidth;
    return pass.width % LaneWidth == 0 && isAligned(pass.whole, LaneWidth) && isAligned(pass.lows, ofCoefficients) &&
           isAligned(pass.others, ofCoefficients);
  }

  static constexpr int MostPairs = 64;
  static constexpr int LeastPairs = 2;
  static constexpr int WarpsOfProcessor = 12;

  TLifting m_Lifting;
  Size     m_Size;
  int      m_Levels;
  Stream   m_Stream;
  int      m_Processors;
  bool     m_IsOfCapability9;
  Buffer   m_Low[2];
  Buffer   m_Between;
};

/** Calls function(lifting) with that of a wavelet. */
template <typename TPixel, typename TFunction>
void
CallWithLifting(CDFWaveletTransformImageFilterEnums::Wavelet kind, const TFunction & function)
{
  if constexpr (std::is_integral_v<TPixel>)
  {
    function(Lifting<ReversibleCDF53Steps, TPixel, 2>{ { 2, 1 }, {} });
  }
  else
  {
    const auto call = [&function](const auto & steps, auto numberOfSteps) {
      function(Lifting<CDFWaveletSteps<TPixel>, TPixel, numberOfSteps>{ steps, { steps.scale, 1.0 / steps.scale } });
    };
    if (kind == CDFWaveletTransformImageFilterEnums::Wavelet::CDF53)
    {
      call(CDF53Steps<TPixel>, std::integral_constant<int, 2>{});
    }
    else
    {
      call(CDF97Steps<TPixel>, std::integral_constant<int, 4>{});
    }
  }
}
} // namespace itk::device::wavelet

#endif
