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
#ifndef BenchmarkPixels_h
#define BenchmarkPixels_h

#include "itkDeviceBuffer.h"
#include "itkDeviceTransfer.h"
#include <algorithm>
#include <random>
#include <vector>

/** Random pixels: any bits for integers, 24 random bits for floats. */
template <typename TPixel>
const std::vector<TPixel> &
GetRandomPixels()
{
  static const std::vector<TPixel> pixels = [] {
    std::mt19937        generator(1);
    std::vector<TPixel> values(std::size_t{ 1 } << 24);
    std::generate(values.begin(), values.end(), [&] { return static_cast<TPixel>(generator() >> 8); });
    return values;
  }();
  return pixels;
}

/** An image on the host, of `source` over and over. */
template <typename TImage>
typename TImage::Pointer
MakeImage(std::size_t                                     side,
          const std::vector<typename TImage::PixelType> & source = GetRandomPixels<typename TImage::PixelType>())
{
  const auto                image = TImage::New();
  typename TImage::SizeType size;
  size.Fill(side);
  image->SetRegions(size);
  image->Allocate();
  const std::size_t pixels = image->GetBufferedRegion().GetNumberOfPixels();
  for (std::size_t done = 0; done < pixels; done += source.size())
  {
    std::copy_n(source.begin(), std::min(source.size(), pixels - done), image->GetBufferPointer() + done);
  }
  return image;
}

/** How many images, of so many bytes for all that one pass touches, are together more than an L2 cache holds. */
inline std::size_t
GetNumberOfTurns(std::size_t bytes)
{
  return std::max<std::size_t>(2, (std::size_t{ 512 } << 20) / bytes);
}

/** Images on the device to be used in turn. */
template <typename TPixel>
class ImageRing
{
public:
  ImageRing(std::size_t pixels, std::size_t turns, const itk::device::Stream & stream)
  {
    for (std::size_t i = 0; i < turns; ++i)
    {
      m_Images.emplace_back(pixels * sizeof(TPixel), stream);
    }
  }

  /** Fills each with `source` over and over, from its pixel `first` on at the start. */
  void
  Fill(std::size_t pixels, const std::vector<TPixel> & source, std::size_t first, const itk::device::Stream & stream)
  {
    for (const auto & image : m_Images)
    {
      std::size_t begin = first;
      for (std::size_t done = 0; done < pixels; begin = 0)
      {
        const std::size_t part = std::min(source.size() - begin, pixels - done);
        itk::device::Upload(image.template As<TPixel>() + done, source.data() + begin, part * sizeof(TPixel), stream);
        done += part;
      }
    }
    stream.Wait();
  }

  TPixel *
  Get(std::size_t turn) const
  {
    return m_Images[turn % m_Images.size()].template As<TPixel>();
  }

private:
  std::vector<itk::device::Buffer> m_Images;
};

#endif
