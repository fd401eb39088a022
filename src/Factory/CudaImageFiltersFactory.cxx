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
#include "itkVersion.h"
#include <mutex>

namespace itk
{
namespace
{
/** Of ITK's own, a class is compiled for each filter. */
class CreateFilterFunction : public CreateObjectFunctionBase
{
public:
  using FunctionType = LightObject::Pointer (*)();
  using Pointer = SmartPointer<CreateFilterFunction>;

  static Pointer
  New(FunctionType create)
  {
    const Pointer function = new CreateFilterFunction(create);
    function->UnRegister();
    return function;
  }

  LightObject::Pointer
  CreateObject() override
  {
    return m_Create();
  }

private:
  explicit CreateFilterFunction(FunctionType create)
    : m_Create(create)
  {}
  ~CreateFilterFunction() override = default;

  FunctionType m_Create;
};

struct Registration
{
  std::mutex                       mutex;
  CudaImageFiltersFactory::Pointer factory = CudaImageFiltersFactory::New();
  bool                             isRegistered = false;
};

Registration &
GetRegistration()
{
  static Registration registration;
  return registration;
}
} // namespace

CudaImageFiltersFactory::CudaImageFiltersFactory() { this->OverrideFilters(); }

void
CudaImageFiltersFactory::Override(const char * parent, const char * filter, CreateFunction create)
{
  this->RegisterOverride(parent, filter, "A filter on a CUDA device", true, CreateFilterFunction::New(create));
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

CudaImageFiltersFactory *
CudaImageFiltersFactory::GetInstance()
{
  return GetRegistration().factory;
}

void
CudaImageFiltersFactory::RegisterAll()
{
  Registration &                    registration = GetRegistration();
  const std::lock_guard<std::mutex> lock(registration.mutex);
  if (!registration.isRegistered)
  {
    ObjectFactoryBase::RegisterFactory(registration.factory, ObjectFactoryBase::InsertionPositionEnum::INSERT_AT_FRONT);
    registration.isRegistered = true;
  }
}

void
CudaImageFiltersFactory::UnRegisterAll()
{
  Registration &                    registration = GetRegistration();
  const std::lock_guard<std::mutex> lock(registration.mutex);
  if (registration.isRegistered)
  {
    ObjectFactoryBase::UnRegisterFactory(registration.factory);
    registration.isRegistered = false;
  }
}
} // namespace itk
