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
#include "Kernels/StencilWalk.cuh"

namespace itk::device
{
namespace
{
template <unsigned int VDimension>
class LaplacianStencil : public kernels::Stencil<float, VDimension>
{
public:
  using Base = kernels::Stencil<float, VDimension>;
  using Base::Inputs;
  using Base::Outputs;

  /** Coefficients in float, as LaplacianOperator has them for float images. */
  explicit LaplacianStencil(const double (&spacing)[VDimension])
  {
    double sum = 0.0;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      const double scale = 1.0 / spacing[axis];
      const double square = scale * scale;
      m_Coefficient[axis] = static_cast<float>(square);
      sum += 2.0 * square;
    }
    m_CenterCoefficient = static_cast<float>(-sum);
  }

  __device__ __forceinline__ void
  Push(const typename Base::Rows & value, typename Base::Results & result)
  {
    constexpr int center = Base::Planes / 2;
    const double  along = m_Coefficient[0];
    const double  across = m_Coefficient[1];
    const double  middle = m_CenterCoefficient;
    double        row[Inputs];
#pragma unroll
    for (int i = 0; i < Inputs; ++i)
    {
      row[i] = value[center][i];
    }
#pragma unroll
    for (int i = 0; i < Outputs; ++i)
    {
      double sum = 0.0;
      if constexpr (VDimension == 3)
      {
        sum += static_cast<double>(m_Coefficient[2]) * m_LayerBefore[i];
      }
      sum += across * m_Above[i];
      sum += along * m_Center[i];
      sum += middle * m_Center[i + 1];
      sum += along * m_Center[i + 2];
      sum += across * row[i + 1];
      if constexpr (VDimension == 3)
      {
        sum += static_cast<double>(m_Coefficient[2]) * m_LayerAfter[i];
        m_LayerBefore[i] = value[0][i + 1];
        m_LayerAfter[i] = value[Base::Planes - 1][i + 1];
      }
      result[0][i] = static_cast<float>(sum);
    }
#pragma unroll
    for (int i = 0; i < Outputs; ++i)
    {
      m_Above[i] = m_Center[i + 1];
    }
#pragma unroll
    for (int i = 0; i < Inputs; ++i)
    {
      m_Center[i] = row[i];
    }
  }

private:
  // Kept as float: GCC 12 forgets to round where it vectorizes a conversion to float and back.
  float  m_Coefficient[VDimension];
  float  m_CenterCoefficient;
  double m_Above[Outputs]{};
  double m_Center[Inputs]{};
  float  m_LayerBefore[Outputs]{};
  float  m_LayerAfter[Outputs]{};
};
} // namespace

/** Reads and writes each pixel once: bound by memory, and near it by conversions to double. */
template <unsigned int VDimension>
void
LaunchLaplacian(const ImageView<const float, VDimension> & input,
                const ImageView<float, VDimension> &       output,
                const std::size_t (&offset)[VDimension],
                const double (&spacing)[VDimension],
                const Stream & stream)
{
  kernels::RunStencil(LaplacianStencil<VDimension>(spacing), input, { output }, offset, stream);
}

#define ITK_INSTANTIATE(dimension)                                                    \
  template void LaunchLaplacian<dimension>(const ImageView<const float, dimension> &, \
                                           const ImageView<float, dimension> &,       \
                                           const std::size_t(&)[dimension],           \
                                           const double(&)[dimension],                \
                                           const Stream &);
ITK_INSTANTIATE(2)
ITK_INSTANTIATE(3)
} // namespace itk::device
