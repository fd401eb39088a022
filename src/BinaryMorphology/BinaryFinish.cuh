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
#ifndef BinaryFinish_cuh
#define BinaryFinish_cuh

#include "Kernels/Grid.cuh"
#include "Kernels/Task.cuh"

namespace itk::device::binary
{
using kernels::DivideUp;
using kernels::Volume;

/** What is made of a pixel once it is known whether the erosion or the dilation has it. */
enum class Step
{
  Erode,
  Dilate,
  Close, // the erosion of a dilation
  Mask   // 1 if the dilation has
};

/** The pixels of one step, and what they become. */
template <typename TPixel, typename TResult = TPixel>
struct Finish
{
  Step                 step;
  TPixel               foreground;
  TPixel               background;
  Volume<const TPixel> image; // all of the result's indices are in it, but for a mask
  Volume<TResult>      result;

  /** `x` to `z` count from the result's first pixel. */
  __device__ __forceinline__ void
  operator()(std::ptrdiff_t x, std::ptrdiff_t y, std::ptrdiff_t z, bool isIn) const
  {
    TResult & pixel = result.data[z * result.stride[2] + y * result.stride[1] + x];
    if (step == Step::Mask && foreground != background)
    {
      pixel = isIn;
      return;
    }
    const std::ptrdiff_t index[3]{ x + result.begin[0] - image.begin[0],
                                   y + result.begin[1] - image.begin[1],
                                   z + result.begin[2] - image.begin[2] };
    const auto read = [&] { return image.data[index[2] * image.stride[2] + index[1] * image.stride[1] + index[0]]; };
    if (step == Step::Mask)
    {
      // What is foreground without being of the dilation becomes the background, which is the same.
      bool isInside = true;
      for (int axis = 0; axis < 3; ++axis)
      {
        isInside = isInside && index[axis] >= 0 && index[axis] < image.size[axis];
      }
      pixel = isIn || (isInside && read() == foreground);
      return;
    }
    const TPixel before = read();
    TPixel       after = isIn ? foreground : before;
    if (!isIn && step != Step::Close && before == foreground)
    {
      after = background;
    }
    if (step == Step::Erode && isIn && foreground == background && before != foreground)
    {
      after = before;
    }
    pixel = after;
  }
};
} // namespace itk::device::binary

#endif
