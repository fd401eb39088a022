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
#include "Inpainting/InpaintingOnDevice.h"
#include "Inpainting/InpaintingPixels.cuh"
#include "Inpainting/InpaintingStart.h"
#include "itkCudaInpaintingLaunch.h"
#include "itkDeviceFFT.h"
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace itk::device
{
namespace
{
using namespace inpainting;
using kernels::DivideUp;
using Transform = InpaintingImageFilterEnums::Transform;

/** Waits for what is on the device. */
template <typename T>
std::vector<T>
Download(const Buffer & from, std::size_t count, const Stream & stream)
{
  std::vector<T> values(count);
  Check(cudaMemcpyAsync(values.data(), from.GetData(), count * sizeof(T), cudaMemcpyDeviceToHost, stream.GetHandle()),
        "cudaMemcpyAsync");
  Check(cudaStreamSynchronize(stream.GetHandle()), "cudaStreamSynchronize");
  return values;
}
} // namespace

class CudaInpainter::Implementation
{
public:
  Implementation(const InpaintingSettings & settings,
                 const std::size_t (&size)[3],
                 unsigned int   channels,
                 const Stream & stream)
    : m_Settings(settings)
    , m_Size{ size[0], size[1], size[2] }
    , m_Pixels(size[0] * size[1] * size[2])
    , m_Channels(static_cast<int>(channels))
    , m_Stream(stream)
    , m_Dictionary(MakeInpaintingDictionaryOnDevice(settings, size, stream))
    , m_Values(channels * m_Pixels * sizeof(float), stream)
    , m_Estimates(channels * m_Pixels * sizeof(float), stream)
    , m_Known(m_Pixels, stream)
    , m_Completed(m_Pixels * sizeof(float), stream)
    , m_Sums(channels * BlocksOfSum * sizeof(double2), stream)
    , m_Random(settings.seed)
  {
    std::copy_n(size, 3, m_Place.size);
  }

  template <typename TComponent>
  Known
  Read(const Source<TComponent> & source)
  {
    const Buffer blocks(BlocksOfSum * sizeof(Found), m_Stream);
    kernels::Launch("Inpainting ReadKernel",
                    ReadKernel<TComponent>,
                    kernels::Grid(BlocksOfSum, ThreadsOfBlock),
                    m_Stream,
                    source.pixels,
                    source.mask,
                    source.missingValue != nullptr,
                    source.missingValue != nullptr ? *source.missingValue : 0.0,
                    m_Channels,
                    m_Pixels,
                    m_Values.As<float>(),
                    m_Known.As<std::uint8_t>(),
                    blocks.As<Found>());
    const auto found = Download<Found>(blocks, BlocksOfSum, m_Stream);
    Known      known{};
    known.component = found[0].notFinite;
    float least = found[0].least;
    float most = found[0].most;
    for (const Found & ofBlock : found)
    {
      known.count += ofBlock.count;
      known.component = std::min(known.component, ofBlock.notFinite);
      least = std::min(least, ofBlock.least);
      most = std::max(most, ofBlock.most);
    }
    known.notFinite = known.component != ~std::size_t{ 0 };
    if (known.notFinite)
    {
      TComponent component{};
      Check(cudaMemcpy(&component, source.pixels + known.component, sizeof(component), cudaMemcpyDeviceToHost),
            "cudaMemcpy");
      known.value = static_cast<float>(component);
    }
    m_KnownPixels = known.count;
    m_Range = GetInpaintingRange(least, most);
    return known;
  }

  Inpainter::Report
  Iterate(unsigned int iteration, bool needsReport)
  {
    if (iteration == 0)
    {
      this->Start();
    }
    const Shifted before = m_Place;
    if (m_Settings.cycleSpinning)
    {
      std::size_t shift[3];
      std::generate(shift, shift + 3, [this] { return m_Random() % InpaintingShifts; });
      if (m_Settings.transform == Transform::Wavelet)
      {
        std::transform(shift, shift + 3, m_Size, m_Place.shift, [](std::size_t by, std::size_t side) {
          return static_cast<int>(by % side);
        });
      }
    }
    const auto threshold = static_cast<float>(GetInpaintingThreshold(m_Settings, iteration));
    for (int channel = 0; channel < m_Channels; ++channel)
    {
      float * const estimate = this->GetEstimate(channel);
      this->LaunchOverRows("Inpainting PutKernel",
                           PutKernel,
                           PixelsOfPutBlock,
                           estimate,
                           this->GetValues(channel),
                           m_Known.As<std::uint8_t>(),
                           m_Completed.As<float>(),
                           before,
                           m_Place);
      m_Dictionary->Threshold(m_Completed.As<float>(), estimate, threshold);
      if (needsReport)
      {
        kernels::Launch("Inpainting ReportKernel",
                        ReportKernel,
                        kernels::Grid(BlocksOfSum, ThreadsOfBlock),
                        m_Stream,
                        estimate,
                        m_Completed.As<float>(),
                        this->GetValues(channel),
                        m_Known.As<std::uint8_t>(),
                        m_Place,
                        m_Sums.As<double2>() + channel * BlocksOfSum);
      }
    }
    Inpainter::Report report{ threshold, 0, 0, threshold < m_Range };
    if (needsReport)
    {
      for (const double2 & sums : Download<double2>(m_Sums, m_Channels * BlocksOfSum, m_Stream))
      {
        report.residual += sums.x;
        report.change += sums.y;
      }
      const auto missing = static_cast<double>(std::max<std::size_t>(m_Pixels - m_KnownPixels, 1));
      report.residual = std::sqrt(report.residual / (m_Channels * static_cast<double>(m_KnownPixels)));
      report.change = std::sqrt(report.change / (m_Channels * missing));
    }
    return report;
  }

  template <typename TComponent>
  void
  Write(const TComponent * input, TComponent * output, bool keepsKnown) const
  {
    for (int channel = 0; channel < m_Channels; ++channel)
    {
      this->LaunchOverRows("Inpainting WriteKernel",
                           WriteKernel<TComponent>,
                           ThreadsOfBlock,
                           input,
                           this->GetEstimate(channel),
                           m_Known.As<std::uint8_t>(),
                           keepsKnown,
                           channel,
                           m_Channels,
                           output,
                           m_Place);
    }
  }

private:
  /** The first estimate, and the thresholds that are not set. */
  void
  Start()
  {
    if (m_Settings.maximumThreshold < 0)
    {
      const Buffer largest(sizeof(unsigned int), m_Stream);
      Check(cudaMemsetAsync(largest.GetData(), 0, sizeof(unsigned int), m_Stream.GetHandle()), "cudaMemsetAsync");
      for (int channel = 0; channel < m_Channels; ++channel)
      {
        m_Dictionary->FindLargest(this->GetValues(channel), largest.As<unsigned int>());
      }
      SetInpaintingThresholds(m_Settings, m_Range, Download<float>(largest, 1, m_Stream)[0]);
    }
    SetInpaintingThresholds(m_Settings, m_Range, 0.0f);
    if (m_Settings.transform != Transform::Windows)
    {
      Check(cudaMemsetAsync(m_Estimates.GetData(), 0, m_Estimates.GetSizeInBytes(), m_Stream.GetHandle()),
            "cudaMemsetAsync");
      return;
    }
    Check(cudaMemcpyAsync(m_Estimates.GetData(),
                          m_Values.GetData(),
                          m_Values.GetSizeInBytes(),
                          cudaMemcpyDeviceToDevice,
                          m_Stream.GetHandle()),
          "cudaMemcpyAsync");
    for (int channel = 0; channel < m_Channels; ++channel)
    {
      LaunchFillFromCoarserImages(
        MakeImageView<float, 3>(this->GetEstimate(channel), m_Size), m_Known.As<std::uint8_t>(), m_Stream);
    }
  }

  float *
  GetValues(int channel) const
  {
    return m_Values.As<float>() + channel * m_Pixels;
  }

  float *
  GetEstimate(int channel) const
  {
    return m_Estimates.As<float>() + channel * m_Pixels;
  }

  template <typename TKernel, typename... TArguments>
  void
  LaunchOverRows(const char * name, TKernel kernel, int pixelsOfBlock, const TArguments &... arguments) const
  {
    const int            blocksOfRow = DivideUp(m_Place.size[0], pixelsOfBlock);
    const std::ptrdiff_t rows = std::ptrdiff_t{ m_Place.size[1] } * m_Place.size[2];
    kernels::Launch(
      name, kernel, kernels::Grid(blocksOfRow * rows, ThreadsOfBlock), m_Stream, arguments..., blocksOfRow);
  }

  InpaintingSettings                            m_Settings;
  std::size_t                                   m_Size[3];
  std::size_t                                   m_Pixels;
  int                                           m_Channels;
  Stream                                        m_Stream;
  std::unique_ptr<InpaintingDictionaryOnDevice> m_Dictionary;
  Buffer                                        m_Values; // by channel, as the estimates
  Buffer                                        m_Estimates;
  Buffer                                        m_Known;
  Buffer                                        m_Completed; // the estimate of a channel with its known pixels
  Buffer                                        m_Sums;
  Shifted                                       m_Place{}; // where the pixels of the estimates are
  std::mt19937                                  m_Random;
  std::size_t                                   m_KnownPixels{ 0 };
  double                                        m_Range{ 0 };
};

bool
CudaInpainter::IsAvailable(const InpaintingSettings & settings, const std::size_t (&size)[3])
{
  switch (settings.transform)
  {
    case Transform::Windows:
      return size[0] > 1 && size[1] > 1;
    case Transform::Cosine:
      return GetFFTUnavailableReason().empty() && size[0] * size[1] * size[2] > 1;
    case Transform::Wavelet:
      return true;
    default:
      return false;
  }
}

CudaInpainter::CudaInpainter(const InpaintingSettings & settings,
                             const std::size_t (&size)[3],
                             unsigned int   channels,
                             const Stream & stream)
  : m_Implementation(std::make_unique<Implementation>(settings, size, channels, stream))
{}

CudaInpainter::~CudaInpainter() = default;

Inpainter::Report
CudaInpainter::Iterate(unsigned int iteration, bool needsReport)
{
  return m_Implementation->Iterate(iteration, needsReport);
}

template <typename TComponent>
auto
CudaInpainter::Read(const Source<TComponent> & source) -> Known
{
  return m_Implementation->Read(source);
}

template <typename TComponent>
void
CudaInpainter::Write(const TComponent * input, TComponent * output, bool keepsKnown) const
{
  m_Implementation->Write(input, output, keepsKnown);
}

#define ITK_INSTANTIATE(component)                                              \
  template CudaInpainter::Known CudaInpainter::Read(const Source<component> &); \
  template void                 CudaInpainter::Write(const component *, component *, bool) const
ITK_INSTANTIATE(std::uint8_t);
ITK_INSTANTIATE(std::int16_t);
ITK_INSTANTIATE(std::uint16_t);
ITK_INSTANTIATE(float);
} // namespace itk::device
