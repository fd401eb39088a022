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
#ifndef itkFactoryListTesting_h
#define itkFactoryListTesting_h

#include "itkDeviceImage.h"
#include "itkObjectFactoryBase.h"
#include <string>
#include <vector>

namespace itk::FactoryTesting
{
/** A class of ITK, for images of some pixel types, that the list of filters names. */
struct ListedClass
{
  std::string name;
  /** What New() is to make of it while the factory is registered; empty for ITK's own. */
  std::string override;
  /** What New() would get from the factories; empty if nothing. */
  std::string (*make)();
};

/** A class whose New() is really called, and its name. */
struct ListedNew
{
  std::string parent;
  std::string override;
  std::string (*make)();
};

/** Asks the factories as the New() of `TClass` does, without compiling the class for it. */
template <typename TClass>
std::string
MakeByFactories()
{
  const auto object = ObjectFactoryBase::CreateInstance(typeid(TClass).name());
  if (object.IsNull())
  {
    return {};
  }
  object->UnRegister(); // As New() does: CreateInstance() gives a reference away.
  return dynamic_cast<const TClass *>(object.GetPointer()) ? object->GetNameOfClass() : "an object of another class";
}

template <typename TClass>
std::string
MakeByNew()
{
  return TClass::New()->GetNameOfClass();
}

/** In a source that is made from filters.json. */
const std::vector<ListedClass> &
GetListedClasses();
const std::vector<ListedNew> &
GetListedNews();
} // namespace itk::FactoryTesting

#endif
