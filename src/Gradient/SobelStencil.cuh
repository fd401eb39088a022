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
#ifndef SobelStencil_cuh
#define SobelStencil_cuh

#include "Kernels/StencilWalk.cuh"
#include "SobelCore.cuh"

namespace itk::device::gradient
{
constexpr int Outputs = kernels::Stencil<float, 2>::Outputs;
constexpr int Inputs = kernels::Stencil<float, 2>::Inputs;

/** Sums over three rows: of what the rows above and below give, and `VWeight` times what is found in the middle row. */
template <int VWeight>
class ThreeRows
{
public:
  __device__ __forceinline__ void
  Push(const float (&side)[Outputs], const float (&middle)[Outputs], float (&sum)[Outputs])
  {
#pragma unroll
    for (int i = 0; i < Outputs; ++i)
    {
      sum[i] = m_Pending[i] + side[i];
      m_Pending[i] = fmaf(VWeight, middle[i], m_Side[i]);
      m_Side[i] = side[i];
    }
  }

private:
  float m_Pending[Outputs]{};
  float m_Side[Outputs]{};
};

/** Differences between rows two apart. */
class RowDifference
{
public:
  __device__ __forceinline__ void
  Push(const float (&value)[Inputs], float (&difference)[Inputs])
  {
#pragma unroll
    for (int i = 0; i < Inputs; ++i)
    {
      difference[i] = value[i] - m_Before[i];
      m_Before[i] = m_Last[i];
      m_Last[i] = value[i];
    }
  }

private:
  float m_Before[Inputs]{};
  float m_Last[Inputs]{};
};

/** itk::SobelOperator, and what itk::SobelEdgeDetectionImageFilter makes of it, in float. Differences come first, so
 * that rounding is relative to them and not to the values. */
template <unsigned int VDimension, bool VHasDirection>
class SobelStencil : public kernels::Stencil<float, VDimension, 1, VHasDirection ? 2 : 1>
{
public:
  using Base = kernels::Stencil<float, VDimension, 1, VHasDirection ? 2 : 1>;

  /** The magnitude, and then the direction. */
  __device__ __forceinline__ void
  Push(const typename Base::Rows & value, typename Base::Results & result)
  {
    float gradient[VDimension][Outputs];
    if constexpr (VDimension == 2)
    {
      Find2D(value, gradient);
    }
    else
    {
      Find3D(value, gradient);
    }
#pragma unroll
    for (int i = 0; i < Outputs; ++i)
    {
      float column[VDimension];
#pragma unroll
      for (unsigned int axis = 0; axis < VDimension; ++axis)
      {
        column[axis] = gradient[axis][i];
      }
      result[0][i] = sqrtf(SquareLength(column));
      if constexpr (VHasDirection)
      {
        // Zeros are positive, as a sum that begins with one is.
        result[1][i] = atan2f(gradient[1][i] + 0.0f, gradient[0][i] + 0.0f);
      }
    }
  }

private:
  /** Weights (1, 2, 1) across the difference. */
  __device__ __forceinline__ void
  Find2D(const float (&value)[1][Inputs], float (&gradient)[VDimension][Outputs])
  {
    float side[Outputs];
    float difference[Inputs];
#pragma unroll
    for (int i = 0; i < Outputs; ++i)
    {
      side[i] = value[0][i + 2] - value[0][i];
    }
    m_AlongX.Push(side, side, gradient[0]);
    m_AlongY[0].Push(value[0], difference);
#pragma unroll
    for (int i = 0; i < Outputs; ++i)
    {
      gradient[1][i] = fmaf(2.0f, difference[i + 1], difference[i] + difference[i + 2]);
    }
  }

  __device__ __forceinline__ void
  Find3D(const float (&value)[3][Inputs], float (&gradient)[VDimension][Outputs])
  {
    float side[Outputs];
    float thirdOfMiddle[Outputs];
    float difference[3][Inputs];
#pragma unroll
    for (int i = 0; i < Outputs; ++i)
    {
      const float ends = (value[0][i + 2] - value[0][i]) + (value[2][i + 2] - value[2][i]);
      const float center = value[1][i + 2] - value[1][i];
      side[i] = WeighSide(ends, center);
      thirdOfMiddle[i] = WeighThirdOfMiddle(ends, center);
    }
    m_AlongX.Push(side, thirdOfMiddle, gradient[0]);
#pragma unroll
    for (int plane = 0; plane < 3; ++plane)
    {
      m_AlongY[plane].Push(value[plane], difference[plane]);
    }
#pragma unroll
    for (int i = 0; i < Outputs; ++i)
    {
      const auto  getEnds = [&](int x) { return difference[0][x] + difference[2][x]; };
      const float sides = WeighSide(getEnds(i), difference[1][i]) + WeighSide(getEnds(i + 2), difference[1][i + 2]);
      gradient[1][i] = fmaf(3.0f, WeighThirdOfMiddle(getEnds(i + 1), difference[1][i + 1]), sides);
    }
#pragma unroll
    for (int i = 0; i < Outputs; ++i)
    {
      const auto  getAcross = [&](int x) { return value[2][x] - value[0][x]; };
      const float ends = getAcross(i) + getAcross(i + 2);
      side[i] = WeighSide(ends, getAcross(i + 1));
      thirdOfMiddle[i] = WeighThirdOfMiddle(ends, getAcross(i + 1));
    }
    m_AlongZ.Push(side, thirdOfMiddle, gradient[2]);
  }

  ThreeRows<VDimension == 2 ? 2 : 3> m_AlongX;
  ThreeRows<3>                       m_AlongZ;
  RowDifference                      m_AlongY[VDimension == 2 ? 1 : 3];
};
} // namespace itk::device::gradient

#endif
