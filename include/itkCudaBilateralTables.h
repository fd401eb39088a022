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
#ifndef itkCudaBilateralTables_h
#define itkCudaBilateralTables_h

#include "itkBilateralImageFilter.h"
#include "itkCudaBilateralLaunch.h"
#include "itkGaussianImageSource.h"
#include <algorithm>
#include <cmath>

namespace itk::device
{
/** The tables that a BilateralImageFilter, whose input is up to date, makes for it: the same operations in the same order,
 * so every bit is the same. They do not depend on the pixels. */
template <typename TInputImage, typename TOutputImage>
BilateralTables<TInputImage::ImageDimension>
MakeBilateralTables(const BilateralImageFilter<TInputImage, TOutputImage> & filter)
{
  constexpr unsigned int Dimension = TInputImage::ImageDimension;
  using SourceType = GaussianImageSource<Image<double, Dimension>>;
  const auto & spacing = filter.GetInput()->GetSpacing();
  const auto & origin = filter.GetInput()->GetOrigin();
  const auto   domainSigma = filter.GetDomainSigma();

  BilateralTables<Dimension>     tables;
  typename SourceType::ArrayType mean;
  typename SourceType::ArrayType sigma;
  typename TInputImage::SizeType size;
  for (unsigned int axis = 0; axis < Dimension; ++axis)
  {
    tables.radius[axis] =
      filter.GetAutomaticKernelSize()
        ? static_cast<SizeValueType>(std::ceil(filter.GetDomainMu() * domainSigma[axis] / spacing[axis]))
        : filter.GetRadius()[axis];
    size[axis] = 2 * tables.radius[axis] + 1;
    mean[axis] = spacing[axis] * tables.radius[axis] + origin[axis];
    sigma[axis] = domainSigma[axis];
  }
  const auto source = SourceType::New();
  source->SetSize(size);
  source->SetSpacing(spacing);
  source->SetOrigin(origin);
  source->SetScale(1.0);
  source->SetNormalized(true);
  source->SetSigma(sigma);
  source->SetMean(mean);
  source->Update();
  const auto *         gaussian = source->GetOutput();
  const double * const weights = gaussian->GetBufferPointer();
  tables.domain.assign(weights, weights + gaussian->GetBufferedRegion().GetNumberOfPixels());
  double norm = 0;
  for (const double weight : tables.domain)
  {
    norm += weight;
  }
  for (double & weight : tables.domain)
  {
    weight /= norm;
  }

  // RangeMu is 4 in each of the parents, which have no way to set it.
  const double rangeSigma = filter.GetRangeSigma();
  const double variance = rangeSigma * rangeSigma;
  const double denominator = rangeSigma * std::sqrt(2.0 * Math::pi);
  tables.distanceLimit = 4.0 * rangeSigma;
  tables.range.resize(filter.GetNumberOfRangeGaussianSamples());
  const double step = tables.distanceLimit / static_cast<double>(tables.range.size());
  double       distance = 0;
  for (double & weight : tables.range)
  {
    weight = std::exp(-0.5 * distance * distance / variance) / denominator;
    distance += step;
  }
  return tables;
}
} // namespace itk::device

#endif
