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
#ifndef ClinicalChain_h
#define ClinicalChain_h

#include "itkCudaBinaryFillholeImageFilter.h"
#include "itkCudaBinaryMorphologicalOpeningImageFilter.h"
#include "itkCudaBinaryShapeKeepNObjectsImageFilter.h"
#include "itkCudaLabelStatisticsImageFilter.h"
#include "itkCudaMedianImageFilter.h"
#include "itkCudaOtsuThresholdImageFilter.h"
#include "itkCudaSignedMaurerDistanceMapImageFilter.h"
#include "itkCudaSmoothingRecursiveGaussianImageFilter.h"
#include "itkFlatStructuringElement.h"

/** The images and filters of a chain: ITK's. */
struct FiltersOfITK
{
  template <typename TPixel>
  using Image = itk::Image<TPixel, 3>;

  template <typename... TImages>
  using Median = itk::MedianImageFilter<TImages...>;
  template <typename... TImages>
  using Gaussian = itk::SmoothingRecursiveGaussianImageFilter<TImages...>;
  template <typename... TImages>
  using Otsu = itk::OtsuThresholdImageFilter<TImages...>;
  template <typename... TArguments>
  using Opening = itk::BinaryMorphologicalOpeningImageFilter<TArguments...>;
  template <typename TImage>
  using KeepLargest = itk::BinaryShapeKeepNObjectsImageFilter<TImage>;
  template <typename TImage>
  using Fillhole = itk::BinaryFillholeImageFilter<TImage>;
  template <typename... TImages>
  using Distance = itk::SignedMaurerDistanceMapImageFilter<TImages...>;
  template <typename... TImages>
  using LabelStatistics = itk::LabelStatisticsImageFilter<TImages...>;
};

/** This module's. */
struct FiltersOnDevice : FiltersOfITK
{
  template <typename TPixel>
  using Image = itk::DeviceImage<TPixel, 3>;

  template <typename... TImages>
  using Median = itk::CudaMedianImageFilter<TImages...>;
  template <typename... TImages>
  using Gaussian = itk::CudaSmoothingRecursiveGaussianImageFilter<TImages...>;
  template <typename... TImages>
  using Otsu = itk::CudaOtsuThresholdImageFilter<TImages...>;
  template <typename... TArguments>
  using Opening = itk::CudaBinaryMorphologicalOpeningImageFilter<TArguments...>;
  template <typename TImage>
  using KeepLargest = itk::CudaBinaryShapeKeepNObjectsImageFilter<TImage>;
  template <typename TImage>
  using Fillhole = itk::CudaBinaryFillholeImageFilter<TImage>;
  template <typename... TImages>
  using Distance = itk::CudaSignedMaurerDistanceMapImageFilter<TImages...>;
  template <typename... TImages>
  using LabelStatistics = itk::CudaLabelStatisticsImageFilter<TImages...>;
};

/** What is measured of the object. */
struct ClinicalFigures
{
  itk::SizeValueType voxels;
  double             threshold;
  double             mean;  // of the input
  double             sigma; // likewise
  double             depth; // of the voxel farthest from the surface, in mm
};

/** Finds the largest object of a CT volume and measures it: median of 3 x 3 x 1, recursive Gaussian of 1 mm, Otsu's
 * threshold, opening by a ball of 2 voxels, the largest component, its holes filled, distance map, label statistics. */
template <typename TFilters>
class ClinicalChain
{
public:
  using ImageType = typename TFilters::template Image<short>;
  using RealType = typename TFilters::template Image<float>;
  using LabelType = typename TFilters::template Image<unsigned char>;

  explicit ClinicalChain(ImageType * input)
  {
    m_Median->SetInput(input);
    m_Median->SetRadius({ { 1, 1, 0 } });
    m_Gaussian->SetInput(m_Median->GetOutput());
    m_Gaussian->SetSigma(1.0);

    // Inside is what does not exceed the threshold.
    m_Otsu->SetInput(m_Gaussian->GetOutput());
    m_Otsu->SetInsideValue(0);
    m_Otsu->SetOutsideValue(1);

    m_Opening->SetInput(m_Otsu->GetOutput());
    m_Opening->SetKernel(ElementType::Ball({ { 2, 2, 2 } }));
    m_Opening->SetForegroundValue(1);
    m_Opening->SetBackgroundValue(0);
    m_KeepLargest->SetInput(m_Opening->GetOutput());
    m_KeepLargest->SetNumberOfObjects(1);
    m_KeepLargest->SetForegroundValue(1);
    m_KeepLargest->SetBackgroundValue(0);
    m_Fillhole->SetInput(m_KeepLargest->GetOutput());
    m_Fillhole->SetForegroundValue(1);

    m_Distance->SetInput(m_Fillhole->GetOutput());
    m_Distance->SquaredDistanceOff();
    m_Statistics->SetInput(input);
    m_Statistics->SetLabelInput(m_Fillhole->GetOutput());
    m_DistanceStatistics->SetInput(m_Distance->GetOutput());
    m_DistanceStatistics->SetLabelInput(m_Fillhole->GetOutput());
  }

  /** Lets the next Measure() compute all anew of the same input. */
  void
  Restart()
  {
    m_Median->Modified();
  }

  /** Updates all. */
  ClinicalFigures
  Measure()
  {
    m_Statistics->Update();
    m_DistanceStatistics->Update();
    return { static_cast<itk::SizeValueType>(m_Statistics->GetCount(1)),
             static_cast<double>(m_Otsu->GetThreshold()),
             m_Statistics->GetMean(1),
             m_Statistics->GetSigma(1),
             -m_DistanceStatistics->GetMinimum(1) };
  }

  /** The object's voxels are 1. */
  LabelType *
  GetLabels() const
  {
    return m_Fillhole->GetOutput();
  }

private:
  template <typename TFilter>
  using PointerTo = decltype(TFilter::New());
  using ElementType = itk::FlatStructuringElement<3>;

  using MedianType = typename TFilters::template Median<ImageType, ImageType>;
  using GaussianType = typename TFilters::template Gaussian<ImageType, RealType>;
  using OtsuType = typename TFilters::template Otsu<RealType, LabelType>;
  using OpeningType = typename TFilters::template Opening<LabelType, LabelType, ElementType>;
  using KeepLargestType = typename TFilters::template KeepLargest<LabelType>;
  using FillholeType = typename TFilters::template Fillhole<LabelType>;
  using DistanceType = typename TFilters::template Distance<LabelType, RealType>;
  using StatisticsType = typename TFilters::template LabelStatistics<ImageType, LabelType>;
  using DistanceStatisticsType = typename TFilters::template LabelStatistics<RealType, LabelType>;

  PointerTo<MedianType>             m_Median = MedianType::New();
  PointerTo<GaussianType>           m_Gaussian = GaussianType::New();
  PointerTo<OtsuType>               m_Otsu = OtsuType::New();
  PointerTo<OpeningType>            m_Opening = OpeningType::New();
  PointerTo<KeepLargestType>        m_KeepLargest = KeepLargestType::New();
  PointerTo<FillholeType>           m_Fillhole = FillholeType::New();
  PointerTo<DistanceType>           m_Distance = DistanceType::New();
  PointerTo<StatisticsType>         m_Statistics = StatisticsType::New();
  PointerTo<DistanceStatisticsType> m_DistanceStatistics = DistanceStatisticsType::New();
};

#endif
