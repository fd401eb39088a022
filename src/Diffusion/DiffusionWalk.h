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
#ifndef DiffusionWalk_h
#define DiffusionWalk_h

#include "DiffusionCore.h"

namespace itk::device::diffusion
{
/** An equation's stencil for Kernels/StencilWalk.cuh, which pushes it row after row of the image, from the row above the
 * first one that it is to compute on. */
template <DiffusionEquation VEquation, int VDimension>
class DiffusionWalk
{
public:
  static constexpr int Outputs = 4;
  static constexpr int Inputs = Outputs + 2;
  static constexpr int Planes = VDimension == 3 ? 3 : 1;
  using Rows = float[Planes][Inputs];

  ITK_HOST_DEVICE
  DiffusionWalk(const double (&scale)[VDimension], double timeStep)
    : m_TimeStep(timeStep)
  {
    ITK_DIFFUSION_UNROLL
    for (int axis = 0; axis < VDimension; ++axis)
    {
      m_Scale[axis] = scale[axis];
    }
  }

  /** Takes a row, and sets `result` to the four pixels in the middle of the one before, a step later. */
  ITK_HOST_DEVICE void
  Push(const Rows & below, const DiffusionState & state, float (&result)[Outputs])
  {
    if constexpr (VEquation == DiffusionEquation::CurvatureFlow)
    {
      this->ComputeByCurvatureFlow(below, result);
    }
    else
    {
      this->ComputeByFlows(below, state, result);
    }
    ITK_DIFFUSION_UNROLL
    for (int plane = 0; plane < Planes; ++plane)
    {
      ITK_DIFFUSION_UNROLL
      for (int i = 0; i < Inputs; ++i)
      {
        m_Above[plane][i] = m_Center[plane][i];
        m_Center[plane][i] = below[plane][i];
      }
    }
  }

private:
  using FactorsType = FaceFactors<VEquation, VDimension>;

  static constexpr int Middle = Planes / 2;

  ITK_HOST_DEVICE void
  ComputeByCurvatureFlow(const Rows & below, float (&result)[Outputs]) const
  {
    ITK_DIFFUSION_UNROLL
    for (int i = 0; i < Outputs; ++i)
    {
      Neighborhood near{};
      ITK_DIFFUSION_UNROLL
      for (int plane = 0; plane < Planes; ++plane)
      {
        ITK_DIFFUSION_UNROLL
        for (int x = 0; x < 3; ++x)
        {
          auto & rows = near[plane + 1 - Middle];
          rows[0][x] = m_Above[plane][i + x];
          rows[1][x] = m_Center[plane][i + x];
          rows[2][x] = below[plane][i + x];
        }
      }
      result[i] = Step(near[1][1][1], ComputeCurvatureFlow<VDimension>(near, m_Scale), m_TimeStep);
    }
  }

  ITK_HOST_DEVICE static double
  Central(float before, float after)
  {
    return CentralDifference<VEquation>(before, after);
  }

  /** Along axis 0, of the four pixels of a row. */
  ITK_HOST_DEVICE static void
  AlongRow(const float (&row)[Inputs], double (&derivative)[Outputs])
  {
    ITK_DIFFUSION_UNROLL
    for (int i = 0; i < Outputs; ++i)
    {
      derivative[i] = Central(row[i], row[i + 2]);
    }
  }

