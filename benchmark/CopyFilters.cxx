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
#include "BenchmarkLaunch.h"
#include "itkCudaBinShrinkImageFilter.h"
#include "itkCudaConstantPadImageFilter.h"
#include "itkCudaCropImageFilter.h"
#include "itkCudaCyclicShiftImageFilter.h"
#include "itkCudaFlipImageFilter.h"
#include "itkCudaMirrorPadImageFilter.h"
#include "itkCudaPasteImageFilter.h"
#include "itkCudaPermuteAxesImageFilter.h"
#include "itkCudaShrinkImageFilter.h"

namespace
{
/** Registers "Flip/2D/uint8/x/16384" for Update() of a filter that reads `reads` pixels; 0: as many as the smaller of its
 * images has. The counter `of_copy` is its bytes a second over those of a copy in the same run. */
template <typename TFilter, typename TSetUp>
void
RegisterCopy(const std::string & prefix,
             const std::string & detail,
             std::size_t         side,
             std::size_t         reads,
             const TSetUp &      setUp)
{
  using ImageType = typename TFilter::OutputImageType;
  using PixelType = typename ImageType::PixelType;

  // What a filter says of an image without pixels.
  const auto                   image = ImageType::New();
  typename ImageType::SizeType size;
  size.Fill(side);
  image->SetRegions(size);
  const auto filter = TFilter::New();
  filter->SetInput(image);
  setUp(filter.GetPointer());
  filter->UpdateOutputInformation();
  const std::size_t written = filter->GetOutput()->GetLargestPossibleRegion().GetNumberOfPixels();
  const std::size_t read = reads > 0 ? reads : std::min(written, GetNumberOfPixels(ImageType::ImageDimension, side));
  const std::size_t bytes = (read + written) * sizeof(PixelType);
  const auto        name = MakeName(prefix, ImageType::ImageDimension, PixelName<PixelType>, detail, side);
  Register(name, written, bytes, [=](benchmark::State & state) {
    const auto measured = TFilter::New();
    measured->SetInput(MakeImage<ImageType>(side));
    setUp(measured.GetPointer());
    measured->SetUseDevice(TFilter::UseDeviceEnum::Always);
    measured->Update(); // Uploads.
    const double seconds = MedianTimeOnDevice(Stream::OfThisThread(0), [&] { UpdateAgain(*measured); });
    state.counters["of_copy"] = static_cast<double>(bytes) / seconds / GetCopySpeed(bytes);
    return seconds;
  });
}

template <typename TPixel, unsigned int VDimension>
void
RegisterImages(std::size_t side)
{
  using ImageType = itk::DeviceImage<TPixel, VDimension>;
  using Flip = itk::CudaFlipImageFilter<ImageType>;
  using Permute = itk::CudaPermuteAxesImageFilter<ImageType>;
  using Crop = itk::CudaCropImageFilter<ImageType, ImageType>;
  using ConstantPad = itk::CudaConstantPadImageFilter<ImageType, ImageType>;
  using MirrorPad = itk::CudaMirrorPadImageFilter<ImageType, ImageType>;
  using Shift = itk::CudaCyclicShiftImageFilter<ImageType, ImageType>;
  using Shrink = itk::CudaShrinkImageFilter<ImageType, ImageType>;
  using BinShrink = itk::CudaBinShrinkImageFilter<ImageType, ImageType>;
  using Paste = itk::CudaPasteImageFilter<ImageType>;

  const std::size_t pixels = GetNumberOfPixels(VDimension, side);
  const auto        fill = [](auto array, auto value) {
    array.Fill(value);
    return array;
  };
  for (const unsigned int axis : { 0, 1 })
  {
    RegisterCopy<Flip>("Flip", axis == 0 ? "x" : "y", side, 0, [=](auto * filter) {
      typename Flip::FlipAxesArrayType axes(false);
      axes[axis] = true;
      filter->SetFlipAxes(axes);
    });
  }
  RegisterCopy<Permute>("PermuteAxes", VDimension == 2 ? "10" : "210", side, 0, [](auto * filter) {
    typename Permute::PermuteOrderArrayType order;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      order[axis] = VDimension - 1 - axis;
    }
    filter->SetOrder(order);
  });
  RegisterCopy<Crop>(
    "Crop", "7", side, 0, [=](auto * filter) { filter->SetBoundaryCropSize(fill(typename Crop::SizeType(), 7)); });
  for (const int pad : { 16, 5 })
  {
    RegisterCopy<ConstantPad>("ConstantPad", std::to_string(pad), side, 0, [=](auto * filter) {
      filter->SetPadBound(fill(typename ConstantPad::SizeType(), pad));
    });
  }
  RegisterCopy<MirrorPad>(
    "MirrorPad", "16", side, 0, [=](auto * filter) { filter->SetPadBound(fill(typename MirrorPad::SizeType(), 16)); });
  RegisterCopy<Shift>(
    "CyclicShift", "101", side, 0, [=](auto * filter) { filter->SetShift(fill(typename Shift::OffsetType(), 101)); });
  // Of half the image by half of it, so that each pixel of the output is read once from one of both.
  RegisterCopy<Paste>("Paste", "half", side, 0, [=](auto * filter) {
    auto region = filter->GetInput()->GetLargestPossibleRegion();
    region.SetSize(fill(region.GetSize(), side / 2));
    filter->SetSourceImage(filter->GetInput());
    filter->SetSourceRegion(region);
    filter->SetDestinationIndex(fill(region.GetIndex(), side / 4));
  });
  RegisterCopy<Shrink>(
    "Shrink", "2", side, pixels >> (VDimension - 1), [](auto * filter) { filter->SetShrinkFactors(2); });
  RegisterCopy<BinShrink>("BinShrink", "2", side, pixels, [](auto * filter) { filter->SetShrinkFactors(2); });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    RegisterImages<std::uint8_t, 2>(16384);
    RegisterImages<std::uint16_t, 2>(16384);
    RegisterImages<float, 2>(16384);
    RegisterImages<std::uint8_t, 3>(512);
    RegisterImages<std::uint16_t, 3>(512);
    RegisterImages<float, 3>(512);
  }
});
} // namespace
