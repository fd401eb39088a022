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
#include "itkFuzzInput.h"
#include "itkCastImageFilter.h"
#include "itkMeanImageFilter.h"

namespace itk::DeviceTesting
{
namespace
{
/** Components of pixels are picked alike. */
template <typename TValue>
TValue
PickValue(const FuzzPicture & picture, SizeValueType x, SizeValueType y, Random & random)
{
  constexpr bool isInteger = std::is_integral_v<TValue>;
  switch (picture.pixels)
  {
    case FuzzPicture::Pixels::Eighths:
      return static_cast<TValue>(Pick(random, 0, 1600) / 8.0);
    case FuzzPicture::Pixels::Continuous:
      return static_cast<TValue>(Pick(random, 0, 1 << 24) * (200.0 / (1 << 24)));
    case FuzzPicture::Pixels::Few:
      return static_cast<TValue>(60 * Pick(random, 0, 2) + Pick(random, 0, 1));
    case FuzzPicture::Pixels::Constant:
      return 120;
    case FuzzPicture::Pixels::Wide:
      return PickPixel<TValue>(random);
    default:
    {
      const unsigned int noise = Pick(random, 0, 160);
      const unsigned int value = 60 * ((x / 9 + y / 7) % 3);
      return static_cast<TValue>(isInteger ? value + (noise < 8 ? noise : 0) : value + noise / 8.0);
    }
  }
}

template <typename TPixel, unsigned int VDimension>
class TypedFuzzInput : public FuzzInput
{
public:
  using Plain = Image<TPixel, VDimension>;
  using Resident = DeviceImage<TPixel, VDimension>;

  TypedFuzzInput(const FuzzPicture & picture, bool isDeviceImage, Random & random)
    : m_Picture(picture)
    , m_Before(Plain::New())
    , m_Parents(Plain::New())
  {
    ImageRegion<VDimension> region;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      region.SetIndex(axis, picture.index[axis]);
      region.SetSize(axis, picture.size[axis]);
    }
    m_Before->SetRegions(region);
    if (picture.isOblique)
    {
      Random geometry(picture.geometrySeed);
      SetObliqueGeometry(m_Before.GetPointer(), geometry);
    }
    m_Before->Allocate();
    this->PickPixels(random);
    m_Parents = Copy<Plain>(m_Before.GetPointer());
    if (isDeviceImage)
    {
      m_Resident = Copy<Resident>(m_Before.GetPointer());
      this->Place(m_Resident.GetPointer(), random);
    }
    else
    {
      m_Plain = Copy<Plain>(m_Before.GetPointer());
      this->Place(m_Plain.GetPointer(), random);
    }
  }

  DataObject *
  GetTested() override
  {
    return m_Given;
  }

  DataObject *
  GetParents() override
  {
    return m_ParentsGiven;
  }

  void
  Rewrite(Random & random) override
  {
    this->PickPixels(random);
    this->Write(m_Parents.GetPointer());
    m_Resident ? this->Write(m_Resident.GetPointer()) : this->Write(m_Plain.GetPointer());
    if (m_Filters.empty())
    {
      m_Given->Modified();
    }
  }

  const DataObject *
  GetBefore() const override
  {
    return m_Before;
  }

  bool
  IsUntouched() const override
  {
    const Plain * const tested = m_Resident ? m_Resident.GetPointer() : m_Plain.GetPointer();
    return AreEqual(tested, m_Before.GetPointer()) && AreEqual(m_Parents.GetPointer(), m_Before.GetPointer());
  }

private:
  static bool
  AreEqual(const Plain * actual, const Plain * expected)
  {
    const auto region = expected->GetBufferedRegion();
    return actual->GetBufferedRegion() == region && std::memcmp(actual->GetBufferPointer(),
                                                                expected->GetBufferPointer(),
                                                                region.GetNumberOfPixels() * sizeof(TPixel)) == 0;
  }

  void
  PickPixels(Random & random)
  {
    const auto region = m_Before->GetBufferedRegion();
    const auto width = region.GetSize(0);
    TPixel *   pixels = m_Before->GetBufferPointer();
    for (SizeValueType i = 0; i < region.GetNumberOfPixels(); ++i)
    {
      if constexpr (std::is_class_v<TPixel>)
      {
        for (unsigned int component = 0; component < TPixel::Dimension; ++component)
        {
          // As displacements, which mostly stay in the image.
          pixels[i][component] = static_cast<typename TPixel::ValueType>(Pick(random, 0, 64) / 8.0 - 4);
        }
      }
      else
      {
        pixels[i] = PickValue<TPixel>(m_Picture, i % width, i / width, random);
      }
    }
  }

