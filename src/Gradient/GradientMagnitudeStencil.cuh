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
#ifndef GradientMagnitudeStencil_cuh
#define GradientMagnitudeStencil_cuh

#include "GradientMagnitudeCore.h"
#include "Kernels/StencilWalk.cuh"

namespace itk::device::gradient
{
template <typename TOutput, unsigned int VDimension>
class GradientMagnitudeStencil : public kernels::Stencil<TOutput, VDimension>
{
public:
  using Base = kernels::Stencil<TOutput, VDimension>;
  using Base::Inputs;
  using Base::Outputs;

  explicit GradientMagnitudeStencil(const double (&scale)[VDimension])
    : m_Function(scale)
  {}

  __device__ __forceinline__ void
  Push(const typename Base::Rows & value, typename Base::Results & magnitude)
  {
    constexpr int center = Base::Planes / 2;
#pragma unroll
    for (int i = 0; i < Outputs; ++i)
    {
      float before[VDimension] = { m_Center[i], m_Above[i] };
      float after[VDimension] = { m_Center[i + 2], value[center][i + 1] };
      if constexpr (VDimension == 3)
      {
        before[2] = m_LayerBefore[i];
        after[2] = m_LayerAfter[i];
        m_LayerBefore[i] = value[0][i + 1];
        m_LayerAfter[i] = value[Base::Planes - 1][i + 1];
      }
      magnitude[0][i] = m_Function(before, after);
    }
#pragma unroll
    for (int i = 0; i < Outputs; ++i)
    {
      m_Above[i] = m_Center[i + 1];
    }
#pragma unroll
    for (int i = 0; i < Inputs; ++i)
    {
      m_Center[i] = value[center][i];
    }
  }

private:
  GradientMagnitudeFunction<TOutput, VDimension> m_Function;
  float                                          m_Above[Outputs]{};
  float                                          m_Center[Inputs]{};
  float                                          m_LayerBefore[Outputs]{};
  float                                          m_LayerAfter[Outputs]{};
};
} // namespace itk::device::gradient

#endif
