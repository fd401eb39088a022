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
#include "Benchmark.h"
#include "BenchmarkMemory.h"
#include "itkCudaCannyEdgeDetectionImageFilter.h"
#include "itkDeviceHostMemory.h"
#include "itkDeviceTestingPictures.h"
#include "itkDeviceTransfer.h"
#include "itkImageFileReader.h"
#include "itkImageRegionIteratorWithIndex.h"
#include <atomic>
#include <future>

namespace
{
using itk::device::Stream;
using PictureType = itk::Image<float, 2>;

PictureType::Pointer
ReadPicture(const std::string & name)
{
  return itk::ReadImage<PictureType>(itk::DeviceTesting::FindDataFolder() / name);
}

/** Its disc, on nothing. */
PictureType::Pointer
Mask(PictureType::Pointer picture)
{
  const auto   size = picture->GetBufferedRegion().GetSize();
  const double radius = size[0] / 2.0;
  for (itk::ImageRegionIteratorWithIndex<PictureType> it(picture, picture->GetBufferedRegion()); !it.IsAtEnd(); ++it)
  {
    if (std::hypot(it.GetIndex()[0] - radius, it.GetIndex()[1] - radius) > radius)
    {
      it.Set(0);
    }
  }
  return picture;
}

/** The picture repeated over an image, from one of its rows on; each slice of a volume begins a row later. */
template <typename TImage>
typename TImage::Pointer
MakeInput(const PictureType * picture, const typename TImage::SizeType & size, std::size_t firstRow = 0)
{
  const auto image = TImage::New();
  image->SetRegions(size);
  image->Allocate();
  const std::size_t width = picture->GetBufferedRegion().GetSize(0);
  const std::size_t height = picture->GetBufferedRegion().GetSize(1);
  const std::size_t rows = image->GetBufferedRegion().GetNumberOfPixels() / size[0];
  float *           target = image->GetBufferPointer();
  for (std::size_t row = 0; row < rows; ++row)
  {
    const std::size_t   y = firstRow + row % size[1] + row / size[1];
    const float * const source = picture->GetBufferPointer() + y % height * width;
    for (std::size_t x = 0; x < size[0]; x += width)
    {
      target = std::copy_n(source, std::min(width, size[0] - x), target);
    }
  }
  return image;
}

template <typename TFilter>
typename TFilter::Pointer
MakeFilter()
{
  const auto filter = TFilter::New();
  filter->SetVariance(1.96);
  filter->SetLowerThreshold(4);
  filter->SetUpperThreshold(7);
  return filter;
}

template <unsigned int VDimension>
typename itk::CudaCannyEdgeDetectionImageFilter<itk::DeviceImage<float, VDimension>>::Pointer
MakeDeviceFilter()
{
  using FilterType = itk::CudaCannyEdgeDetectionImageFilter<itk::DeviceImage<float, VDimension>>;
  const auto filter = MakeFilter<FilterType>();
  filter->SetUseDevice(FilterType::UseDeviceEnum::Always);
  return filter;
}

/** Smoothing and all that follows, from an image on the device to another. If masked, the lower threshold is ITK's, 0: all that
 * is flat has it. */
template <std::size_t VDimension>
void
RegisterOnDevice(const std::string & picture, std::size_t side, bool isMasked = false)
{
  using ImageType = itk::DeviceImage<float, VDimension>;
  const std::size_t pixels = GetNumberOfPixels(VDimension, side);
  const std::string name = MakeName("Canny", VDimension, "float", isMasked ? picture + "Masked" : picture, side);
  Register<float>(name, pixels, [=](benchmark::State & state) {
    const Stream                 stream = Stream::OfThisThread(0);
    const auto                   filter = MakeDeviceFilter<VDimension>();
    typename ImageType::SizeType size;
    size.Fill(side);
    const auto source = ReadPicture(picture + ".png");
    filter->SetInput(MakeInput<ImageType>(isMasked ? Mask(source) : source, size));
    filter->SetLowerThreshold(isMasked ? 0 : filter->GetLowerThreshold());
    stream.Wait();
    TakeHighestMemoryUse();
    filter->Update();
    stream.Wait();
    state.counters["device_bytes_per_pixel"] = static_cast<double>(TakeHighestMemoryUse()) / pixels;
    return MedianTimeOnDevice(stream, [&] { UpdateAgain(*filter); });
  });
}

constexpr itk::Size<2> Size{ { 3848, 2568 } };
constexpr unsigned int NumberOfImages = 100;

/** Images from host memory to host memory, by threads that share them out: one's transfers hide the other's. */
double
MeasureHostToHost(benchmark::State & state, unsigned int numberOfThreads)
{
  using ImageType = itk::DeviceImage<float, 2>;
  using FilterType = itk::CudaCannyEdgeDetectionImageFilter<ImageType>;
  const auto                      picture = ReadPicture("boat.png");
  std::vector<ImageType::Pointer> inputs;
  for (unsigned int i = 0; i < NumberOfImages; ++i)
  {
    inputs.push_back(MakeInput<ImageType>(picture, Size, 5 * i));
  }
  std::vector<FilterType::Pointer> filters(numberOfThreads);
  std::generate(filters.begin(), filters.end(), MakeDeviceFilter<2>);

  std::atomic<unsigned int> next;
  const auto                work = [&](FilterType * filter) {
    for (unsigned int i = next++; i < NumberOfImages; i = next++)
    {
      // As if newly read: it must be uploaded.
      benchmark::DoNotOptimize(inputs[i]->GetBufferPointer());
      inputs[i]->Modified();
      filter->SetInput(inputs[i]);
      filter->Update();
      const ImageType * const output = filter->GetOutput();
      benchmark::DoNotOptimize(output->GetBufferPointer());
    }
  };
  const auto run = [&] {
    next = 0;
    std::vector<std::future<void>> threads;
    for (const auto & filter : filters)
    {
      threads.push_back(std::async(std::launch::async, work, filter.GetPointer()));
    }
    for (auto & thread : threads)
    {
      thread.get();
    }
  };
  run();
  run();
  // Images that are transferred again and again are pinned meanwhile.
  itk::device::HostMemory::WaitForPinning();
  const auto before = itk::device::GetTransferCounts();
  run();
  const auto after = itk::device::GetTransferCounts();
  state.counters["uploads"] = static_cast<double>(after.uploads - before.uploads);
  state.counters["downloads"] = static_cast<double>(after.downloads - before.downloads);
  return Median(TimeOnHost(5, run));
}

double
MeasureCPU(benchmark::State &)
{
  using ImageType = itk::Image<float, 2>;
  const auto filter = MakeFilter<itk::CannyEdgeDetectionImageFilter<ImageType, ImageType>>();
  filter->SetInput(MakeInput<ImageType>(ReadPicture("boat.png"), Size));
  return Median(TimeOnHost(3, [&] { UpdateAgain(*filter); }));
}

const std::string SizeName = std::to_string(Size[0]) + 'x' + std::to_string(Size[1]);
const std::size_t PixelsPerImage = Size[0] * Size[1];

const BenchmarkFile onDevice(BenchmarkFile::Needs::Device, [] {
  for (const auto & path : itk::DeviceTesting::ListPictures())
  {
    RegisterOnDevice<2>(path.stem(), 16384);
  }
  RegisterOnDevice<3>("boat", 512);
  RegisterOnDevice<2>("boat", 16384, true);
  RegisterOnDevice<3>("boat", 512, true);
  for (const unsigned int threads : { 1, 4 })
  {
    Register<float>("CannyHostToHost/2D/float/" + SizeName + 'x' + std::to_string(NumberOfImages) + "/threads" +
                      std::to_string(threads),
                    NumberOfImages * PixelsPerImage,
                    [=](benchmark::State & state) { return MeasureHostToHost(state, threads); });
  }
});

/** One image by ITK's own filter. */
const BenchmarkFile parent(BenchmarkFile::Needs::CPUAlone,
                           [] { Register<float>("CannyCPU/2D/float/" + SizeName, PixelsPerImage, MeasureCPU); });
} // namespace
