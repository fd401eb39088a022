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
#ifndef GrayscaleMorphology_cuh
#define GrayscaleMorphology_cuh

#include "MorphologyBoxLaunch.cuh"
#include "MorphologyRuns.cuh"
#include "itkCudaGrayscaleMorphologyLaunch.h"
#include <algorithm>
#include <limits>

namespace itk::device
{
namespace morphology
{
/** The least or the greatest of the pixels under an element. */
enum class Extremum
{
  Least,
  Greatest
};

constexpr Extremum
Opposite(Extremum extremum)
{
  return extremum == Extremum::Least ? Extremum::Greatest : Extremum::Least;
}

/** Pixels of uint8, uint16 or float, of which the runs are found once. */
class FlatMorphology
{
public:
  FlatMorphology(const FlatElement & element, const Stream & stream)
    : m_IsBox(std::all_of(element.isOn.begin(), element.isOn.end(), [](bool isOn) { return isOn; }))
    , m_Stream(stream)
  {
    std::copy_n(element.radius, 3, m_Radius);
    if (!m_IsBox)
    {
      m_Runs = FindRuns(element.isOn, m_Radius);
    }
  }

  const std::ptrdiff_t (&GetRadius() const)[3] { return m_Radius; }

  const Stream &
  GetStream() const
  {
    return m_Stream;
  }

