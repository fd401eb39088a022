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
// Adds noise to images and finds their edges with a chain of filters: Quickstart OUTPUT_FOLDER IMAGE...
#include "QuickstartReport.h"
#include "itkAdditiveGaussianNoiseImageFilter.h"
#include "itkCudaCannyEdgeDetectionImageFilter.h"
#include "itkCudaDiscreteGaussianImageFilter.h"
#include "itkCudaMedianImageFilter.h"
#include "itkDeviceTransfer.h"
#include "itkImageFileReader.h"
#include "itkRescaleIntensityImageFilter.h"
#include "itkSaltAndPepperNoiseImageFilter.h"

template <unsigned int VDimension>
void
FindEdges(const std::string & inputFile, const std::string & outputPrefix)
{
  using FloatImageType = itk::DeviceImage<float, VDimension>; // an itk::Image whose pixels may live on the GPU
  using ImageType = itk::DeviceImage<unsigned char, VDimension>;
  using MedianType = itk::CudaMedianImageFilter<ImageType, ImageType>;
  using GaussianType = itk::CudaDiscreteGaussianImageFilter<ImageType, FloatImageType>;
  using CannyType = itk::CudaCannyEdgeDetectionImageFilter<FloatImageType, FloatImageType>;

  std::cout << inputFile << std::endl;
  const auto reader = itk::ImageFileReader<FloatImageType>::New();
  reader->SetFileName(inputFile);
  Run("read", *reader);

  const auto rescale = itk::RescaleIntensityImageFilter<FloatImageType, ImageType>::New();
  rescale->SetInput(reader->GetOutput());
  Run("rescale to 0..255", *rescale);

  // ITK seeds the noise of each work unit: with one of them it is the same on every machine.
  const auto gaussianNoise = itk::AdditiveGaussianNoiseImageFilter<ImageType>::New();
  gaussianNoise->SetInput(rescale->GetOutput());
  gaussianNoise->SetStandardDeviation(15.0);
  gaussianNoise->SetSeed(1);
  gaussianNoise->SetNumberOfWorkUnits(1);
  Run("add Gaussian noise", *gaussianNoise);

  const auto impulseNoise = itk::SaltAndPepperNoiseImageFilter<ImageType>::New();
  impulseNoise->SetInput(gaussianNoise->GetOutput());
  impulseNoise->SetProbability(0.2);
  impulseNoise->SetSeed(2);
  impulseNoise->SetNumberOfWorkUnits(1);
  Run("add salt and pepper", *impulseNoise);

  // These take the GPU if there is one. The pixels are uploaded for the first of them and stay there for the others.
  const auto before = itk::device::GetTransferCounts();

  const auto median = MedianType::New();
  median->SetInput(impulseNoise->GetOutput());
  median->SetRadius(VDimension == 2 ? 2 : 1);
  Run("median", *median);

  const auto gaussian = GaussianType::New();
  gaussian->SetInput(median->GetOutput());
  gaussian->SetVariance(1.96);
  Run("Gaussian", *gaussian);

  const auto canny = CannyType::New();
  canny->SetInput(gaussian->GetOutput());
  canny->SetLowerThreshold(6);
  canny->SetUpperThreshold(12);
  Run("Canny edges", *canny);

  // Reading the result brings it back to the host.
  const FloatImageType * const edges = canny->GetOutput();
  const auto                   numberOfEdgePixels = CountEdgePixels(edges);
  const auto                   after = itk::device::GetTransferCounts();
  std::cout << "  " << numberOfEdgePixels << " pixels on edges; transfers of the three filters: uploads "
            << after.uploads - before.uploads << ", downloads " << after.downloads - before.downloads << std::endl;

  // So does a look at what is between them.
  const ImageType * const input = rescale->GetOutput();
  const ImageType * const noisy = impulseNoise->GetOutput();
  const ImageType * const filtered = median->GetOutput();
  std::cout << "  peak signal to noise: " << ComputePSNR(noisy, input) << " dB with noise, "
            << ComputePSNR(filtered, input) << " dB after the median" << std::endl;
  WriteSlices<ImageType>({ input, noisy, filtered }, { "input", "noisy", "median" }, edges, outputPrefix);
}

int
main(int argc, char * argv[])
{
  if (argc < 3)
  {
    std::cerr << "Usage: " << argv[0] << " OUTPUT_FOLDER IMAGE..." << std::endl;
    return EXIT_FAILURE;
  }
  if (itk::device::Runtime::IsAvailable())
  {
    std::cout << "GPU: " << itk::device::Runtime::GetDeviceName(0) << std::endl;
  }
  try
  {
    for (int i = 2; i < argc; ++i)
    {
      const auto reader = itk::ImageFileReader<itk::Image<float, 3>>::New();
      reader->SetFileName(argv[i]);
      reader->UpdateOutputInformation();
      if (reader->GetOutput()->GetLargestPossibleRegion().GetSize(2) > 1)
      {
        FindEdges<3>(argv[i], std::string(argv[1]) + "/volume-");
      }
      else
      {
        FindEdges<2>(argv[i], std::string(argv[1]) + "/slice-");
      }
    }
  }
  catch (const itk::ExceptionObject & error)
  {
    std::cerr << error.GetDescription() << std::endl;
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
