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
#ifndef itkFuzzImages_h
#define itkFuzzImages_h

#include "itkFuzzTolerance.h"
#include "itkProcessObject.h"
#include <string>

namespace itk::DeviceTesting
{
/** What is done with an image whatever its type is. */

/** Why two outputs, of a filter and of its parent, differ by more than they may; nothing if they do not. Images have the
 * same regions and geometry, and, if that is asked for, pixels; of their range and that of `input` is the tolerance. */
std::string
FindDifference(const DataObject *    actual,
               const DataObject *    expected,
               const DataObject *    input,
               const FuzzTolerance & tolerance,
               bool                  hasPixels);

enum class FuzzTail
{
  None,
  Streaming,
  Cast
};

/** A CPU filter behind `image`; null of FuzzTail::None, and of what is no image. */
ProcessObject::Pointer
MakeTail(FuzzTail tail, DataObject * image, unsigned int pieces);

/** A new image that shares the pixels of `image`. */
DataObject::Pointer
GraftNew(const DataObject * image);
} // namespace itk::DeviceTesting

#endif