  ITK_HOST_DEVICE void
  ComputeByFlows(const Rows & below, const DiffusionState & state, float (&result)[Outputs])
  {
    const FactorsType factors(m_Scale, state.factor);
    const auto &      above = m_Above[Middle];
    const auto &      center = m_Center[Middle];
    double            speeds[Outputs];
    double            alongX[Outputs];
    double            alongY[Inputs];
    double            alongZ[Inputs];
    AlongRow(center, alongX);
    ITK_DIFFUSION_UNROLL
    for (int i = 0; i < Inputs; ++i)
    {
      alongY[i] = Central(above[i], below[Middle][i]);
      if constexpr (VDimension == 3)
      {
        alongZ[i] = Central(m_Center[0][i], m_Center[2][i]);
      }
    }

    double flowBefore = 0.0;
    ITK_DIFFUSION_UNROLL
    for (int i = 0; i <= Outputs; ++i)
    {
      double sums[VDimension - 1];
      sums[0] = alongY[i] + alongY[i + 1];
      if constexpr (VDimension == 3)
      {
        sums[1] = alongZ[i] + alongZ[i + 1];
      }
      const double flowAfter = FlowThroughFace<0>(Difference(center[i], center[i + 1]), sums, factors);
      if (i > 0)
      {
        speeds[i - 1] = m_Scale[0] * (flowAfter - flowBefore);
      }
      flowBefore = flowAfter;
    }

    double alongXBelow[Outputs];
    AlongRow(below[Middle], alongXBelow);
    ITK_DIFFUSION_UNROLL
    for (int i = 0; i < Outputs; ++i)
    {
      double sums[VDimension - 1];
      sums[0] = alongX[i] + alongXBelow[i];
      if constexpr (VDimension == 3)
      {
        sums[1] = alongZ[i + 1] + Central(below[0][i + 1], below[2][i + 1]);
      }
      const double flow = FlowThroughFace<1>(Difference(center[i + 1], below[Middle][i + 1]), sums, factors);
      speeds[i] = std::fma(m_Scale[1], flow - m_FlowAbove[i], speeds[i]);
      m_FlowAbove[i] = flow;
    }

    if constexpr (VDimension == 3)
    {
      double flowsBefore[Outputs];
      double flowsAfter[Outputs];
      this->ComputeAcrossPlanes<0>(below, factors, alongX, alongY, flowsBefore);
      this->ComputeAcrossPlanes<2>(below, factors, alongX, alongY, flowsAfter);
      ITK_DIFFUSION_UNROLL
      for (int i = 0; i < Outputs; ++i)
      {
        speeds[i] = std::fma(m_Scale[2], flowsAfter[i] - flowsBefore[i], speeds[i]);
      }
    }

    ITK_DIFFUSION_UNROLL
    for (int i = 0; i < Outputs; ++i)
    {
      const float pixel = center[i + 1];
      double      change = speeds[i];
      if constexpr (VEquation == DiffusionEquation::CurvatureDiffusion)
      {
        float before[VDimension]{ pixel - center[i], pixel - above[i + 1] };
        float after[VDimension]{ center[i + 2] - pixel, below[Middle][i + 1] - pixel };
        if constexpr (VDimension == 3)
        {
          before[2] = pixel - m_Center[0][i + 1];
          after[2] = m_Center[2][i + 1] - pixel;
        }
        change = MultiplyByUpwindGradient(change, before, after, m_Scale);
      }
      result[i] = Step(pixel, static_cast<float>(change), m_TimeStep);
    }
  }

  /** What flows through the faces to the plane before, 0, or to that after, 2. */
  template <int VPlane>
  ITK_HOST_DEVICE void
  ComputeAcrossPlanes(const Rows &        below,
                      const FactorsType & factors,
                      const double (&alongX)[Outputs],
                      const double (&alongY)[Inputs],
                      double (&flows)[Outputs]) const
  {
    const auto & center = m_Center[VPlane];
    double       alongXThere[Outputs];
    AlongRow(center, alongXThere);
    ITK_DIFFUSION_UNROLL
    for (int i = 0; i < Outputs; ++i)
    {
      const float  here = m_Center[Middle][i + 1];
      const float  there = center[i + 1];
      const double sums[2]{ alongX[i] + alongXThere[i],
                            alongY[i + 1] + Central(m_Above[VPlane][i + 1], below[VPlane][i + 1]) };
      const double difference = VPlane == 0 ? Difference(there, here) : Difference(here, there);
      flows[i] = FlowThroughFace<2>(difference, sums, factors);
    }
  }

  double m_Scale[VDimension];
  double m_TimeStep;
  float  m_Above[Planes][Inputs]{};
  float  m_Center[Planes][Inputs]{};
  double m_FlowAbove[Outputs]{};
};
} // namespace itk::device::diffusion

#endif
