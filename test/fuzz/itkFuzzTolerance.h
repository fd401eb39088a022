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
#ifndef itkFuzzTolerance_h
#define itkFuzzTolerance_h

#include <string>

namespace itk::DeviceTesting
{
/** How far from its parent's a filter's pixels may be, as filters.json has it in words as `result`. A pixel may be as far as
 * any of the first three says. */
struct FuzzTolerance
{
  /** Of the values and 0: of the result's or of the input's, whichever are further apart. */
  double ofRange{ 0 };
  double ofValue{ 0 };
  double ulps{ 0 };
  /** Part of the pixels, rounded up, that may be further away. */
  double differing{ 0 };
  /** Then the input's range is that before the update, also in place: the result may be no more than rounding errors. */
  bool isDerivative{ false };
};

FuzzTolerance
GetFuzzTolerance(const std::string & name, unsigned int dimension);

/** Where parents are wrong. */
struct FuzzedParentsFaults
{
  /** Of a part of the output it computes something else. */
  bool isWrongOfParts{ false };
  /** The same if it runs in place. */
  bool isWrongOfPartsInPlace{ false };
  /** It refuses a region outside of the image, or one that was requested of another input, where the module's filter makes the
   * whole image whatever is requested. */
  bool isStrict{ false };
  /** Of an image of one value it finds a threshold beside it, or not. */
  bool isUndefinedOfConstants{ false };
  /** Its inner filters do not run again if only the requested region has changed. */
  bool isLazy{ false };
  /** Of some images it never ends, where the module's filter throws on a device, and runs it on the CPU. */
  bool isEndless{ false };
};

FuzzedParentsFaults
GetParentsFaults(const std::string & name);

/** Of images with more pixels the parent would take seconds. */
unsigned long
GetMostFuzzedPixels(const std::string & name);
} // namespace itk::DeviceTesting

#endif
