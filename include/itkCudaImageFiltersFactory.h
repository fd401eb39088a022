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
#ifndef itkCudaImageFiltersFactory_h
#define itkCudaImageFiltersFactory_h

#include "CudaImageFiltersExport.h"
#include "itkDeviceCompatibility.h"
#include "itkObjectFactoryBase.h"

namespace itk
{
/** \class CudaImageFiltersFactory
 * \brief Lets existing code that makes ITK's filters get this module's.
 *
 * After RegisterAll(), New() of an ITK filter that this module has on the device, such as
 * `MedianImageFilter<DeviceImage<float, 3>, DeviceImage<float, 3>>`, returns the filter of this module, with UseDevice
 * Auto. A chain on DeviceImage then keeps its pixels on the device. On itk::Image each filter uploads its input and
 * downloads its output, so only those are overridden that cost more than that on the CPU. The list of filters and pixel
 * types, in 2D and 3D, is `filters.json` in the sources; Override() adds others. It is never done by default, but for
 * programs that find this module's plugin in ITK_AUTOLOAD_PATH.
 *
 * GetNonMaximumSuppressionImage() of a CannyEdgeDetectionImageFilter that ran on the device is empty.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT CudaImageFiltersFactory : public ObjectFactoryBase
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaImageFiltersFactory);

  using Self = CudaImageFiltersFactory;
  using Superclass = ObjectFactoryBase;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkFactorylessNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaImageFiltersFactory);

  const char *
  GetITKSourceVersion() const override;

  const char *
  GetDescription() const override;

  /** Registers the factory with ITK; does nothing if that was done before. */
  static void
  RegisterAll();

  /** Makes New() of `TParent` return a `TFilter`, which derives from it, while this factory is registered. */
  template <typename TParent, typename TFilter>
  void
  Override()
  {
    this->Override(
      typeid(TParent).name(), typeid(TFilter).name(), [] { return LightObject::Pointer(TFilter::New().GetPointer()); });
  }

  /** The factory that RegisterAll() registers: for an Override() of pixel types of your own. */
  static Self *
  GetInstance();

  /** New() makes ITK's own filters again. */
  static void
  UnRegisterAll();

protected:
  CudaImageFiltersFactory();
  ~CudaImageFiltersFactory() override = default;

private:
  using CreateFunction = LightObject::Pointer (*)();

  void
  Override(const char * parent, const char * filter, CreateFunction create);

  void
  OverrideFilters();
};
} // namespace itk

#endif
