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
#ifndef IsolineTubeTransform_h
#define IsolineTubeTransform_h

#include "itkDeviceMacro.h"

/** Discrete cosine transforms by recursive halving, whose order of operations is fixed so that host and device give the
 * same bits. TValue is float, or some floats on which operators work one by one.
 *
 * Of N values x, ForwardIsolineTubeTransform makes X[u] = c(u) sum over n of x[n] cos(pi u (2n + 1) / (2N)), with
 * c(0) = sqrt(1/2) and c(u) = 1 for u > 0, in place: sqrt(N / 2) times the orthonormal transform.
 * InverseIsolineTubeTransform is its transpose, so the two after each other multiply by N / 2. */
namespace itk::device
{
/** (x + i y) (c - i s) */
template <typename TValue>
ITK_HOST_DEVICE inline void
RotateIsolineTube(TValue & x, TValue & y, float c, float s)
{
  const TValue real = x * c + y * s;
  y = y * c - x * s;
  x = real;
}

/** The complex conjugate of (x + i y) (c - i s). */
template <typename TValue>
ITK_HOST_DEVICE inline void
RotateAndConjugateIsolineTube(TValue & x, TValue & y, float c, float s)
{
  const TValue real = x * c + y * s;
  y = x * s - y * c;
  x = real;
}

template <typename TValue>
ITK_HOST_DEVICE inline void
AddAndSubtractIsolineTube(TValue & x, TValue & y)
{
  const TValue sum = x + y;
  y = x - y;
  x = sum;
}

/** x[k] becomes the sum over n of x[n] cos(pi (2n + 1) (2k + 1) / (4N)), a symmetric matrix times x: the odd
 * coefficients of the transform of 2N values are made so. For N > 2 by way of the Fourier transform of the N / 2
 * complex numbers x[2n] + i x[N - 1 - 2n], turned by pi (4n + 1) / (4N) before it and by pi k / N after it. */
template <typename TValue>
ITK_HOST_DEVICE inline void
TransformOddIsolineTube(TValue (&x)[1])
{
  x[0] = x[0] * 0.70710678f;
}

template <typename TValue>
ITK_HOST_DEVICE inline void
TransformOddIsolineTube(TValue (&x)[2])
{
  RotateAndConjugateIsolineTube(x[0], x[1], 0.92387953f, 0.38268343f);
}

template <typename TValue>
ITK_HOST_DEVICE inline void
TransformOddIsolineTube(TValue (&x)[4])
{
  RotateIsolineTube(x[0], x[3], 0.98078528f, 0.19509032f);
  RotateIsolineTube(x[2], x[1], 0.55557023f, 0.83146961f);
  AddAndSubtractIsolineTube(x[0], x[2]);
  AddAndSubtractIsolineTube(x[3], x[1]);
  x[3] = -x[3];
  RotateAndConjugateIsolineTube(x[2], x[1], 0.70710678f, 0.70710678f);
}

template <typename TValue>
ITK_HOST_DEVICE inline void
TransformOddIsolineTube(TValue (&x)[8])
{
  RotateIsolineTube(x[0], x[7], 0.99518473f, 0.09801714f);
  RotateIsolineTube(x[2], x[5], 0.88192126f, 0.47139674f);
  RotateIsolineTube(x[4], x[3], 0.63439328f, 0.77301045f);
  RotateIsolineTube(x[6], x[1], 0.29028468f, 0.95694034f);
  AddAndSubtractIsolineTube(x[0], x[4]);
  AddAndSubtractIsolineTube(x[7], x[3]);
  AddAndSubtractIsolineTube(x[2], x[6]);
  AddAndSubtractIsolineTube(x[5], x[1]);
  // The even values of the Fourier transform are those of the sums, the odd ones those of the differences.
  AddAndSubtractIsolineTube(x[0], x[2]);
  AddAndSubtractIsolineTube(x[7], x[5]);
  AddAndSubtractIsolineTube(x[4], x[1]);
  AddAndSubtractIsolineTube(x[3], x[6]);
  const TValue    real[4] = { x[0], x[4], x[2], x[1] };
  const TValue    imaginary[4] = { x[7], x[6], x[5], x[3] };
  constexpr float c[4] = { 1, 0.92387953f, 0.70710678f, 0.38268343f };
  constexpr float s[4] = { 0, 0.38268343f, 0.70710678f, 0.92387953f };
  x[0] = real[0];
  x[7] = -imaginary[0];
  for (int k = 1; k < 4; ++k)
  {
    x[2 * k] = real[k];
    x[7 - 2 * k] = imaginary[k];
    RotateAndConjugateIsolineTube(x[2 * k], x[7 - 2 * k], c[k], s[k]);
  }
}

template <typename TValue>
ITK_HOST_DEVICE inline void
ForwardIsolineTubeTransform(TValue (&x)[1])
{
  x[0] = x[0] * 0.70710678f;
}

template <typename TValue>
ITK_HOST_DEVICE inline void
InverseIsolineTubeTransform(TValue (&x)[1])
{
  x[0] = x[0] * 0.70710678f;
}

template <int N, typename TValue>
ITK_HOST_DEVICE inline void
ForwardIsolineTubeTransform(TValue (&x)[N])
{
  TValue even[N / 2];
  TValue odd[N / 2];
  for (int n = 0; n < N / 2; ++n)
  {
    even[n] = x[n] + x[N - 1 - n];
    odd[n] = x[n] - x[N - 1 - n];
  }
  ForwardIsolineTubeTransform(even);
  TransformOddIsolineTube(odd);
  for (int u = 0; u < N / 2; ++u)
  {
    x[2 * u] = even[u];
    x[2 * u + 1] = odd[u];
  }
}

template <int N, typename TValue>
ITK_HOST_DEVICE inline void
InverseIsolineTubeTransform(TValue (&x)[N])
{
  TValue even[N / 2];
  TValue odd[N / 2];
  for (int u = 0; u < N / 2; ++u)
  {
    even[u] = x[2 * u];
    odd[u] = x[2 * u + 1];
  }
  InverseIsolineTubeTransform(even);
  TransformOddIsolineTube(odd);
  for (int n = 0; n < N / 2; ++n)
  {
    x[n] = even[n] + odd[n];
    x[N - 1 - n] = even[n] - odd[n];
  }
}
} // namespace itk::device

#endif
