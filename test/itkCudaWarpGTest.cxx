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
#include "itkCudaWarpImageFilter.h"
#include "Resample/WarpCore.h"
#include "itkCudaFilterTesting.h"
#include "itkNearestNeighborInterpolateImageFunction.h"
#include "itkResampleTesting.h"

using namespace itk::DeviceTesting;
namespace resample = itk::device::resample;

namespace
{
template <typename TPixel, typename TComponent, unsigned int VDimension, typename TField>
struct WarpTypes
{
  using PixelType = TPixel;
  using ComponentType = TComponent;
  using FieldType = TField;
  static constexpr unsigned int Dimension = VDimension;
};
template <typename TComponent, unsigned int VDimension>
using PlainField = itk::Image<itk::Vector<TComponent, VDimension>, VDimension>;
template <typename TComponent, unsigned int VDimension>
using DeviceField = itk::DeviceImage<itk::Vector<TComponent, VDimension>, VDimension>;

template <typename TTypes>
class CudaWarp : public ::testing::Test
{};
using TestedTypes = ::testing::Types<WarpTypes<uint8_t, float, 2, PlainField<float, 2>>,
                                     WarpTypes<int16_t, double, 2, DeviceField<double, 2>>,
                                     WarpTypes<uint16_t, float, 3, PlainField<float, 3>>,
                                     WarpTypes<float, float, 2, DeviceField<float, 2>>,
                                     WarpTypes<float, double, 3, PlainField<double, 3>>,
                                     WarpTypes<float, float, 3, DeviceField<float, 3>>>;
TYPED_TEST_SUITE(CudaWarp, TestedTypes);

/** Random displacements over what is around an image; on the image's grid, or on another one that may be smaller. */
template <typename TField, typename TImage>
typename TField::Pointer
MakeField(const TImage * image, bool isOnItsGrid, Random & random)
{
  constexpr unsigned int Dimension = TField::ImageDimension;
  const auto             field = TField::New();
  auto                   region = image->GetLargestPossibleRegion();
  field->CopyInformation(image);
  if (!isOnItsGrid)
  {
    auto spacing = image->GetSpacing();
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      const double factor = PickReal(random, 0.5, 3.0);
      spacing[axis] *= factor;
      region.SetSize(axis, 1 + static_cast<itk::SizeValueType>(region.GetSize(axis) / factor));
    }
    field->SetSpacing(spacing);
    field->SetOrigin(image->GetOrigin() + spacing * PickReal(random, -1.0, 1.0));
  }
  field->SetRegions(region);
  field->Allocate();
  const double reach = Pick(random, 0, 1) == 0 ? 0.4 : 6.0;
  auto * const pixels = field->GetBufferPointer();
  std::generate_n(pixels, region.GetNumberOfPixels(), [&] {
    typename TField::PixelType pixel;
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      pixel[axis] = static_cast<typename TField::PixelType::ValueType>(PickReal(random, -reach, reach));
      if (Pick(random, 0, 200) == 0)
      {
        pixel[axis] = Pick(random, 0, 1) == 0 ? 1e20 : std::nan("");
      }
    }
    return pixel;
  });
  return field;
}

/** Gives the filter a field; the output may be larger than it. */
template <typename TFilter, typename TField>
void
SetField(TFilter * filter, const TField * field, bool isOnItsGrid, Random & random)
{
  const auto * const image = filter->GetInput();
  filter->SetDisplacementField(field);
  filter->SetOutputParametersFromImage(image);
  if (isOnItsGrid && Pick(random, 0, 2) == 0)
  {
    filter->SetOutputSize({});
  }
  filter->SetEdgePaddingValue(static_cast<typename TFilter::PixelType>(Pick(random, 0, 50)));
}
} // namespace

