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
#ifndef BinaryMorphology_cuh
#define BinaryMorphology_cuh

#include "BinaryBall.cuh"
#include "BinaryElement.h"
#include "itkCudaBinaryMorphologyLaunch.h"
#include <limits>

namespace itk::device
{
namespace binary
{
/** 1 where the image is foreground, and `beyond` at indices beyond it. */
template <typename TPixel>
__global__ void
MaskKernel(const Volume<const TPixel> image,
           const TPixel               foreground,
           const std::uint8_t         beyond,
           const Volume<std::uint8_t> mask)
{
  const std::ptrdiff_t pixels = mask.size[0] * mask.size[1] * mask.size[2];
  for (std::ptrdiff_t i = std::ptrdiff_t{ blockIdx.x } * blockDim.x + threadIdx.x; i < pixels;
       i += std::ptrdiff_t{ gridDim.x } * blockDim.x)
  {
    const std::ptrdiff_t row = i / mask.size[0];
    const std::ptrdiff_t index[3]{ i - row * mask.size[0], row % mask.size[1], row / mask.size[1] };
    std::ptrdiff_t       offset = 0;
    bool                 isInside = true;
    for (int axis = 0; axis < 3; ++axis)
    {
      const std::ptrdiff_t inImage = index[axis] + mask.begin[axis] - image.begin[axis];
      isInside = isInside && inImage >= 0 && inImage < image.size[axis];
      offset += inImage * image.stride[axis];
    }
    mask.data[i] = isInside ? image.data[offset] == foreground : beyond;
  }
}

/** Gives a mask's pixels, at the result's indices, to `finish`. */
template <typename TFinish>
__global__ void
FinishKernel(const std::uint8_t * const mask, const TFinish finish)
{
  const auto &         size = finish.result.size;
  const std::ptrdiff_t pixels = size[0] * size[1] * size[2];
  for (std::ptrdiff_t i = std::ptrdiff_t{ blockIdx.x } * blockDim.x + threadIdx.x; i < pixels;
       i += std::ptrdiff_t{ gridDim.x } * blockDim.x)
  {
    const std::ptrdiff_t row = i / size[0];
    finish(i - row * size[0], row % size[1], row / size[1], mask[i] != 0);
  }
}

inline kernels::Grid
MakeGrid(std::ptrdiff_t pixels)
{
  constexpr unsigned int threads = 256;
  return { dim3(static_cast<unsigned int>(std::min(DivideUp(pixels, threads), kernels::MostBlocks))), threads };
}

template <typename TPixel>
std::ptrdiff_t
CountPixels(const Volume<TPixel> & volume)
{
  return volume.size[0] * volume.size[1] * volume.size[2];
}

/** Axis by axis, `result` with `margin` more on each side; of `image`, as far as it reaches, if there is one. */
template <typename TPixel, typename TResult>
Volume<TPixel>
AllocateAround(const Volume<TResult> & result,
               const std::size_t (&margin)[3],
               const std::ptrdiff_t * imageSize,
               Buffer &               buffer,
               const Stream &         stream)
{
  Volume<TPixel> volume{};
  std::ptrdiff_t stride = 1;
  for (int axis = 0; axis < 3; ++axis)
  {
    const auto     more = static_cast<std::ptrdiff_t>(margin[axis]);
    std::ptrdiff_t end = result.begin[axis] + result.size[axis] + more;
    volume.begin[axis] = result.begin[axis] - more;
    if (imageSize != nullptr)
    {
      end = std::min(end, imageSize[axis]);
      volume.begin[axis] = std::max(volume.begin[axis], std::ptrdiff_t{ 0 });
    }
    volume.size[axis] = end - volume.begin[axis];
    volume.stride[axis] = stride;
    stride *= volume.size[axis];
  }
  buffer = Buffer(stride * sizeof(TPixel), stream);
  volume.data = buffer.As<TPixel>();
  return volume;
}

/** An element, mirrored since it is painted. */
class PaintedElement
{
public:
  template <unsigned int VDimension>
  PaintedElement(const FlatElement & element, std::integral_constant<unsigned int, VDimension>)
    : m_Element{ { element.radius[0], element.radius[1], element.radius[2] },
                 { element.isOn.rbegin(), element.isOn.rend() } }
    , m_Dimension(VDimension)
    , m_BallSquare(FindBallSquare(element, VDimension, LargestBallRadius))
  {}

  const FlatElement &
  GetElement() const
  {
    return m_Element;
  }

