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
#ifndef DiscreteCosineSpectrum_cuh
#define DiscreteCosineSpectrum_cuh

#include <cstddef>

/** Between the coefficients X of a cosine transform and the spectrum V of the reordered image, of which the half with
 * k <= N / 2 along axis 0 is held. With w = exp(-i pi k / (2 N)) along an axis, and A = w V(k), B = conj(w) V(-k):
 * X(k) = (A + B) / 2, X(N - k) = i (A - B) / 2, and along axis 0, where B = conj(A), X(k) = Re(A), X(N - k) = -Im(A).
 * So a thread has to do with both signs of k along axes 1 and 2, and with coefficients k and N - k along each axis,
 * that are as many values: it can write where it read. */
namespace itk::device::cosine
{
/** The sizes of an image, the longest of whose axes of one pixel come last. */
struct Shape
{
  int size[3];
  int pitch; // complex numbers from row to row

  __host__ __device__ std::size_t
                      GetRow(int y, int z) const
  {
    return static_cast<std::size_t>(z) * size[1] + y;
  }
};

__device__ inline float2
Multiply(float2 a, float2 b)
{
  return { a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x };
}

__device__ inline float2
Conjugate(float2 a)
{
  return { a.x, -a.y };
}

/** a + sign i b */
__device__ inline float2
AddRotated(float2 a, float sign, float2 b)
{
  return { a.x - sign * b.y, a.y + sign * b.x };
}

/** Frequency k along an axis of N pixels. */
struct Frequency
{
  int    k;
  int    size;
  float2 rotation;

  __device__
  Frequency(int index, int length)
    : k(index)
    , size(length)
  {
    sincospif(static_cast<float>(index) / (2.0f * static_cast<float>(length)), &rotation.y, &rotation.x);
    rotation.y = -rotation.y;
  }

  /** The index of coefficient k or N - k. */
  __device__ int
  GetIndex(int isOther) const
  {
    return isOther != 0 ? size - k : k;
  }

  /** Whether coefficient N - k is one of its own. */
  __device__ bool
  Has(int isOther) const
  {
    return isOther == 0 || (k > 0 && 2 * k != size);
  }

  __device__ float
  GetForwardScale() const
  {
    return sqrtf((k == 0 ? 1.0f : 2.0f) / static_cast<float>(size));
  }

  __device__ float
  GetInverseScale() const
  {
    return rsqrtf((k == 0 ? 1.0f : 2.0f) * static_cast<float>(size));
  }

  __device__ void
  Forward(float2 & value, float2 & other) const
  {
    const float2 a = Multiply(rotation, value);
    const float2 b = Multiply(Conjugate(rotation), other);
    value = { 0.5f * (a.x + b.x), 0.5f * (a.y + b.y) };
    other = { 0.5f * (b.y - a.y), 0.5f * (a.x - b.x) };
  }

  __device__ void
  Inverse(float2 & value, float2 & other) const
  {
    const float2 a = AddRotated(value, -1, other);
    const float2 b = AddRotated(value, 1, other);
    value = Multiply(Conjugate(rotation), a);
    other = Multiply(rotation, b);
  }
};

/** What a thread has to do with. `VAxes` are longer than a pixel. Along axes 1 and 2 index 1 stands for -k, or N - k. */
template <int VAxes>
struct Frequencies
{
  static constexpr int Signs1 = VAxes > 1 ? 2 : 1;
  static constexpr int Signs2 = VAxes > 2 ? 2 : 1;

  Shape     shape;
  Frequency x;
  Frequency y;
  Frequency z;
  float2    values[Signs2][Signs1];

  __device__
  Frequencies(const Shape & ofImage, int kx, int ky, int kz)
    : shape(ofImage)
    , x(kx, ofImage.size[0])
    , y(ky, ofImage.size[1])
    , z(kz, ofImage.size[2])
  {}

  template <typename TFunction>
  __device__ void
  ForEach(const TFunction & function)
  {
#pragma unroll
    for (int j = 0; j < Signs2; ++j)
    {
#pragma unroll
      for (int i = 0; i < Signs1; ++i)
      {
        function(values[j][i], i, j);
      }
    }
  }

