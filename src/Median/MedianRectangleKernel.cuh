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
#ifndef MedianRectangleKernel_cuh
#define MedianRectangleKernel_cuh

#include "MedianRectangle.cuh"

namespace itk::device::median2d
{
/** As TileOfImages. */
class TileOfPackedImages
{
public:
  using Order = median::PackedUnsignedOrder;
  using Word = Order::Word;

  __device__ __forceinline__
  TileOfPackedImages(const PackedImages & planes, std::ptrdiff_t x, std::ptrdiff_t y)
    : m_Images(planes)
    , m_X(x)
    , m_Y(y)
  {}

  template <typename TGeometry>
  __device__ __forceinline__ void
  Load(Word (&pixel)[4][TGeometry::Y::End]) const
  {
    if (m_Images.areBytes)
    {
      this->GetTile<std::uint8_t>().template Load<TGeometry>(pixel);
    }
    else
    {
      this->GetTile<std::uint16_t>().template Load<TGeometry>(pixel);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
#pragma unroll
      for (int j = 1; j < TGeometry::Y::End; ++j)
      {
        pixel[i][j] ^= m_Images.signs;
      }
    }
  }

  __device__ __forceinline__ const TileOfPackedImages &
  GetWriter() const
  {
    return *this;
  }

  __device__ __forceinline__ void
  Write(int column, int row, const Word (&word)[2]) const
  {
    const Word signedWord[2] = { word[0] ^ m_Images.signs, word[1] ^ m_Images.signs };
    if (m_Images.areBytes)
    {
      this->GetTile<std::uint8_t>().GetWriter().Write(column, row, signedWord);
    }
    else
    {
      this->GetTile<std::uint16_t>().GetWriter().Write(column, row, signedWord);
    }
  }

private:
  template <typename TBits>
  __device__ __forceinline__ TileOfImages<Order, TBits>
                             GetTile() const
  {
    return TileOfImages<Order, TBits>(m_Images.As<TBits>(), m_X, m_Y);
  }

  const PackedImages & m_Images;
  std::ptrdiff_t       m_X;
  std::ptrdiff_t       m_Y;
};

template <int VRadiusX, int VRadiusY>
void
LaunchPackedRectangle(const PackedImages & images, std::ptrdiff_t count, const Stream & stream)
{
  LaunchMedianSharedKernel<median::PackedUnsignedOrder, TileGeometry<VRadiusX, VRadiusY>, TileOfPackedImages>(
    images, count, stream);
}

template <int VRadiusX, int VRadiusY>
void
LaunchFloatRectangle(const Images<std::uint32_t> & images, std::ptrdiff_t count, const Stream & stream)
{
  using Order = median::FloatOrder;
  LaunchMedianSharedKernel<Order, TileGeometry<VRadiusX, VRadiusY>, TileOfImages<Order, std::uint32_t>>(
    images, count, stream);
}

#define ITK_PACKED_RECTANGLE(radiusX, radiusY) \
  template void LaunchPackedRectangle<radiusX, radiusY>(const PackedImages &, std::ptrdiff_t, const Stream &);
#define ITK_FLOAT_RECTANGLE(radiusX, radiusY) \
  template void LaunchFloatRectangle<radiusX, radiusY>(const Images<std::uint32_t> &, std::ptrdiff_t, const Stream &);

// Groups of radii that are compiled in files of their own.
#define ITK_FOR_EACH_WIDE_RECTANGLE(M) M(4, 2) M(5, 3) M(6, 3) M(7, 3)
#define ITK_FOR_EACH_TALL_RECTANGLE(M) M(2, 4) M(2, 7) M(3, 5) M(3, 7)
#define ITK_FOR_EACH_LARGE_TALL_RECTANGLE(M) M(4, 5) M(4, 7) M(5, 7) M(6, 7)
} // namespace itk::device::median2d

#endif
