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
#include "itkCudaImageFiltersFactory.h"
#include "itkCudaMedianImageFilter.h"
#include "itkCudaZeroCrossingImageFilter.h"
#include "itkVersion.h"
#include <mutex>

namespace itk
{
namespace
{
struct Registration
{
  std::mutex                       mutex;
  CudaImageFiltersFactory::Pointer factory;
};

Registration &
GetRegistration()
{
  static Registration registration;
  return registration;
}
} // namespace

template <typename TParent, typename TFilter>
void
CudaImageFiltersFactory::OverrideFilter(const char * name)
{
  this->RegisterOverride(
    typeid(TParent).name(), typeid(TFilter).name(), name, true, CreateObjectFunction<TFilter>::New());
}

template <typename TImage>
void
CudaImageFiltersFactory::OverrideFilters()
{
  this->OverrideFilter<MedianImageFilter<TImage, TImage>, CudaMedianImageFilter<TImage, TImage>>(
    "itk::CudaMedianImageFilter");
  this->OverrideFilter<ZeroCrossingImageFilter<TImage, TImage>, CudaZeroCrossingImageFilter<TImage, TImage>>(
    "itk::CudaZeroCrossingImageFilter");
}

CudaImageFiltersFactory::CudaImageFiltersFactory()
{
  this->OverrideFilters<Image<uint8_t, 2>>();
  this->OverrideFilters<Image<uint8_t, 3>>();
  this->OverrideFilters<Image<int16_t, 2>>();
  this->OverrideFilters<Image<int16_t, 3>>();
  this->OverrideFilters<Image<uint16_t, 2>>();
  this->OverrideFilters<Image<uint16_t, 3>>();
  this->OverrideFilters<Image<float, 2>>();
  this->OverrideFilters<Image<float, 3>>();
}

const char *
CudaImageFiltersFactory::GetITKSourceVersion() const
{
  return ITK_SOURCE_VERSION;
}

const char *
CudaImageFiltersFactory::GetDescription() const
{
  return "Filters on CUDA devices in place of ITK's";
}

void
CudaImageFiltersFactory::RegisterAll()
{
  Registration &                    registration = GetRegistration();
  const std::lock_guard<std::mutex> lock(registration.mutex);
  if (!registration.factory)
  {
    registration.factory = Self::New();
    ObjectFactoryBase::RegisterFactory(registration.factory, ObjectFactoryBase::InsertionPositionEnum::INSERT_AT_FRONT);
  }
}

void
CudaImageFiltersFactory::UnRegisterAll()
{
  Registration &                    registration = GetRegistration();
  const std::lock_guard<std::mutex> lock(registration.mutex);
  if (registration.factory)
  {
    ObjectFactoryBase::UnRegisterFactory(registration.factory);
    registration.factory = nullptr;
  }
}
} // namespace itk
