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
#ifndef SobelCore_cuh
#define SobelCore_cuh

/** \file
 * The weights of itk::SobelOperator in 3D, across the difference: (1, 3, 1), (3, 6, 3), (1, 3, 1). What is fused is said
 * here, so that all kernels give the same bits. */
namespace itk::device::gradient
{
/** A side, (1, 3, 1): the sum of its ends, and its middle. */
__device__ __forceinline__ float
WeighSide(float ends, float middle)
{
  return fmaf(3.0f, middle, ends);
}

/** A third of the middle, (1, 2, 1). */
__device__ __forceinline__ float
WeighThirdOfMiddle(float ends, float middle)
{
  return fmaf(2.0f, middle, ends);
}

template <int VDimension>
__device__ __forceinline__ float
SquareLength(const float (&gradient)[VDimension])
{
  float square = gradient[0] * gradient[0];
#pragma unroll
  for (int axis = 1; axis < VDimension; ++axis)
  {
    square = fmaf(gradient[axis], gradient[axis], square);
  }
  return square;
}
} // namespace itk::device::gradient

#endif
