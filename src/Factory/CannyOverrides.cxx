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
#include "itkCudaCannyEdgeDetectionImageFilter.h"
#include "itkCudaImageFiltersFactory.h"

#if defined(__GNUC__)
#  define ITK_HIDDEN_FROM_OTHER_LIBRARIES __attribute__((visibility("hidden")))
#else
#  define ITK_HIDDEN_FROM_OTHER_LIBRARIES
#endif

// ITK's Canny has a private destructor: only its own member functions may derive from it, so one of them does here. This
// New() is another one than that of other libraries, which ask the factory and so come here.
#define ITK_DERIVE_FROM_CANNY(...)                                                                        \
  template <>                                                                                             \
  ITK_HIDDEN_FROM_OTHER_LIBRARIES CannyEdgeDetectionImageFilter<__VA_ARGS__, __VA_ARGS__>::Pointer        \
                                  CannyEdgeDetectionImageFilter<__VA_ARGS__, __VA_ARGS__>::New()          \
  {                                                                                                       \
    class Destructible : public CannyEdgeDetectionImageFilter                                             \
    {                                                                                                     \
    public:                                                                                               \
      ~Destructible() override {}                                                                         \
    };                                                                                                    \
    return CudaCannyEdgeDetectionImageFilter<__VA_ARGS__, __VA_ARGS__, Destructible>::New().GetPointer(); \
  }

namespace itk
{
ITK_DERIVE_FROM_CANNY(Image<float, 2>)
ITK_DERIVE_FROM_CANNY(Image<float, 3>)
ITK_DERIVE_FROM_CANNY(DeviceImage<float, 2>)
ITK_DERIVE_FROM_CANNY(DeviceImage<float, 3>)

namespace
{
template <typename TImage>
void
Override(CudaImageFiltersFactory & factory)
{
  using ParentType = CannyEdgeDetectionImageFilter<TImage, TImage>;
  struct Derived
  {
    static typename ParentType::Pointer
    New()
    {
      return ParentType::New();
    }
  };
  factory.Override<ParentType, Derived>();
}
} // namespace

void
OverrideCannyEdgeDetection(CudaImageFiltersFactory & factory)
{
  Override<Image<float, 2>>(factory);
  Override<Image<float, 3>>(factory);
  Override<DeviceImage<float, 2>>(factory);
  Override<DeviceImage<float, 3>>(factory);
}
} // namespace itk
