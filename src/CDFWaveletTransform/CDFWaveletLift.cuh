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
#ifndef CDFWaveletLift_cuh
#define CDFWaveletLift_cuh

#include "CDFWaveletTransform/CDFWaveletCore.h"

/** The lifting steps on a warp, each of whose lanes has some columns of one row: across rows by turns, as these come, and
 * along rows with the lanes beside. */
namespace itk::device::wavelet
{
/** Real numbers over a scale. */
template <typename TReal>
struct Scaling
{
  TReal  scale;
  double reciprocal;

  __device__ TReal
  Multiply(TReal value) const
  {
    return value * scale;
  }

  /** A quotient of floats is no nearer than 2^-49 to where rounding changes, so that this rounds as the division does. */
  __device__ TReal
  Divide(TReal value) const
  {
    return static_cast<TReal>(static_cast<double>(value) * reciprocal);
  }
};

/** The reversible wavelet has no scale. */
template <>
struct Scaling<std::int32_t>
{
  __device__ std::int32_t
             Multiply(std::int32_t value) const
  {
    return value;
  }

  __device__ std::int32_t
             Divide(std::int32_t value) const
  {
    return value;
  }
};

/** A wavelet, whose number of steps is known when it is compiled. */
template <typename TSteps, typename TPixel, int VSteps>
struct Lifting
{
  using PixelType = TPixel;

  /** By how many pairs of elements on either side what becomes of a pair depends on others. */
  static constexpr int Reach = VSteps / 2;

  TSteps          steps;
  Scaling<TPixel> scaling;

  __device__ TPixel
  Scale(TPixel coefficient, bool isLow) const
  {
    return isLow ? scaling.Multiply(coefficient) : scaling.Divide(coefficient);
  }

  /** Low and high coefficients by turns. */
  template <int VWidth>
  __device__ void
  ScaleAlong(TPixel (&row)[VWidth]) const
  {
#pragma unroll
    for (int i = 0; i < VWidth; ++i)
    {
      row[i] = this->Scale(row[i], i % 2 == 0);
    }
  }

  template <int VWidth>
  __device__ void
  UnscaleAlong(TPixel (&row)[VWidth]) const
  {
#pragma unroll
    for (int i = 0; i < VWidth; ++i)
    {
      row[i] = i % 2 == 0 ? scaling.Divide(row[i]) : scaling.Multiply(row[i]);
    }
  }

  /** Rows of low and of high coefficients across rows. */
  template <int VWidth>
  __device__ void
  ScaleAcross(TPixel (&low)[VWidth], TPixel (&high)[VWidth]) const
  {
#pragma unroll
    for (int i = 0; i < VWidth; ++i)
    {
      low[i] = scaling.Multiply(low[i]);
      high[i] = scaling.Divide(high[i]);
    }
  }

  template <int VWidth>
  __device__ void
  UnscaleAcross(TPixel (&low)[VWidth], TPixel (&high)[VWidth]) const
  {
#pragma unroll
    for (int i = 0; i < VWidth; ++i)
    {
      low[i] = scaling.Divide(low[i]);
      high[i] = scaling.Multiply(high[i]);
    }
  }

  /** Calls change(value, left, right) for what a step changes of a row. */
  template <int VStep, int VWidth, typename TChange>
  __device__ static void
  StepAlong(TPixel (&row)[VWidth], const TChange & change)
  {
    constexpr unsigned int warp = 0xffffffff;
    constexpr int          first = VStep % 2 == 0 ? 1 : 0;
    const TPixel beside = first == 1 ? __shfl_down_sync(warp, row[0], 1) : __shfl_up_sync(warp, row[VWidth - 1], 1);
#pragma unroll
    for (int i = first; i < VWidth; i += 2)
    {
      row[i] = change(row[i], i > 0 ? row[i - 1] : beside, i + 1 < VWidth ? row[i + 1] : beside);
    }
  }

  /** Transforms a row; what the outermost lanes have is wrong. */
  template <int VStep = 0, int VWidth>
  __device__ void
  ForwardAlong(TPixel (&row)[VWidth]) const
  {
    StepAlong<VStep>(row,
                     [this](TPixel value, TPixel left, TPixel right) { return steps.Lift(VStep, value, left, right); });
    if constexpr (VStep + 1 < VSteps)
    {
      this->template ForwardAlong<VStep + 1>(row);
    }
    else
    {
      this->ScaleAlong(row);
    }
  }

  template <int VStep = VSteps - 1, int VWidth>
  __device__ void
  InverseAlong(TPixel (&row)[VWidth]) const
  {
    if constexpr (VStep + 1 == VSteps)
    {
      this->UnscaleAlong(row);
    }
    StepAlong<VStep>(
      row, [this](TPixel value, TPixel left, TPixel right) { return steps.Unlift(VStep, value, left, right); });
    if constexpr (VStep > 0)
    {
      this->template InverseAlong<VStep - 1>(row);
    }
  }
};

/** A predicting and an updating step across rows, on pairs of rows that come one after the other. */
template <typename TLifting, int VWidth>
class Stage
{
public:
  using PixelType = typename TLifting::PixelType;

  /** Takes the next pair, and puts in its place what becomes of the one before; `step` is that of the prediction. */
  __device__ void
  Forward(const TLifting & lifting, int step, PixelType (&low)[VWidth], PixelType (&high)[VWidth])
  {
#pragma unroll
    for (int i = 0; i < VWidth; ++i)
    {
      const PixelType predicted = lifting.steps.Lift(step, m_High[i], m_Low[i], low[i]);
      const PixelType updated = lifting.steps.Lift(step + 1, m_Low[i], m_Predicted[i], predicted);
      m_Low[i] = low[i];
      m_High[i] = high[i];
      m_Predicted[i] = predicted;
      low[i] = updated;
      high[i] = predicted;
    }
  }

  __device__ void
  Inverse(const TLifting & lifting, int step, PixelType (&low)[VWidth], PixelType (&high)[VWidth])
  {
#pragma unroll
    for (int i = 0; i < VWidth; ++i)
    {
      const PixelType unupdated = lifting.steps.Unlift(step + 1, low[i], m_High[i], high[i]);
      const PixelType unpredicted = lifting.steps.Unlift(step, m_High[i], m_Low[i], unupdated);
      low[i] = m_Low[i];
      m_Low[i] = unupdated;
      m_High[i] = high[i];
      high[i] = unpredicted;
    }
  }

private:
  PixelType m_Low[VWidth]{};
  PixelType m_High[VWidth]{};
  PixelType m_Predicted[VWidth]{};
};
} // namespace itk::device::wavelet

#endif
