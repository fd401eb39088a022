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
#include "Inpainting/InpaintingOnDevice.h"
#include "Inpainting/InpaintingStart.h"
#include "Kernels/Reduce.cuh"
#include "itkCDFWaveletTransform.h"
#include "itkCudaCDFWaveletTransformLaunch.h"
#include "itkCudaDiscreteCosineTransformLaunch.h"

namespace itk::device
{
namespace
{
/** The bits of floats that are not negative have their order. */
__global__ void
__launch_bounds__(kernels::PointwiseThreads)
  LargestKernel(const float * values, std::size_t count, unsigned int * largest)
{
  float most = 0;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += static_cast<std::size_t>(gridDim.x) * blockDim.x)
  {
    most = fmaxf(most, fabsf(values[i]));
  }
  using Reduce = cub::BlockReduce<float, kernels::PointwiseThreads>;
  __shared__ typename Reduce::TempStorage storage;
  most = Reduce(storage).Reduce(most, [](float a, float b) { return fmaxf(a, b); });
  if (threadIdx.x == 0)
  {
    atomicMax(largest, __float_as_uint(most));
  }
}

class InpaintingWaveletsOnDevice : public InpaintingDictionaryOnDevice
{
public:
  InpaintingWaveletsOnDevice(const InpaintingSettings & settings, const std::size_t (&size)[3], const Stream & stream)
    : m_Stream(stream)
    , m_Count(size[0] * size[1] * size[2])
    , m_Plan(settings.wavelet, GetNumberOfInpaintingLevels(settings, GetNumberOfCDFWaveletLevels(size)), size, stream)
    , m_Coefficients(m_Count * sizeof(float), stream)
  {}

  void
  Threshold(const float * from, float * to, float threshold) override
  {
    LaunchCDFWaveletThresholding(m_Plan, from, m_Coefficients.As<float>(), to, threshold);
  }

  void
  FindLargest(const float * from, unsigned int * largest) override
  {
    LaunchForwardCDFWaveletTransform(m_Plan, from, m_Coefficients.As<float>(), 0.0f);
    kernels::Launch("Inpainting LargestKernel",
                    LargestKernel,
                    kernels::Grid(kernels::ReduceBlocks, kernels::PointwiseThreads),
                    m_Stream,
                    m_Coefficients.As<float>(),
                    m_Count,
                    largest);
  }

private:
  Stream         m_Stream;
  std::size_t    m_Count;
  CDFWaveletPlan m_Plan;
  Buffer         m_Coefficients;
};

class InpaintingCosinesOnDevice : public InpaintingDictionaryOnDevice
{
public:
  InpaintingCosinesOnDevice(const std::size_t (&size)[3], const Stream & stream)
    : m_Plan(size, stream)
  {}

  void
  Threshold(const float * from, float * to, float threshold) override
  {
    LaunchDiscreteCosineThresholding(m_Plan, from, to, threshold, nullptr);
  }

  void
  FindLargest(const float * from, unsigned int * largest) override
  {
    LaunchDiscreteCosineThresholding(m_Plan, from, nullptr, 0.0f, largest);
  }

private:
  DiscreteCosinePlan m_Plan;
};
} // namespace

std::vector<std::unique_ptr<InpaintingDictionaryOnDevice>>
MakeInpaintingDictionariesOnDevice(const InpaintingSettings & settings,
                                   const std::size_t (&size)[3],
                                   const Stream & stream)
{
  using Transform = InpaintingImageFilterEnums::Transform;
  std::vector<std::unique_ptr<InpaintingDictionaryOnDevice>> dictionaries;
  if (settings.transform == Transform::Cosine)
  {
    dictionaries.push_back(std::make_unique<InpaintingCosinesOnDevice>(size, stream));
  }
  if (settings.transform == Transform::Wavelet || settings.transform == Transform::Morphological)
  {
    dictionaries.push_back(std::make_unique<InpaintingWaveletsOnDevice>(settings, size, stream));
  }
  if (settings.transform == Transform::Windows || settings.transform == Transform::Morphological)
  {
    dictionaries.push_back(MakeInpaintingWindowsOnDevice(size, settings.transform == Transform::Windows, stream));
  }
  return dictionaries;
}
} // namespace itk::device
