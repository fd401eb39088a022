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
#include "itkIsolineSliceDenoiser.h"
#include "IsolineColor.h"
#include "IsolineDenoisingOnHost.h"
#include "IsolineDenoisingOptions.h"
#include "IsolineStaircaseCore.h"
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace itk::device
{
namespace
{
/** A rectangle of a slice, with its place in the input. */
class Part
{
public:
  Part(const std::size_t (&offset)[2], const std::size_t (&size)[2], std::size_t channels)
    : m_Offset{ offset[0], offset[1] }
    , m_Size{ size[0], size[1], channels }
    , m_Pixels(size[0] * size[1] * channels)
  {}

  /** All that is as near to this part as that, in a slice of that size. */
  Part
  Grow(std::size_t margin, const std::size_t (&whole)[2]) const
  {
    std::size_t begin[2];
    std::size_t size[2];
    for (unsigned int axis = 0; axis < 2; ++axis)
    {
      begin[axis] = m_Offset[axis] - std::min(margin, m_Offset[axis]);
      size[axis] = std::min(m_Offset[axis] + m_Size[axis] + margin, whole[axis]) - begin[axis];
    }
    return Part(begin, size, m_Size[2]);
  }

  ImageView<float, 3>
  GetView()
  {
    return MakeImageView<float, 3>(m_Pixels.data(), m_Size);
  }

  ImageView<const float, 3>
  GetView() const
  {
    return MakeImageView<const float, 3>(m_Pixels.data(), m_Size);
  }

  /** What makes `to`, which is inside, from this part. */
  IsolineHostTask
  MakeTask(Part & to, float noiseLevel) const
  {
    return { GetView(), to.GetView(), { to.m_Offset[0] - m_Offset[0], to.m_Offset[1] - m_Offset[1] }, noiseLevel };
  }

private:
  std::size_t        m_Offset[2];
  std::size_t        m_Size[3];
  std::vector<float> m_Pixels;
};

/** Calls change(values) for the channels of each pixel of some rows. */
template <int VChannels, typename TChange>
void
ChangePixels(const ImageView<float, 3> & view, std::size_t beginRow, std::size_t endRow, const TChange & change)
{
  for (std::size_t y = beginRow; y < endRow; ++y)
  {
    float * const row = view.data + y * view.stride[1];
    for (std::size_t x = 0; x < view.size[0]; ++x)
    {
      float values[VChannels];
      for (int channel = 0; channel < VChannels; ++channel)
      {
        values[channel] = row[channel * view.stride[2] + x];
      }
      change(values);
      for (int channel = 0; channel < VChannels; ++channel)
      {
        row[channel * view.stride[2] + x] = values[channel];
      }
    }
  }
}

/** Copies a part from where it is in the input. */
void
Crop(const IsolineHostTask & task, std::size_t beginRow, std::size_t endRow)
{
  for (std::size_t channel = 0; channel < task.output.size[2]; ++channel)
  {
    for (std::size_t y = beginRow; y < endRow; ++y)
    {
      const float * const from =
        task.input.data + channel * task.input.stride[2] + (y + task.offset[1]) * task.input.stride[1] + task.offset[0];
      std::copy_n(
        from, task.output.size[0], task.output.data + channel * task.output.stride[2] + y * task.output.stride[1]);
    }
  }
}
} // namespace

class IsolineSliceDenoiser::Implementation
{
public:
  Implementation(const IsolineDenoisingSettings & settings, const Geometry & geometry, RowRunner run)
    : m_Options(MakeIsolineOptions(settings))
    , m_SplitsColor(geometry.channels == 3 && HasIsolineTubes(m_Options.model) && m_Options.noiseLevel > 0)
    , m_Run(std::move(run))
    , m_Input({ 0, 0 }, geometry.inputSize, geometry.channels)
    , m_Output(geometry.offset, geometry.outputSize, geometry.channels)
  {
    m_Options.position = { { geometry.position[0], geometry.position[1] } };
    if (m_Options.reduceStaircase)
    {
      m_Modelled = m_Output.Grow(IsolineStaircaseReach, geometry.inputSize);
    }
  }

  Part &
  GetInput()
  {
    return m_Input;
  }

  const Part &
  GetOutput() const
  {
    return m_Output;
  }

  void
  Denoise()
  {
    const bool isTransformed = m_SplitsColor || m_Options.stabilization.noise != IsolineNoise::Gaussian;
    if (isTransformed)
    {
      this->Change(m_Input, [this](auto & values) { ToIsolineValues(values, m_Options.stabilization, m_SplitsColor); });
    }
    const float           noiseLevel = m_Options.noiseLevel;
    const IsolineHostTask whole = m_Input.MakeTask(m_Output, noiseLevel);
    if (!(noiseLevel > 0))
    {
      m_Run(whole.output.size[1], [&](std::size_t begin, std::size_t end) { Crop(whole, begin, end); });
    }
    else if (m_Modelled)
    {
      this->RunModel(m_Input.MakeTask(*m_Modelled, noiseLevel));
      ReduceIsolineStaircase(m_Modelled->MakeTask(m_Output, noiseLevel), whole, m_Run);
    }
    else
    {
      this->RunModel(whole);
    }
    if (isTransformed)
    {
      this->Change(m_Output,
                   [this](auto & values) { FromIsolineValues(values, m_Options.stabilization, m_SplitsColor); });
    }
  }

private:
  template <typename TChange>
  void
  Change(Part & part, const TChange & change) const
  {
    const ImageView<float, 3> view = part.GetView();
    m_Run(view.size[1], [&](std::size_t begin, std::size_t end) {
      view.size[2] == 1 ? ChangePixels<1>(view, begin, end, change) : ChangePixels<3>(view, begin, end, change);
    });
  }

  void
  RunModel(const IsolineHostTask & task) const
  {
    switch (m_Options.model)
    {
      case IsolineModel::LimitedDeviation:
        DenoiseByLimitedDeviation(task, m_Options.parameters, m_Run);
        break;
      case IsolineModel::PrecomputedDirections:
      case IsolineModel::Hybrid:
        DenoiseByPrecomputedDirections(task, m_Options.parameters, m_Options.model == IsolineModel::Hybrid, m_Run);
        break;
      case IsolineModel::Tubes:
        DenoiseByTubes(task, m_Options.position, m_Run);
        break;
      case IsolineModel::TubesAndGroups:
        DenoiseByTubesAndGroups(task, m_Options.position, m_Run);
        break;
    }
  }

  IsolineOptions      m_Options;
  bool                m_SplitsColor;
  RowRunner           m_Run;
  Part                m_Input;
  Part                m_Output;
  std::optional<Part> m_Modelled; // where staircases are reduced
};

IsolineSliceDenoiser::IsolineSliceDenoiser(const IsolineDenoisingSettings & settings,
                                           const Geometry &                 geometry,
                                           RowRunner                        run)
  : m_Implementation(std::make_unique<Implementation>(settings, geometry, std::move(run)))
{}

IsolineSliceDenoiser::~IsolineSliceDenoiser() = default;

ImageView<float, 3>
IsolineSliceDenoiser::GetInput() const
{
  return m_Implementation->GetInput().GetView();
}

ImageView<const float, 3>
IsolineSliceDenoiser::GetOutput() const
{
  return std::as_const(*m_Implementation).GetOutput().GetView();
}

void
IsolineSliceDenoiser::Denoise()
{
  m_Implementation->Denoise();
}
} // namespace itk::device