  template <typename TImage>
  void
  Write(TImage * image)
  {
    std::copy_n(
      m_Before->GetBufferPointer(), m_Before->GetBufferedRegion().GetNumberOfPixels(), image->GetBufferPointer());
    image->Modified();
  }

  /** A CPU filter in front, of either kind of images. */
  template <template <typename, typename> class TFilter, typename TImage, typename TSetUp>
  void
  Precede(TImage * image, const TSetUp & setUp)
  {
    const auto tested = TFilter<TImage, TImage>::New();
    const auto parents = TFilter<Plain, Plain>::New();
    tested->SetInput(image);
    parents->SetInput(m_Parents);
    setUp(tested.GetPointer());
    setUp(parents.GetPointer());
    // Filters of the list are asked for the regions of their inputs before they are updated.
    tested->UpdateOutputInformation();
    parents->UpdateOutputInformation();
    m_Given = tested->GetOutput();
    m_ParentsGiven = parents->GetOutput();
    m_Filters = { tested.GetPointer(), parents.GetPointer() };
  }

  template <typename TImage>
  void
  Place(TImage * image, Random & random)
  {
    m_Given = image;
    m_ParentsGiven = m_Parents;
    switch (Pick(random, 0, 7))
    {
      case 0:
        this->template Precede<CastImageFilter>(image, [](auto * filter) { filter->InPlaceOff(); });
        break;
      case 1:
        if constexpr (std::is_arithmetic_v<TPixel>)
        {
          this->template Precede<MeanImageFilter>(image, [](auto * filter) { filter->SetRadius(1); });
        }
        break;
      case 2:
      {
        const auto grafted = TImage::New();
        grafted->Graft(image);
        m_Given = grafted;
        break;
      }
      case 3:
      case 4:
        LeaveOnDevice(image, Pick(random, 0, 1) == 0);
        break;
      default:
        break;
    }
  }

  static void
  LeaveOnDevice(Plain *, bool)
  {}

  static void
  LeaveOnDevice(Resident * image, bool alone)
  {
    if (!device::Runtime::IsAvailable())
    {
      return;
    }
    const auto   stream = device::Stream::OfThisThread(device::Runtime::GetCurrentDevice());
    auto * const container = image->GetPixelContainer();
    if (alone)
    {
      container->GetDevicePointerForWriting(stream);
      container->WrittenOnDevice(stream);
    }
    else
    {
      container->GetDevicePointer(stream);
      container->ReadOnDevice(stream);
    }
  }

  FuzzPicture                         m_Picture;
  typename Plain::Pointer             m_Before;
  typename Plain::Pointer             m_Parents;
  typename Plain::Pointer             m_Plain;
  typename Resident::Pointer          m_Resident;
  DataObject::Pointer                 m_Given;
  DataObject::Pointer                 m_ParentsGiven;
  std::vector<ProcessObject::Pointer> m_Filters; // an image does not keep its source
};
} // namespace

template <typename TPixel, unsigned int VDimension>
std::unique_ptr<FuzzInput>
MakeFuzzInput(const FuzzPicture & picture, bool isDeviceImage, Random & random)
{
  return std::make_unique<TypedFuzzInput<TPixel, VDimension>>(picture, isDeviceImage, random);
}

#define ITK_FUZZ_INPUT(pixel, dimension) \
  template std::unique_ptr<FuzzInput> MakeFuzzInput<pixel, dimension>(const FuzzPicture &, bool, Random &)
ITK_FUZZ_INPUT(uint8_t, 2);
ITK_FUZZ_INPUT(uint8_t, 3);
ITK_FUZZ_INPUT(int16_t, 2);
ITK_FUZZ_INPUT(int16_t, 3);
ITK_FUZZ_INPUT(uint16_t, 2);
ITK_FUZZ_INPUT(uint16_t, 3);
ITK_FUZZ_INPUT(uint32_t, 2);
ITK_FUZZ_INPUT(uint32_t, 3);
ITK_FUZZ_INPUT(float, 2);
ITK_FUZZ_INPUT(float, 3);
using Displacement2D = Vector<float, 2>;
using Displacement3D = Vector<float, 3>;
ITK_FUZZ_INPUT(Displacement2D, 2);
ITK_FUZZ_INPUT(Displacement3D, 3);
#undef ITK_FUZZ_INPUT
} // namespace itk::DeviceTesting