  /** One step. `image`'s first pixel has index 0 but for `result`'s; pixels beyond are foreground or not. */
  template <typename TPixel, typename TFinish>
  void
  Run(const Volume<const TPixel> & image,
      TPixel                       foreground,
      bool                         isBeyondForeground,
      bool                         isErosion,
      const TFinish &              finish,
      const Stream &               stream) const
  {
    if (m_BallSquare >= 0)
    {
      const Ball          ball{ static_cast<int>(m_Element.radius[0]), m_BallSquare };
      const Sites<TPixel> sites{ image, foreground, !isErosion, isBeyondForeground != isErosion };
      LaunchBall(sites, finish, ball, m_Dimension, isErosion, stream);
      return;
    }
    Buffer     maskBuffer;
    Buffer     resultBuffer;
    const auto mask = AllocateAround<std::uint8_t>(finish.result, m_Element.radius, nullptr, maskBuffer, stream);
    const auto result = AllocateAround<std::uint8_t>(finish.result, { 0, 0, 0 }, nullptr, resultBuffer, stream);
    kernels::Launch("MaskKernel",
                    MaskKernel<TPixel>,
                    MakeGrid(CountPixels(mask)),
                    stream,
                    image,
                    foreground,
                    static_cast<std::uint8_t>(isBeyondForeground),
                    mask);
    LaunchGrayscaleMorphology<std::uint8_t, 3>(
      kernels::MakeView<3, const std::uint8_t>(mask.data, mask.size, mask.stride),
      kernels::MakeView<3>(result.data, result.size, result.stride),
      m_Element.radius,
      m_Element,
      isErosion ? MorphologyOperation::Erode : MorphologyOperation::Dilate,
      { isBeyondForeground, false, false },
      stream);
    kernels::Launch("FinishKernel",
                    FinishKernel<TFinish>,
                    MakeGrid(CountPixels(result)),
                    stream,
                    static_cast<const std::uint8_t *>(result.data),
                    finish);
  }

private:
  FlatElement m_Element;
  int         m_Dimension;
  int         m_BallSquare;
};

template <typename TPixel>
Volume<const TPixel>
FromItsBegin(const Volume<TPixel> & volume)
{
  auto result = ToConst(volume);
  std::fill_n(result.begin, 3, 0);
  return result;
}
} // namespace binary

template <typename TPixel, unsigned int VDimension>
void
LaunchBinaryMorphology(const ImageView<const TPixel, VDimension> & input,
                       const ImageView<TPixel, VDimension> &       output,
                       const std::size_t (&offset)[VDimension],
                       const FlatElement &            element,
                       BinaryOperation                operation,
                       const BinarySettings<TPixel> & settings,
                       const Stream &                 stream)
{
  using namespace binary;
  const PaintedElement       painted(element, std::integral_constant<unsigned int, VDimension>());
  const Volume<const TPixel> image = kernels::MakeVolume(input);
  const Volume<TPixel>       result = kernels::MakeVolume(output, offset);
  const TPixel               foreground = settings.foreground;
  const auto run = [&](const auto & from, const auto & to, Step step, TPixel background, bool isBeyond) {
    const Finish<TPixel> finish{ step, foreground, background, from, to };
    painted.Run(from, foreground, isBeyond, step == Step::Erode, finish, stream);
  };
  switch (operation)
  {
    case BinaryOperation::Erode:
      return run(image, result, Step::Erode, settings.background, settings.isBeyondForeground);
    case BinaryOperation::Dilate:
      return run(image, result, Step::Dilate, settings.background, settings.isBeyondForeground);
    case BinaryOperation::Opening:
    {
      Buffer     buffer;
      const auto eroded = AllocateAround<TPixel>(result, element.radius, image.size, buffer, stream);
      run(image, eroded, Step::Erode, settings.background, true);
      Volume<TPixel> target = result;
      for (int axis = 0; axis < 3; ++axis)
      {
        target.begin[axis] -= eroded.begin[axis];
      }
      return run(FromItsBegin(eroded), target, Step::Dilate, std::numeric_limits<TPixel>::lowest(), false);
    }
    case BinaryOperation::Closing:
    {
      Buffer     buffer;
      const auto dilated = AllocateAround<std::uint8_t>(
        result, element.radius, settings.isBorderSafe ? nullptr : image.size, buffer, stream);
      const TPixel                       background = std::numeric_limits<TPixel>::lowest();
      const Finish<TPixel, std::uint8_t> toMask{ Step::Mask, foreground, background, image, dilated };
      painted.Run(image, foreground, false, false, toMask, stream);
      Volume<const TPixel> before = image;
      Volume<TPixel>       target = result;
      for (int axis = 0; axis < 3; ++axis)
      {
        before.begin[axis] -= dilated.begin[axis];
        target.begin[axis] -= dilated.begin[axis];
      }
      const Finish<TPixel> close{ Step::Close, foreground, foreground, before, target };
      return painted.Run(FromItsBegin(dilated), std::uint8_t{ 1 }, true, true, close, stream);
    }
  }
}
} // namespace itk::device

#define ITK_INSTANTIATE_BINARY_MORPHOLOGY(pixel, dimension)                                         \
  template void LaunchBinaryMorphology<pixel, dimension>(const ImageView<const pixel, dimension> &, \
                                                         const ImageView<pixel, dimension> &,       \
                                                         const std::size_t(&)[dimension],           \
                                                         const FlatElement &,                       \
                                                         BinaryOperation,                           \
                                                         const BinarySettings<pixel> &,             \
                                                         const Stream &);

#endif
