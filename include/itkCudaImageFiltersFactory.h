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
 * `MedianImageFilter<Image<float, 2>, Image<float, 2>>`, returns the filter of this module, with UseDevice Auto. This
 * holds for itk::Image of uint8, int16, uint16 and float in 2D and 3D, input and output the same. It is never done by
 * default.
 *
 * Each such filter uploads its input and downloads its output; only filters on DeviceImage keep pixels on the device.
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

  /** New() makes ITK's own filters again. */
  static void
  UnRegisterAll();

protected:
  CudaImageFiltersFactory();
  ~CudaImageFiltersFactory() override = default;

private:
  template <typename TParent, typename TFilter>
  void
  OverrideFilter(const char * name);

  template <typename TImage>
  void
  OverrideFilters();
};
} // namespace itk

#endif
