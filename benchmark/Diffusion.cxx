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
#include "Benchmark.h"
#include "BenchmarkLaunch.h"
#include "itkCudaCurvatureAnisotropicDiffusionImageFilter.h"
#include "itkCudaCurvatureFlowImageFilter.h"
#include "itkCudaGradientAnisotropicDiffusionImageFilter.h"
#include "itkCudaMinMaxCurvatureFlowImageFilter.h"
#include "itkCudaVectorGradientAnisotropicDiffusionImageFilter.h"
#include "itkVector.h"

using itk::device::DiffusionEquation;

namespace
{
constexpr double timeStep = 0.05;

/** One iteration, with the mean squared gradient where the equation needs it. */
template <std::size_t VDimension>
void
RegisterIteration(const char * name, DiffusionEquation equation, std::size_t side)
{
  RegisterLaunch<VDimension, Inputs<float>, Outputs<float>>(
    MakeName(name, VDimension, "float", "iteration", side),
    side,
    [=](const auto & input, const auto & output, const Stream & stream) {
      double scale[VDimension];
      std::fill_n(scale, VDimension, 1.0);
      const itk::device::Buffer buffer(sizeof(itk::device::DiffusionState), stream);
      auto * const              state = buffer.As<itk::device::DiffusionState>();
      if (equation != DiffusionEquation::CurvatureFlow)
      {
        itk::device::LaunchDiffusionState<VDimension>(input, scale, 1.0, state, stream);
      }
      itk::device::LaunchDiffusion<VDimension>(equation, input, output, scale, timeStep, state, stream);
    });
}

template <std::size_t VDimension>
void
RegisterMinMaxIteration(std::size_t side)
{
  RegisterLaunch<VDimension, Inputs<float>, Outputs<float>>(
    MakeName("MinMaxCurvatureFlow", VDimension, "float", "iteration", side),
    side,
    [](const auto & input, const auto & output, const Stream & stream) {
      double scale[VDimension];
      std::fill_n(scale, VDimension, 1.0);
      itk::device::LaunchMinMaxCurvatureFlow<VDimension>(input, output, scale, 2, timeStep, stream);
    });
}

/** Update() with ten iterations. */
template <typename TFilter>
void
RegisterTen(const char * name, std::size_t side, const char * pixel = "float")
{
  using ImageType = typename TFilter::InputImageType;
  constexpr unsigned int dimension = ImageType::ImageDimension;
  const std::size_t      pixels = GetNumberOfPixels(dimension, side);
  Register(MakeName(name, dimension, pixel, "10iterations", side),
           pixels,
           pixels * 2 * sizeof(typename ImageType::PixelType),
           [=](benchmark::State &) {
             const auto filter = TFilter::New();
             filter->SetInput(MakeImage<ImageType>(side));
             filter->SetUseDevice(TFilter::UseDeviceEnum::Always);
             filter->SetNumberOfIterations(10);
             filter->SetTimeStep(timeStep);
             filter->Update();
             return MedianTimeOnDevice(Stream::OfThisThread(0), [&] { UpdateAgain(*filter); });
           });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    const auto registerEquation = [](const char * name, DiffusionEquation equation) {
      RegisterIteration<2>(name, equation, 16384);
      RegisterIteration<2>(name, equation, 4096);
      RegisterIteration<3>(name, equation, 512);
      RegisterIteration<3>(name, equation, 256);
    };
    registerEquation("GradientAnisotropicDiffusion", DiffusionEquation::GradientDiffusion);
    registerEquation("CurvatureAnisotropicDiffusion", DiffusionEquation::CurvatureDiffusion);
    registerEquation("CurvatureFlow", DiffusionEquation::CurvatureFlow);

    RegisterMinMaxIteration<2>(16384);
    RegisterMinMaxIteration<3>(512);

    using VolumeType = itk::DeviceImage<float, 3>;
    RegisterTen<itk::CudaGradientAnisotropicDiffusionImageFilter<VolumeType, VolumeType>>(
      "GradientAnisotropicDiffusion", 256);
    RegisterTen<itk::CudaCurvatureAnisotropicDiffusionImageFilter<VolumeType, VolumeType>>(
      "CurvatureAnisotropicDiffusion", 256);
    using FieldType = itk::DeviceImage<itk::Vector<float, 3>, 3>;
    RegisterTen<itk::CudaVectorGradientAnisotropicDiffusionImageFilter<FieldType, FieldType>>(
      "VectorGradientAnisotropicDiffusion", 256, "vector3");
    RegisterTen<itk::CudaCurvatureFlowImageFilter<VolumeType, VolumeType>>("CurvatureFlow", 256);
    RegisterTen<itk::CudaMinMaxCurvatureFlowImageFilter<VolumeType, VolumeType>>("MinMaxCurvatureFlow", 256);
  }
});
} // namespace