TYPED_TEST(CudaWarp, GivesTheParentsPixels)
{
  constexpr unsigned int Dimension = TypeParam::Dimension;
  using PixelType = typename TypeParam::PixelType;
  using FieldType = typename TypeParam::FieldType;
  using TestedType = itk::DeviceImage<PixelType, Dimension>;
  using PlainType = itk::Image<PixelType, Dimension>;
  using PlainFieldType = PlainField<typename TypeParam::ComponentType, Dimension>;
  using FilterType = itk::CudaWarpImageFilter<TestedType, TestedType, FieldType>;
  using ParentType = itk::WarpImageFilter<PlainType, PlainType, PlainFieldType>;
  for (unsigned int round = 0; round < GetNumberOfRounds(25); ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    Random      random(seed);
    PixelPicker picker;
    picker.kind = static_cast<PixelPicker::Kind>(Pick(random, 0, PixelPicker::NumberOfKinds - 1));
    const auto image = MakeImage<PlainType>(PickRegion<Dimension>(random, Dimension == 2 ? 40 : 14),
                                            random,
                                            [&](Random & r) { return picker.template Pick<PixelType>(r); });
    const bool isOnItsGrid = Pick(random, 0, 1) == 0;
    const auto field = MakeField<PlainFieldType>(image.GetPointer(), isOnItsGrid, random);
    const auto filter = FilterType::New();
    const auto parent = ParentType::New();
    Random     again = random;
    filter->SetInput(Copy<TestedType>(image.GetPointer()));
    parent->SetInput(image);
    SetField(filter.GetPointer(), Copy<FieldType>(field.GetPointer()).GetPointer(), isOnItsGrid, random);
    SetField(parent.GetPointer(), field.GetPointer(), isOnItsGrid, again);
    parent->UpdateOutputInformation();
    filter->UpdateOutputInformation();
    const auto part = PickPart(random, parent->GetOutput()->GetLargestPossibleRegion());
    parent->GetOutput()->SetRequestedRegion(part);
    filter->GetOutput()->SetRequestedRegion(part);
    parent->Update();
    filter->Update();
    EXPECT_EQ(filter->GetRanOnDevice(), itk::device::Runtime::IsAvailable());
    EXPECT_TRUE(HaveSameGeometry<Dimension>(filter->GetOutput(), parent->GetOutput()));
    ASSERT_TRUE((AreWithinUlps<PixelType, Dimension>(filter->GetOutput(), parent->GetOutput(), 0)));

    // The device's arithmetic, in a plain loop.
    const auto * const                output = parent->GetOutput();
    itk::device::WarpGrids<Dimension> grids{};
    itk::device::SetIndexToPoint<Dimension>(grids.output, output);
    grids.pointToInput = itk::device::MakePointToIndex<Dimension>(image.GetPointer());
    grids.pointToField = itk::device::MakePointToIndex<Dimension>(field.GetPointer());
    grids.fieldIsOnOutputsGrid = isOnItsGrid;
    itk::device::CopyIndex(image->GetBufferedRegion(), grids.inputBegin);
    itk::device::CopyIndex(field->GetBufferedRegion(), grids.fieldBegin);
    using DisplacementType = itk::device::Displacement<typename TypeParam::ComponentType, Dimension>;
    std::size_t size[Dimension];
    std::copy_n(image->GetBufferedRegion().GetSize().begin(), Dimension, size);
    const resample::Source<PixelType, Dimension> source(
      itk::device::MakeImageView<const PixelType, Dimension>(image->GetBufferPointer(), size), grids.inputBegin);
    std::copy_n(field->GetBufferedRegion().GetSize().begin(), Dimension, size);
    const resample::Source<DisplacementType, Dimension> displacements(
      itk::device::MakeImageView<const DisplacementType, Dimension>(
        reinterpret_cast<const DisplacementType *>(field->GetBufferPointer()), size),
      grids.fieldBegin);
    for (itk::SizeValueType i = 0; i < part.GetNumberOfPixels(); ++i)
    {
      const auto     place = output->ComputeIndex(i);
      std::ptrdiff_t index[Dimension];
      std::copy_n(place.begin(), Dimension, index);
      const auto pixel = resample::WarpPixel(source, displacements, grids, index, parent->GetEdgePaddingValue());
      ASSERT_EQ(CountUlps(pixel, output->GetBufferPointer()[i]), 0) << place;
    }
  }
  ITK_REQUIRE_DEVICE();
}

TEST(CudaWarpOfImages, StreamedIsTheWhole)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 3>;
  using FieldType = DeviceField<float, 3>;
  const auto image = MakeRandomImage<ImageType>(MakeRegionOfSides<3>({ 35, 20, 9 }), 1);
  for (const bool isOnItsGrid : { true, false })
  {
    Random     random(1);
    const auto field = MakeField<FieldType>(image.GetPointer(), isOnItsGrid, random);
    ExpectStreamedIsTheWhole([&] {
      const auto filter = itk::CudaWarpImageFilter<ImageType, ImageType, FieldType>::New();
      filter->SetInput(image);
      filter->SetDisplacementField(field);
      filter->SetOutputParametersFromImage(image);
      return filter;
    });
  }
}

TEST(CudaWarpOfImages, ThrowsAsTheParentForAFieldThatIsTooSmall)
{
  using ImageType = itk::DeviceImage<float, 2>;
  using FieldType = DeviceField<float, 2>;
  const auto image = MakeRandomImage<ImageType>(MakeRegionOfSides<2>({ 35, 20 }), 1);
  Random     random(1);
  const auto field = MakeField<FieldType>(image.GetPointer(), true, random);
  const auto expectThrow = [&](auto filter) {
    filter->SetInput(image);
    filter->SetDisplacementField(field);
    filter->SetOutputParametersFromImage(image);
    filter->SetOutputSize({ { 36, 20 } });
    EXPECT_THROW(filter->Update(), itk::ExceptionObject);
  };
  expectThrow(itk::WarpImageFilter<ImageType, ImageType, FieldType>::New());
  expectThrow(itk::CudaWarpImageFilter<ImageType, ImageType, FieldType>::New());
}

TEST(CudaWarpOfImages, RunsTheParentWhereThereIsNoKernel)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 2>;
  using FieldType = DeviceField<float, 2>;
  const auto image = MakeRandomImage<ImageType>(MakeRegionOfSides<2>({ 35, 20 }), 1);
  Random     random(1);
  const auto filter = itk::CudaWarpImageFilter<ImageType, ImageType, FieldType>::New();
  filter->SetInput(image);
  filter->SetDisplacementField(MakeField<FieldType>(image.GetPointer(), true, random));
  filter->SetOutputParametersFromImage(image);
  filter->SetInterpolator(itk::NearestNeighborInterpolateImageFunction<ImageType>::New());
  ExpectItRunsOnTheParentAlone(filter.GetPointer());
}
