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
#ifndef itkCudaCannyReference_h
#define itkCudaCannyReference_h

#include "Canny/CannyCore.h"
#include <array>
#include <cstddef>
#include <vector>

namespace itk::DeviceTesting
{
/** What is decided of each pixel of a smoothed image, by the functions of CannyCore.h in plain loops. The size along
 * axes that the image lacks is 1. */
template <unsigned int VDimension>
class CannyReference
{
public:
  using SizeType = std::array<std::ptrdiff_t, 3>;

  CannyReference(const float * smoothed, const SizeType & size)
    : m_Size(size)
    , m_Second(size[0] * size[1] * size[2])
    , m_Value(m_Second.size())
  {
    this->ForEachPixel([&](std::size_t i, const SizeType & index) {
      m_Second[i] = device::ComputeCannySecondDerivative<VDimension>(this->GetNeighborhood(smoothed, index));
    });
    this->ForEachPixel([&](std::size_t i, const SizeType & index) {
      const auto second = this->GetNeighborhood(m_Second.data(), index);
      float      gradient[VDimension];
      float      gradientOfSecond[VDimension];
      device::ComputeCannyGradient<VDimension>(second, gradientOfSecond);
      const float sum = device::ComputeCannyGradient<VDimension>(this->GetNeighborhood(smoothed, index), gradient);
      bool        crosses = false;
      for (unsigned int axis = 0; axis < VDimension; ++axis)
      {
        const int center = device::CannyCenter<VDimension>;
        const int stride = device::GetCannyStride(axis);
        crosses = crosses || device::CrossesZero(second(center), second(center - stride), false) ||
                  device::CrossesZero(second(center), second(center + stride), true);
      }
      m_Value[i] =
        device::SuppressCannyNonMaximum<VDimension>(gradient, sum, gradientOfSecond) * (crosses ? 1.0f : 0.0f);
    });
  }

  /** L_vv. */
  const std::vector<float> &
  GetSecond() const
  {
    return m_Second;
  }

  /** What hysteresis looks at. */
  const std::vector<float> &
  GetValue() const
  {
    return m_Value;
  }

  /** 1 where `isSeed(i)`, and where a path of pixels with `isOnPath(i)` leads there from a seed. */
  template <typename TIsSeed, typename TIsOnPath>
  std::vector<float>
  Grow(const TIsSeed & isSeed, const TIsOnPath & isOnPath) const
  {
    std::vector<float>    grown(m_Value.size());
    std::vector<SizeType> front;
    this->ForEachPixel([&](std::size_t i, const SizeType & index) {
      if (isSeed(i))
      {
        grown[i] = 1;
        front.push_back(index);
      }
    });
    while (!front.empty())
    {
      const SizeType from = front.back();
      front.pop_back();
      constexpr std::ptrdiff_t depth = VDimension == 3 ? 1 : 0;
      for (std::ptrdiff_t z = from[2] - depth; z <= from[2] + depth; ++z)
      {
        for (std::ptrdiff_t y = from[1] - 1; y <= from[1] + 1; ++y)
        {
          for (std::ptrdiff_t x = from[0] - 1; x <= from[0] + 1; ++x)
          {
            const SizeType to{ x, y, z };
            if (this->Clamp(to) == to && grown[this->GetOffset(to)] == 0 && isOnPath(this->GetOffset(to)))
            {
              grown[this->GetOffset(to)] = 1;
              front.push_back(to);
            }
          }
        }
      }
    }
    return grown;
  }

  /** The filter's output. */
  std::vector<float>
  GetEdges(float lowerThreshold, float upperThreshold) const
  {
    return this->Grow([&](std::size_t i) { return m_Value[i] > upperThreshold; },
                      [&](std::size_t i) { return m_Value[i] > lowerThreshold; });
  }

private:
  SizeType
  Clamp(SizeType index) const
  {
    for (unsigned int axis = 0; axis < 3; ++axis)
    {
      index[axis] = index[axis] < 0 ? 0 : index[axis] < m_Size[axis] ? index[axis] : m_Size[axis] - 1;
    }
    return index;
  }

  std::size_t
  GetOffset(const SizeType & index) const
  {
    return (index[2] * m_Size[1] + index[1]) * m_Size[0] + index[0];
  }

  auto
  GetNeighborhood(const float * pixels, const SizeType & index) const
  {
    return [this, pixels, index](int i) {
      const std::ptrdiff_t z = VDimension == 3 ? index[2] + i / 9 - 1 : 0;
      return pixels[this->GetOffset(this->Clamp({ index[0] + i % 3 - 1, index[1] + i / 3 % 3 - 1, z }))];
    };
  }

  template <typename TFunction>
  void
  ForEachPixel(const TFunction & function) const
  {
    std::size_t i = 0;
    for (std::ptrdiff_t z = 0; z < m_Size[2]; ++z)
    {
      for (std::ptrdiff_t y = 0; y < m_Size[1]; ++y)
      {
        for (std::ptrdiff_t x = 0; x < m_Size[0]; ++x)
        {
          function(i++, SizeType{ x, y, z });
        }
      }
    }
  }

  SizeType           m_Size;
  std::vector<float> m_Second;
  std::vector<float> m_Value;
};
} // namespace itk::DeviceTesting

#endif
