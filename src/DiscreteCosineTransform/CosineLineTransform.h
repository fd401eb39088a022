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
#ifndef CosineLineTransform_h
#define CosineLineTransform_h

#include <cstddef>
#include <memory>

namespace itk::device
{
/** \class CosineLineTransform
 * The orthonormal cosine transform of lines of one length; threads share it. */
class CosineLineTransform
{
public:
  virtual ~CosineLineTransform() = default;

  /** Transforms `width` lines in place, element i of line l of which is at i * width + l. */
  virtual void
  Forward(double * lines, std::size_t width) const = 0;

  virtual void
  Inverse(double * lines, std::size_t width) const = 0;
};

/** By an FFT, for a length without prime factors but 2, 3 and 5. */
std::unique_ptr<CosineLineTransform>
MakeCosineLineTransformByFFT(std::size_t length);

/** By sums, for any length. */
std::unique_ptr<CosineLineTransform>
MakeCosineLineTransformBySums(std::size_t length);
} // namespace itk::device

#endif
