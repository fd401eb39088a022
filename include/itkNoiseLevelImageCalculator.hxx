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
#ifndef itkNoiseLevelImageCalculator_hxx
#define itkNoiseLevelImageCalculator_hxx

#include "itkNoiseLevel.h"
#include "itkSliceAxes.h"
#include <vector>

namespace itk
{
template <typename TImage>
void
NoiseLevelImageCalculator<TImage>::Compute()
{
  if (m_Image.IsNull())
  {
    itkExceptionMacro(<< "There is no image.");
  }
  if (m_SliceAxis >= ImageDimension)
  {
    itkExceptionMacro(<< "There is no axis " << m_SliceAxis << " in an image of " << ImageDimension << " dimensions.");
  }
  m_NoiseLevel = 0;
  const auto region = m_Image->GetBufferedRegion();
  const auto axes = device::GetAxesOfSlice<ImageDimension>(m_SliceAxis);
  if (region.GetSize(axes[0]) < 3 || region.GetSize(axes[1]) < 3)
  {
    return;
  }
  using Traits = DefaultConvertPixelTraits<PixelType>;
  constexpr unsigned int        channels = sizeof(PixelType) / sizeof(typename Traits::ComponentType);
  const PixelType * const       pixels = m_Image->GetBufferPointer();
  const OffsetValueType * const stride = m_Image->GetOffsetTable();
  const SizeValueType           width = region.GetSize(axes[0]);
  const SizeValueType           height = region.GetSize(axes[1]);
  const SizeValueType           slices = region.GetNumberOfPixels() / (width * height);

  std::vector<float> magnitudes;
  magnitudes.reserve(channels * slices * (width - 2) * (height - 2));
  std::vector<float> slice(width * height);
  for (SizeValueType z = 0; z < slices; ++z)
  {
    // Of a 2D image the only slice is at 0.
    const PixelType * const first = pixels + z * stride[m_SliceAxis];
    for (unsigned int channel = 0; channel < channels; ++channel)
    {
      for (SizeValueType y = 0; y < height; ++y)
      {
        for (SizeValueType x = 0; x < width; ++x)
        {
          slice[y * width + x] =
            static_cast<float>(Traits::GetNthComponent(channel, first[x * stride[axes[0]] + y * stride[axes[1]]]));
        }
      }
      device::AppendNoiseMagnitudes(slice.data(), width, height, magnitudes);
    }
  }
  m_NoiseLevel = device::EstimateNoiseLevel(magnitudes);
}

template <typename TImage>
void
NoiseLevelImageCalculator<TImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "SliceAxis: " << m_SliceAxis << std::endl;
  os << indent << "NoiseLevel: " << m_NoiseLevel << std::endl;
}
} // namespace itk

#endif
