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
#ifndef itkCudaWarpLaunch_h
#define itkCudaWarpLaunch_h

#include "itkCudaResampleLaunch.h"

namespace itk::device
{
template <typename TComponent, unsigned int VDimension>
struct Displacement
{
  TComponent components[VDimension];
};

/** Where an output, its input and its displacement field lie. */
template <unsigned int VDimension>
struct WarpGrids
{
  ResampleMap<VDimension>  output;       // its points; no steps
  ResampleStep<VDimension> pointToInput; // its continuous index
  ResampleStep<VDimension> pointToField;
  bool                     fieldIsOnOutputsGrid; // then each displacement is that at the output's index
  std::ptrdiff_t           begin[VDimension];    // the index of the output's first pixel
  std::ptrdiff_t           inputBegin[VDimension];
  std::ptrdiff_t           fieldBegin[VDimension];
};

/** Each pixel of `output` is that of `input` at its point plus the field's displacement there, both interpolated linearly;
 * outside of the input it is `padding`. Results are truncated.
 *
 * uint8, int16, uint16 and float, fields of float and double; 2D and 3D. Enqueues on `stream`; does not wait. */
template <typename TPixel, typename TComponent, unsigned int VDimension>
void
LaunchWarp(const ImageView<const TPixel, VDimension> &                               input,
           const ImageView<const Displacement<TComponent, VDimension>, VDimension> & field,
           const ImageView<TPixel, VDimension> &                                     output,
           const WarpGrids<VDimension> &                                             grids,
           TPixel                                                                    padding,
           const Stream &                                                            stream);
} // namespace itk::device

#endif
