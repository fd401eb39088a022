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
#include "Inpainting/InpaintingEstimates.cuh"
#include "Inpainting/InpaintingStart.h"
#include "itkCudaInpaintingLaunch.h"
#include "itkDeviceFFT.h"
#include <algorithm>
#include <cmath>
#include <vector>

namespace itk::device
{
namespace
{
using namespace inpainting;
using Transform = InpaintingImageFilterEnums::Transform;

/** Waits for what is on the device. */
template <typename T>
std::vector<T>
Download(const void * from, std::size_t count, const Stream & stream)
{
  std::vector<T> values(count);
  Check(cudaMemcpyAsync(values.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost, stream.GetHandle()),
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
    , m_Pixels(size[0] * size[1] * size[2])
    , m_Channels(static_cast<int>(channels))
    , m_Stream(stream)
    , m_Estimates(settings, size, m_Channels, stream)
    , m_Values(channels * m_Pixels * sizeof(float), stream)
    , m_Known(m_Pixels, stream)
    , m_Sums(channels * BlocksOfSum * sizeof(double2), stream)
  {}

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
    const auto found = Download<Found>(blocks.GetData(), BlocksOfSum, m_Stream);
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
      known.value = static_cast<float>(Download<TComponent>(source.pixels + known.component, 1, m_Stream)[0]);
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
    const auto threshold = static_cast<float>(GetInpaintingThreshold(m_Settings, iteration));
    m_Estimates.Iterate(
      m_Values.As<float>(), m_Known.As<std::uint8_t>(), threshold, needsReport ? m_Sums.As<double2>() : nullptr);
    Inpainter::Report report{ threshold, 0, 0, threshold < m_Range };
    if (needsReport)
    {
      for (const double2 & sums : Download<double2>(m_Sums.GetData(), m_Channels * BlocksOfSum, m_Stream))
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
    m_Estimates.Write(input, m_Known.As<std::uint8_t>(), keepsKnown, output);
  }

  void
  WritePart(unsigned int part, float * output) const
  {
    m_Estimates.WritePart(part, output);
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
      m_Estimates.FindLargest(m_Values.As<float>(), largest.As<unsigned int>());
      SetInpaintingThresholds(m_Settings, m_Range, Download<float>(largest.GetData(), 1, m_Stream)[0]);
    }
    SetInpaintingThresholds(m_Settings, m_Range, 0.0f);
    m_Estimates.Start(m_Values.As<float>(), m_Known.As<std::uint8_t>());
  }

  InpaintingSettings  m_Settings;
  std::size_t         m_Pixels;
  int                 m_Channels;
  Stream              m_Stream;
  InpaintingEstimates m_Estimates;
  Buffer              m_Values; // by channel
  Buffer              m_Known;
  Buffer              m_Sums;
  std::size_t         m_KnownPixels{ 0 };
  double              m_Range{ 0 };
};

bool
CudaInpainter::IsAvailable(const InpaintingSettings & settings, const std::size_t (&size)[3])
{
  switch (settings.transform)
  {
    case Transform::Cosine:
      return GetFFTUnavailableReason().empty() && size[0] * size[1] * size[2] > 1;
    case Transform::Wavelet:
      return true;
    default: // by windows
      return size[0] > 1 && size[1] > 1;
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

void
CudaInpainter::WritePart(unsigned int part, float * output) const
{
  m_Implementation->WritePart(part, output);
}

#define ITK_INSTANTIATE(component)                                              \
  template CudaInpainter::Known CudaInpainter::Read(const Source<component> &); \
  template void                 CudaInpainter::Write(const component *, component *, bool) const
ITK_INSTANTIATE(std::uint8_t);
ITK_INSTANTIATE(std::int16_t);
ITK_INSTANTIATE(std::uint16_t);
ITK_INSTANTIATE(float);
} // namespace itk::device