  __device__ std::size_t
             GetPlaceInSpectrum(int i, int j) const
  {
    const int ky = i != 0 && y.k > 0 ? y.size - y.k : y.k;
    const int kz = j != 0 && z.k > 0 ? z.size - z.k : z.k;
    return shape.GetRow(ky, kz) * shape.pitch + x.k;
  }

  __device__ void
  LoadSpectrum(const float2 * spectrum)
  {
    this->ForEach([&](float2 & value, int i, int j) { value = spectrum[this->GetPlaceInSpectrum(i, j)]; });
  }

  __device__ void
  StoreSpectrum(float2 * spectrum)
  {
    this->ForEach([&](float2 & value, int i, int j) {
      if (y.Has(i) && z.Has(j))
      {
        spectrum[this->GetPlaceInSpectrum(i, j)] = value;
      }
    });
  }

  /** From the spectrum to coefficients, k and N - k along axis 0 as x and y of a value. */
  __device__ void
  Forward()
  {
    if constexpr (VAxes > 2)
    {
#pragma unroll
      for (int i = 0; i < Signs1; ++i)
      {
        z.Forward(values[0][i], values[1][i]);
      }
    }
    if constexpr (VAxes > 1)
    {
#pragma unroll
      for (int j = 0; j < Signs2; ++j)
      {
        y.Forward(values[j][0], values[j][1]);
      }
    }
    const float scale =
      x.GetForwardScale() * (VAxes > 1 ? y.GetForwardScale() : 1.0f) * (VAxes > 2 ? z.GetForwardScale() : 1.0f);
    this->ForEach([&](float2 & value, int, int) {
      const float2 a = Multiply(x.rotation, value);
      value = { scale * a.x, -scale * a.y };
    });
  }

  /** Back. What is no coefficient, N - k at k = 0, must be 0. */
  __device__ void
  Inverse()
  {
    const float scale =
      x.GetInverseScale() * (VAxes > 1 ? y.GetInverseScale() : 1.0f) * (VAxes > 2 ? z.GetInverseScale() : 1.0f);
    this->ForEach([&](float2 & value, int, int) {
      value = Multiply(Conjugate(x.rotation), { scale * value.x, -scale * value.y });
    });
    if constexpr (VAxes > 1)
    {
#pragma unroll
      for (int j = 0; j < Signs2; ++j)
      {
        y.Inverse(values[j][0], values[j][1]);
      }
    }
    if constexpr (VAxes > 2)
    {
#pragma unroll
      for (int i = 0; i < Signs1; ++i)
      {
        z.Inverse(values[0][i], values[1][i]);
      }
    }
  }

  __device__ std::size_t
             GetPlace(int i, int j, int isOther) const
  {
    return shape.GetRow(y.GetIndex(i), z.GetIndex(j)) * shape.size[0] + x.GetIndex(isOther);
  }

  __device__ void
  StoreCoefficients(float * coefficients)
  {
    this->ForEach([&](float2 & value, int i, int j) {
      if (y.Has(i) && z.Has(j))
      {
        coefficients[this->GetPlace(i, j, 0)] = value.x;
        if (x.Has(1))
        {
          coefficients[this->GetPlace(i, j, 1)] = value.y;
        }
      }
    });
  }

  /** Calls function(coefficient, whether it exists). */
  template <typename TFunction>
  __device__ void
  ForEachCoefficient(const TFunction & function)
  {
    this->ForEach([&](float2 & value, int i, int j) {
      const bool exists = (i == 0 || y.k > 0) && (j == 0 || z.k > 0);
      function(value.x, exists);
      function(value.y, exists && x.k > 0);
    });
  }

  __device__ void
  LoadCoefficients(const float * coefficients)
  {
    this->ForEach([&](float2 & value, int i, int j) {
      const bool exists = (i == 0 || y.k > 0) && (j == 0 || z.k > 0);
      value.x = exists ? coefficients[this->GetPlace(i, j, 0)] : 0.0f;
      value.y = exists && x.k > 0 ? coefficients[this->GetPlace(i, j, 1)] : 0.0f;
    });
  }
};
} // namespace itk::device::cosine

#endif