  /** `result` may reach beyond `image`. */
  template <typename TPixel>
  void
  Apply(const Volume<const TPixel> & image, const Volume<TPixel> & result, const Order<TPixel> & order) const
  {
    if (m_IsBox)
    {
      LaunchBox(image, result, order, m_Radius, m_Stream);
    }
    else
    {
      LaunchRuns(image, result, order, m_Runs, m_Radius, m_Stream);
    }
  }

private:
  bool             m_IsBox;
  std::ptrdiff_t   m_Radius[3];
  std::vector<Run> m_Runs;
  const Stream &   m_Stream;
};

template <typename TPixel>
constexpr TPixel Largest = std::numeric_limits<TPixel>::max();
template <typename TPixel>
constexpr TPixel Smallest = std::numeric_limits<TPixel>::lowest();

template <typename TPixel>
Volume<std::uint16_t>
AsUnsigned(const Volume<TPixel> & volume)
{
  Volume<std::uint16_t> result{};
  result.data = reinterpret_cast<std::uint16_t *>(const_cast<std::remove_const_t<TPixel> *>(volume.data));
  std::copy_n(volume.begin, 3, result.begin);
  std::copy_n(volume.size, 3, result.size);
  std::copy_n(volume.stride, 3, result.stride);
  return result;
}

template <typename TPixel>
void
FindExtrema(const FlatMorphology &       morphology,
            const Volume<const TPixel> & image,
            const Volume<TPixel> &       result,
            Extremum                     extremum,
            TPixel                       boundary,
            bool                         isFinite)
{
  const bool isLeast = extremum == Extremum::Least;
  if constexpr (std::is_same_v<TPixel, float>)
  {
    const float initial = isFinite ? Smallest<float> : -std::numeric_limits<float>::infinity();
    morphology.Apply(image, result, Order<float>{ boundary, initial, isLeast ? 0x80000000u : 0u });
  }
  else if constexpr (std::is_signed_v<TPixel>)
  {
    const Order<std::uint16_t> order{ static_cast<std::uint16_t>(boundary), 0, isLeast ? 0x7fffu : 0x8000u };
    morphology.Apply(ToConst(AsUnsigned(image)), AsUnsigned(result), order);
  }
  else
  {
    morphology.Apply(image, result, Order<TPixel>{ boundary, 0, isLeast ? Largest<TPixel> : 0u });
  }
}

/** Pixels of 16 bytes, a vector. */
template <typename TPixel>
constexpr std::ptrdiff_t VectorPixels = sizeof(uint4) / sizeof(TPixel);

template <typename TPixel>
Volume<TPixel>
AllocateLike(const Volume<TPixel> & volume, Buffer & buffer, const Stream & stream)
{
  Volume<TPixel> result = volume;
  std::ptrdiff_t stride = 1;
  for (int axis = 0; axis < 3; ++axis)
  {
    result.stride[axis] = stride;
    stride *= axis == 0 ? VectorPixels<TPixel> * DivideUp(volume.size[axis], VectorPixels<TPixel>) : volume.size[axis];
  }
  buffer = Buffer(stride * sizeof(TPixel), stream);
  result.data = buffer.template As<TPixel>();
  return result;
}

/** Lets rows begin where vectors of the image do, but not before `least`. */
template <typename TPixel>
void
AlignRows(Volume<TPixel> & volume, std::ptrdiff_t least)
{
  const std::ptrdiff_t begin = std::max(volume.begin[0] & -VectorPixels<TPixel>, least);
  volume.size[0] += volume.begin[0] - begin;
  volume.begin[0] = begin;
}

/** result = a - b at the result's indices; it may be one of them. */
template <typename TPixel>
__global__ void
SubtractKernel(const Volume<const TPixel> a, const Volume<const TPixel> b, const Volume<TPixel> result)
{
  const std::ptrdiff_t rows = result.size[1] * result.size[2];
  for (std::ptrdiff_t row = blockIdx.y; row < rows; row += gridDim.y)
  {
    const std::ptrdiff_t z = row / result.size[1];
    const std::ptrdiff_t y = row - z * result.size[1];
    const auto           locate = [&](const auto & volume) {
      return volume.data + (z + result.begin[2] - volume.begin[2]) * volume.stride[2] +
             (y + result.begin[1] - volume.begin[1]) * volume.stride[1] + result.begin[0] - volume.begin[0];
    };
    const TPixel * const minuend = locate(a);
    const TPixel * const subtrahend = locate(b);
    TPixel * const       difference = locate(result);
    for (std::ptrdiff_t x = std::ptrdiff_t{ blockIdx.x } * blockDim.x + threadIdx.x; x < result.size[0];
         x += std::ptrdiff_t{ gridDim.x } * blockDim.x)
    {
      difference[x] = static_cast<TPixel>(minuend[x] - subtrahend[x]);
    }
  }
}

template <typename TPixel>
void
Subtract(const Volume<const TPixel> & a,
         const Volume<const TPixel> & b,
         const Volume<TPixel> &       result,
         const Stream &               stream)
{
  constexpr unsigned int threads = 256;
  const dim3 blocks(static_cast<unsigned int>(std::min(DivideUp(result.size[0], threads), kernels::MostBlocks)),
                    static_cast<unsigned int>(std::min(result.size[1] * result.size[2], kernels::MostLayers)));
  kernels::Launch("SubtractKernel", SubtractKernel<TPixel>, { blocks, threads }, stream, a, b, result);
}

/** The opposite extrema of what `first` makes of the image: Opening for Least, Closing for Greatest. */
template <typename TPixel>
void
FindExtremaTwice(const FlatMorphology &             morphology,
                 const Volume<const TPixel> &       image,
                 const Volume<TPixel> &             result,
                 Extremum                           first,
                 const MorphologySettings<TPixel> & settings)
{
  const TPixel   ofLeast = Largest<TPixel>;
  const TPixel   ofGreatest = Smallest<TPixel>;
  const bool     isLeast = first == Extremum::Least;
  Volume<TPixel> between = result;
  for (int axis = 0; axis < 3; ++axis)
  {
    const std::ptrdiff_t radius = morphology.GetRadius()[axis];
    SetExtent(between.begin[axis],
              between.size[axis],
              result.begin[axis],
              result.size[axis],
              radius,
              image.begin[axis] - (settings.isBorderSafe ? radius : 0),
              image.size[axis] + (settings.isBorderSafe ? 2 * radius : 0),
              false);
  }
  AlignRows(between, settings.isBorderSafe ? between.begin[0] - VectorPixels<TPixel> : image.begin[0]);
  Buffer buffer;
  between = AllocateLike(between, buffer, morphology.GetStream());
  FindExtrema(morphology, image, between, first, isLeast ? ofLeast : ofGreatest, settings.isFinite);
  FindExtrema(morphology, ToConst(between), result, Opposite(first), isLeast ? ofGreatest : ofLeast, settings.isFinite);
}
} // namespace morphology

template <typename TPixel, unsigned int VDimension>
void
LaunchGrayscaleMorphology(const ImageView<const TPixel, VDimension> & input,
                          const ImageView<TPixel, VDimension> &       output,
                          const std::size_t (&offset)[VDimension],
                          const FlatElement &                element,
                          MorphologyOperation                operation,
                          const MorphologySettings<TPixel> & settings,
                          const Stream &                     stream)
{
  using namespace morphology;
  const FlatMorphology       morphology(element, stream);
  const Volume<const TPixel> image = kernels::MakeVolume(input);
  const Volume<TPixel>       result = kernels::MakeVolume(output, offset);
  const auto                 find = [&](const Volume<TPixel> & volume, Extremum extremum, TPixel boundary) {
    FindExtrema(morphology, image, volume, extremum, boundary, settings.isFinite);
  };

  Buffer     buffer;
  const auto allocate = [&] { return AllocateLike(result, buffer, stream); };
  switch (operation)
  {
    case MorphologyOperation::Erode:
      return find(result, Extremum::Least, settings.boundary);
    case MorphologyOperation::Dilate:
      return find(result, Extremum::Greatest, settings.boundary);
    case MorphologyOperation::Opening:
      return FindExtremaTwice(morphology, image, result, Extremum::Least, settings);
    case MorphologyOperation::Closing:
      return FindExtremaTwice(morphology, image, result, Extremum::Greatest, settings);
    case MorphologyOperation::WhiteTopHat:
    {
      const auto opened = allocate();
      FindExtremaTwice(morphology, image, opened, Extremum::Least, settings);
      return Subtract(image, ToConst(opened), result, stream);
    }
    case MorphologyOperation::BlackTopHat:
    {
      const auto closed = allocate();
      FindExtremaTwice(morphology, image, closed, Extremum::Greatest, settings);
      return Subtract(ToConst(closed), image, result, stream);
    }
    case MorphologyOperation::Gradient:
    {
      const auto least = allocate();
      find(least, Extremum::Least, Largest<TPixel>);
      find(result, Extremum::Greatest, Smallest<TPixel>);
      return Subtract(ToConst(result), ToConst(least), result, stream);
    }
  }
}
} // namespace itk::device

#define ITK_INSTANTIATE_MORPHOLOGY(pixel, dimension)                                                   \
  template void LaunchGrayscaleMorphology<pixel, dimension>(const ImageView<const pixel, dimension> &, \
                                                            const ImageView<pixel, dimension> &,       \
                                                            const std::size_t(&)[dimension],           \
                                                            const FlatElement &,                       \
                                                            MorphologyOperation,                       \
                                                            const MorphologySettings<pixel> &,         \
                                                            const Stream &);

#endif
