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
#include "itkInpainter.h"
#include "InpaintingCore.h"
#include "InpaintingDictionary.h"
#include "InpaintingStart.h"
#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace itk::device
{
namespace
{
using Transform = InpaintingImageFilterEnums::Transform;
} // namespace

class Inpainter::Implementation
{
public:
  Implementation(const InpaintingSettings & settings,
                 const std::size_t (&size)[3],
                 unsigned int   channels,
                 ParallelRunner run)
    : m_Settings(settings)
    , m_Size{ size[0], size[1], size[2] }
    , m_Run(std::move(run))
    , m_Pixels(size[0] * size[1] * size[2])
    , m_Input(channels, std::vector<float>(m_Pixels))
    , m_Known(m_Pixels)
    , m_Estimate(m_Pixels)
  {
    if (settings.transform == Transform::Cosine)
    {
      m_Dictionaries.push_back(MakeInpaintingCosines(m_Run));
    }
    if (settings.transform == Transform::Wavelet || settings.transform == Transform::Morphological)
    {
      m_Dictionaries.push_back(MakeInpaintingWavelets(settings, size, m_Run));
    }
    if (settings.transform == Transform::Windows || settings.transform == Transform::Morphological)
    {
      m_Dictionaries.push_back(MakeInpaintingWindows(size, settings.transform == Transform::Windows, m_Run));
    }
  }

  template <typename TPixel>
  ImageView<TPixel, 3>
  MakeView(TPixel * data) const
  {
    return MakeImageView<TPixel, 3>(data, m_Size);
  }

  ImageView<float, 3>
  GetInput(unsigned int channel)
  {
    return this->MakeView(m_Input[channel].data());
  }

  ImageView<std::uint8_t, 3>
  GetKnown()
  {
    return this->MakeView(m_Known.data());
  }

  ImageView<const float, 3>
  GetPart(unsigned int channel, unsigned int part) const
  {
    return this->MakeView(m_Parts[channel][part].data());
  }

  ImageView<const float, 3>
  GetEstimate(unsigned int channel)
  {
    this->AddParts(channel);
    return this->MakeView(static_cast<const float *>(m_Estimate.data()));
  }

  Report
  Iterate(unsigned int iteration)
  {
    if (iteration == 0)
    {
      this->Start();
    }
    InpaintingDictionary::ShiftType shift{};
    if (m_Settings.cycleSpinning)
    {
      std::generate(shift.begin(), shift.end(), [this] { return m_Random() % InpaintingShifts; });
    }
    const auto threshold = static_cast<float>(GetInpaintingThreshold(m_Settings, iteration));
    double     residual = 0;
    double     change = 0;
    for (unsigned int channel = 0; channel < m_Input.size(); ++channel)
    {
      this->AddParts(channel);
      const std::vector<float> before = m_Estimate;
      for (std::size_t part = 0; part < m_Dictionaries.size(); ++part)
      {
        std::vector<float> & pixels = m_Parts[channel][part];
        this->AddParts(channel);
        this->ForEachPixel(
          [&](std::size_t i) { pixels[i] += m_Known[i] != 0 ? m_Input[channel][i] - m_Estimate[i] : 0.0f; });
        m_Dictionaries[part]->Threshold(this->MakeView(pixels.data()), threshold, shift);
      }
      this->AddParts(channel);
      residual +=
        this->SumSquares([&](std::size_t i) { return m_Known[i] != 0 ? m_Input[channel][i] - m_Estimate[i] : 0.0f; });
      change += this->SumSquares([&](std::size_t i) { return m_Known[i] != 0 ? 0.0f : m_Estimate[i] - before[i]; });
    }
    const auto channels = static_cast<double>(m_Input.size());
    const auto known = static_cast<double>(std::count(m_Known.begin(), m_Known.end(), 1));
    const auto missing = std::max(static_cast<double>(m_Pixels) - known, 1.0);
    return {
      threshold, std::sqrt(residual / (channels * known)), std::sqrt(change / (channels * missing)), threshold < m_Range
    };
  }

private:
  /** Begins with nothing but the known pixels or, for windows, what coarser images say of the others, and finds the thresholds that are not set. */
  void
  Start()
  {
    m_Random.seed(m_Settings.seed);
    m_Parts.assign(m_Input.size(), { m_Dictionaries.size(), std::vector<float>(m_Pixels, 0.0f) });
    float least = std::numeric_limits<float>::max();
    float most = std::numeric_limits<float>::lowest();
    float largest = 0;
    for (std::vector<float> & input : m_Input)
    {
      for (std::size_t i = 0; i < m_Pixels; ++i)
      {
        if (m_Known[i] != 0)
        {
          least = std::min(least, input[i]);
          most = std::max(most, input[i]);
        }
        else
        {
          input[i] = 0;
        }
      }
      for (const auto & dictionary : m_Dictionaries)
      {
        m_Estimate = input;
        constexpr float all = std::numeric_limits<float>::infinity();
        largest = std::max(largest, dictionary->Threshold(this->MakeView(m_Estimate.data()), all, {}));
      }
    }
    m_Range = GetInpaintingRange(least, most);
    SetInpaintingThresholds(m_Settings, m_Range, largest);
    const bool ofWindows = m_Settings.transform == Transform::Windows;
    for (std::size_t channel = 0; ofWindows && channel < m_Input.size(); ++channel)
    {
      m_Parts[channel][0] = m_Input[channel];
      FillFromCoarserImages(this->MakeView(m_Parts[channel][0].data()), m_Known.data());
    }
  }

  /** The sum of the parts of a channel. */
  void
  AddParts(unsigned int channel)
  {
    const auto & parts = m_Parts[channel];
    this->ForEachPixel([&](std::size_t i) {
      m_Estimate[i] = std::accumulate(
        parts.begin() + 1, parts.end(), parts[0][i], [i](float sum, const auto & part) { return sum + part[i]; });
    });
  }

  template <typename TFunction>
  void
  ForEachPixel(const TFunction & function) const
  {
    m_Run(m_Pixels, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
      {
        function(i);
      }
    });
  }

  /** Of getValue(pixel) over all pixels, the same by any number of threads. */
  template <typename TGetValue>
  double
  SumSquares(const TGetValue & getValue) const
  {
    std::vector<double> sums(m_Size[1] * m_Size[2], 0.0);
    m_Run(sums.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin * m_Size[0]; i < end * m_Size[0]; ++i)
      {
        const double value = getValue(i);
        sums[i / m_Size[0]] += value * value;
      }
    });
    return std::accumulate(sums.begin(), sums.end(), 0.0);
  }

  InpaintingSettings                                 m_Settings;
  std::size_t                                        m_Size[3];
  ParallelRunner                                     m_Run;
  std::size_t                                        m_Pixels;
  std::vector<std::vector<float>>                    m_Input; // by channel
  std::vector<std::uint8_t>                          m_Known;
  std::vector<std::unique_ptr<InpaintingDictionary>> m_Dictionaries;
  std::vector<std::vector<std::vector<float>>>       m_Parts; // by channel and dictionary
  std::vector<float>                                 m_Estimate;
  std::mt19937                                       m_Random;
  double m_Range{ 0 }; // of the known pixels; of constant ones their magnitude
};

Inpainter::Inpainter(const InpaintingSettings & settings,
                     const std::size_t (&size)[3],
                     unsigned int   channels,
                     ParallelRunner run)
  : m_Implementation(std::make_unique<Implementation>(settings, size, channels, std::move(run)))
{}

Inpainter::~Inpainter() = default;

ImageView<float, 3>
Inpainter::GetInput(unsigned int channel)
{
  return m_Implementation->GetInput(channel);
}

ImageView<std::uint8_t, 3>
Inpainter::GetKnown()
{
  return m_Implementation->GetKnown();
}

Inpainter::Report
Inpainter::Iterate(unsigned int iteration, bool)
{
  return m_Implementation->Iterate(iteration);
}

ImageView<const float, 3>
Inpainter::GetEstimate(unsigned int channel)
{
  return m_Implementation->GetEstimate(channel);
}

ImageView<const float, 3>
Inpainter::GetPart(unsigned int channel, unsigned int part) const
{
  return m_Implementation->GetPart(channel, part);
}
} // namespace itk::device
