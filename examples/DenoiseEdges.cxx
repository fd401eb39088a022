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
// Finds the edges in a noisy image before and after denoising it: DenoiseEdges OUTPUT_FOLDER IMAGE [LOWER UPPER], where the
// last two are Canny's thresholds, 3 and 6 by default.
#include "QuickstartReport.h"
#include "itkCudaCannyEdgeDetectionImageFilter.h"
#include "itkCudaIsolineDenoisingImageFilter.h"
#include "itkDeviceTransfer.h"
#include "itkImageFileReader.h"
#include "itkNoiseLevelImageCalculator.h"
#include "itkRescaleIntensityImageFilter.h"
#include "itksys/SystemTools.hxx"

using ImageType = itk::DeviceImage<float, 2>; // an itk::Image whose pixels may live on the GPU

static void
FindEdges(const std::string & inputFile, const std::string & folder, double lower, double upper)
{
  using DenoisingType = itk::CudaIsolineDenoisingImageFilter<ImageType>;
  using CannyType = itk::CudaCannyEdgeDetectionImageFilter<ImageType, ImageType>;

  std::cout << inputFile << std::endl;
  const auto reader = itk::ImageFileReader<ImageType>::New();
  reader->SetFileName(inputFile);
  Run("read", *reader);

  const auto rescale = itk::RescaleIntensityImageFilter<ImageType>::New();
  rescale->SetInput(reader->GetOutput());
  rescale->SetOutputMinimum(0);
  rescale->SetOutputMaximum(255);
  Run("rescale to 0..255", *rescale);

  const auto calculator = itk::NoiseLevelImageCalculator<ImageType>::New();
  calculator->SetImage(rescale->GetOutput());
  calculator->Compute();
  std::cout << "  noise: standard deviation " << calculator->GetNoiseLevel() << std::endl;

  const auto makeCanny = [=](ImageType * image) {
    const auto canny = CannyType::New();
    canny->SetInput(image);
    canny->SetVariance(1);
    canny->SetLowerThreshold(lower);
    canny->SetUpperThreshold(upper);
    return canny;
  };
  const auto cannyBefore = makeCanny(rescale->GetOutput());
  Run("Canny", *cannyBefore);

  // On a GPU the denoised image stays there for Canny.
  const auto transfersBefore = itk::device::GetTransferCounts();
  const auto denoising = DenoisingType::New();
  denoising->SetInput(rescale->GetOutput());
  denoising->SetModel(DenoisingType::ModelEnum::Tubes);
  denoising->SetNoiseLevel(calculator->GetNoiseLevel());
  Run("denoise", *denoising);

  const auto cannyAfter = makeCanny(denoising->GetOutput());
  Run("denoised, Canny", *cannyAfter);

  const ImageType * const edgesAfter = cannyAfter->GetOutput();
  const auto              numberAfter = CountEdgePixels(edgesAfter);
  const auto              transfersAfter = itk::device::GetTransferCounts();
  std::cout << "  transfers of denoising and its Canny: uploads " << transfersAfter.uploads - transfersBefore.uploads
            << ", downloads " << transfersAfter.downloads - transfersBefore.downloads << std::endl;
  const ImageType * const edgesBefore = cannyBefore->GetOutput();
  std::cout << "  pixels on edges: " << CountEdgePixels(edgesBefore) << " before, " << numberAfter << " after"
            << std::endl;

  const ImageType * const noisy = rescale->GetOutput();
  const ImageType * const denoised = denoising->GetOutput();
  const auto              noisyBytes = ToBytes(noisy);
  const auto              denoisedBytes = ToBytes(denoised);
  const std::string       prefix = folder + '/' + itksys::SystemTools::GetFilenameWithoutExtension(inputFile) + '-';
  WriteDrawings({ Draw(noisyBytes),
                  Draw(denoisedBytes),
                  Draw(noisyBytes, GetMiddleSlice(edgesBefore)),
                  Draw(denoisedBytes, GetMiddleSlice(edgesAfter)) },
                { "noisy", "denoised", "edges-before", "edges-after" },
                prefix);
  std::cout << "  written: " << prefix << "*.png" << std::endl;
}

int
main(int argc, char * argv[])
{
  if (argc != 3 && argc != 5)
  {
    std::cerr << "Usage: " << argv[0] << " OUTPUT_FOLDER IMAGE [LOWER UPPER]" << std::endl;
    return EXIT_FAILURE;
  }
  try
  {
    FindEdges(argv[2], argv[1], argc == 5 ? std::stod(argv[3]) : 3, argc == 5 ? std::stod(argv[4]) : 6);
  }
  catch (const itk::ExceptionObject & error)
  {
    std::cerr << error.GetDescription() << std::endl;
    return EXIT_FAILURE;
  }
  catch (const std::logic_error &)
  {
    std::cerr << "LOWER and UPPER must be numbers." << std::endl;
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
