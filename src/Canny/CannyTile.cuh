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
#ifndef CannyTile_cuh
#define CannyTile_cuh

#include <cstddef>
#include <cstdint>

namespace itk::device
{
/** What a block holds in shared memory: it classifies 32 VWords pixels along the row by VRows by VSlices. Around them
 * two more pixels of the smoothed image and one more of its second derivative are needed.
 *
 * A position counts through the smoothed pixels. Coordinates are relative to the first pixel that is classified. */
template <unsigned int VDimension, int VWords, int VRows, int VSlices>
struct CannyTile
{
  static constexpr int Columns = 32 * VWords;
  static constexpr int HaloZ = VDimension == 3 ? 2 : 0;
  static constexpr int RowPitch = Columns + 4;
  static constexpr int SlicePitch = RowPitch * (VRows + 4);
  static constexpr int Positions = SlicePitch * (VSlices + 2 * HaloZ);
  static constexpr int Words = VWords * VRows * VSlices;

  static constexpr int FirstSecond = 1 + RowPitch + HaloZ / 2 * SlicePitch;
  static constexpr int Seconds = Positions - 2 * FirstSecond;

  /** Words of 0 on each side of a row of several, so that none asks where it is. */
  static constexpr int SideWords = VWords == 1 ? 0 : 1;
  static constexpr int CandidateWords = VWords + 2 * SideWords;

  /** Pixels whose second derivative may be needed: the tile's and those beside its faces. */
  static constexpr int MostNeeded = Columns * (VRows + 2) * (VSlices + HaloZ) + 2 * VRows * VSlices;

  static __device__ int
  GetPosition(int x, int y, int z)
  {
    return x + 2 + (y + 2) * RowPitch + (z + HaloZ) * SlicePitch;
  }

  /** From a pixel to that of a 3^VDimension neighbourhood. */
  static __device__ int
  GetNeighborOffset(int i)
  {
    return i % 3 - 1 + (i / 3 % 3 - 1) * RowPitch + (VDimension == 3 ? (i / 9 - 1) * SlicePitch : 0);
  }

  static __device__ int
  GetX(int position)
  {
    return position % RowPitch - 2;
  }

  static __device__ int
  GetY(int position)
  {
    return position % SlicePitch / RowPitch - 2;
  }

  static __device__ int
  GetZ(int position)
  {
    return position / SlicePitch - HaloZ;
  }

  __device__ auto
  GetNeighborhood(int position) const
  {
    const float * const center = smoothed + position;
    return [center](int i) { return center[GetNeighborOffset(i)]; };
  }

  __device__ float &
  Second(int position)
  {
    return second[position - FirstSecond];
  }

  /** One bit a pixel, for the tile's words and two more on each side along y and z, which are 0. */
  __device__ std::uint32_t &
             Candidates(int word, int y, int z)
  {
    return candidates[((z + HaloZ) * (VRows + 4) + y + 2) * CandidateWords + word + SideWords];
  }

  /** Likewise, for the words beside those, too. */
  __device__ std::uint32_t
             GetCandidates(int word, int y, int z)
  {
    return SideWords == 0 && word != 0 ? 0 : this->Candidates(word, y, z);
  }

  alignas(2 * sizeof(float)) float smoothed[Positions]; // is loaded by pairs
  float         second[Seconds];
  std::uint32_t candidates[(VSlices + 2 * HaloZ) * (VRows + 4) * CandidateWords];
  std::uint32_t weak[Words];
  std::uint32_t strong[Words];
  // Positions, for the threads to share evenly: first of pixels whose second derivative is needed, then of those where
  // it crosses zero.
  std::uint16_t list[MostNeeded];
  unsigned int  numberNeeded;
  unsigned int  numberCrossing;
};
} // namespace itk::device

#endif
