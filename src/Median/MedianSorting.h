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
#ifndef MedianSorting_h
#define MedianSorting_h

#include "MedianMacro.h"
#include <type_traits>
#include <utility>

namespace itk::device::median
{
/** Values kept in registers: every index used on it is a compile-time constant. */
template <typename TWord, int VSize>
struct List
{
  static constexpr int Size = VSize;

  TWord value[VSize];
};

/** A compare-exchange of two wires; a half whose result nobody reads is not computed. */
struct Comparator
{
  short low;
  short high;
  bool  keepMinimum;
  bool  keepMaximum;
};

/** A comparator network and the wires on which its results arrive, smallest first. */
template <int VWires, int VCapacity>
struct Network
{
  Comparator comparator[VCapacity]{};
  int        comparators{ 0 };
  short      result[VWires]{};

  constexpr void
  Compare(int low, int high)
  {
    comparator[comparators++] = { static_cast<short>(low), static_cast<short>(high), true, true };
  }

  /** Batcher's odd-even merge of two sorted lists of wires, of any lengths. */
  constexpr void
  MergeOddEven(const short * a, int sizeA, const short * b, int sizeB, short * merged)
  {
    if (sizeA == 0 || sizeB == 0)
    {
      for (int i = 0; i < sizeA + sizeB; ++i)
      {
        merged[i] = sizeA == 0 ? b[i] : a[i];
      }
      return;
    }
    if (sizeA == 1 && sizeB == 1)
    {
      this->Compare(a[0], b[0]);
      merged[0] = a[0];
      merged[1] = b[0];
      return;
    }
    short part[2][2][VWires]{}; // parity, list
    int   sizes[2][2]{};
    for (int i = 0; i < sizeA; ++i)
    {
      part[i % 2][0][sizes[i % 2][0]++] = a[i];
    }
    for (int i = 0; i < sizeB; ++i)
    {
      part[i % 2][1][sizes[i % 2][1]++] = b[i];
    }
    short even[VWires]{};
    short odd[VWires]{};
    this->MergeOddEven(part[0][0], sizes[0][0], part[0][1], sizes[0][1], even);
    this->MergeOddEven(part[1][0], sizes[1][0], part[1][1], sizes[1][1], odd);
    const int evens = sizes[0][0] + sizes[0][1];
    const int odds = sizes[1][0] + sizes[1][1];
    int       count = 0;
    merged[count++] = even[0];
    for (int i = 0; i < odds || i + 1 < evens; ++i)
    {
      if (i < odds && i + 1 < evens)
      {
        this->Compare(odd[i], even[i + 1]);
      }
      if (i < odds)
      {
        merged[count++] = odd[i];
      }
      if (i + 1 < evens)
      {
        merged[count++] = even[i + 1];
      }
    }
  }

  /** Batcher's bitonic merge: `a` ascending, then `b` descending; absent wires (-1) are larger than all others. */
  constexpr void
  MergeBitonic(const short * a, int sizeA, const short * b, int sizeB, short * merged)
  {
    int size = 1;
    while (size < sizeA + sizeB)
    {
      size *= 2;
    }
    short wire[2 * VWires]{};
    for (int i = 0; i < size; ++i)
    {
      wire[i] = static_cast<short>(i < sizeA ? a[i] : i >= size - sizeB ? b[size - 1 - i] : -1);
    }
    for (int half = size / 2; half > 0; half /= 2)
    {
      for (int i = 0; i < size; ++i)
      {
        if (i & half || wire[i + half] < 0)
        {
          continue;
        }
        if (wire[i] < 0)
        {
          wire[i] = wire[i + half];
          wire[i + half] = -1;
        }
        else
        {
          this->Compare(wire[i], wire[i + half]);
        }
      }
    }
    for (int i = 0; i < sizeA + sizeB; ++i)
    {
      merged[i] = wire[i];
    }
  }

  constexpr void
  SortWires(int first, int size)
  {
    if (size == 1)
    {
      result[first] = static_cast<short>(first);
      return;
    }
    const int sizeA = (size + 1) / 2;
    this->SortWires(first, sizeA);
    this->SortWires(first + sizeA, size - sizeA);
    short merged[VWires]{};
    this->MergeOddEven(result + first, sizeA, result + first + sizeA, size - sizeA, merged);
    for (int i = 0; i < size; ++i)
    {
      result[first + i] = merged[i];
    }
  }

  /** Drops what only the results outside of [first, first + count) need; returns the operations left. */
  constexpr int
  Prune(int first, int count)
  {
    bool live[VWires]{};
    for (int i = 0; i < count; ++i)
    {
      live[result[first + i]] = true;
    }
    int operations = 0;
    for (int i = comparators - 1; i >= 0; --i)
    {
      Comparator & c = comparator[i];
      c.keepMinimum = live[c.low];
      c.keepMaximum = live[c.high];
      operations += c.keepMinimum + c.keepMaximum;
      live[c.low] = live[c.high] = c.keepMinimum || c.keepMaximum;
    }
    int kept = 0;
    for (int i = 0; i < comparators; ++i)
    {
      if (comparator[i].keepMinimum || comparator[i].keepMaximum)
      {
        comparator[kept++] = comparator[i];
      }
    }
    comparators = kept;
    return operations;
  }
};

/** Sorts VSize values. */
template <int VSize>
struct SortNetwork
{
  static constexpr auto
  Make()
  {
    Network<VSize, 64> network{};
    network.SortWires(0, VSize);
    return network;
  }
  static constexpr auto Value = Make();
};

/** Merges sorted lists of VSizeA and VSizeB values and keeps the VCount results from rank VFirst on. */
template <int VSizeA, int VSizeB, int VFirst, int VCount>
struct MergeNetwork
{
  static constexpr int Wires = VSizeA + VSizeB;

  static constexpr auto
  Make()
  {
    short wire[Wires]{};
    for (int i = 0; i < Wires; ++i)
    {
      wire[i] = static_cast<short>(i);
    }
    Network<Wires, 5 * Wires> oddEven{};
    oddEven.MergeOddEven(wire, VSizeA, wire + VSizeA, VSizeB, oddEven.result);
    Network<Wires, 5 * Wires> bitonic{};
    bitonic.MergeBitonic(wire, VSizeA, wire + VSizeA, VSizeB, bitonic.result);
    return oddEven.Prune(VFirst, VCount) <= bitonic.Prune(VFirst, VCount) ? oddEven : bitonic;
  }
  static constexpr auto Value = Make();
};

template <typename TOrder, typename TNetwork, int VComparator, typename TWord>
ITK_MEDIAN_INLINE void
ApplyComparator(TWord * wire)
{
  constexpr Comparator c = TNetwork::Value.comparator[VComparator];
  const TWord          low = wire[c.low];
  const TWord          high = wire[c.high];
  if constexpr (c.keepMinimum)
  {
    wire[c.low] = TOrder::Minimum(low, high);
  }
  if constexpr (c.keepMaximum)
  {
    wire[c.high] = TOrder::Maximum(low, high);
  }
}

template <typename TOrder, typename TNetwork, typename TWord, int... VIndices>
ITK_MEDIAN_INLINE void
ApplyNetwork([[maybe_unused]] TWord * wire, std::integer_sequence<int, VIndices...>)
{
  (ApplyComparator<TOrder, TNetwork, VIndices>(wire), ...);
}

template <typename TNetwork, int VFirst, typename TWord, int... VIndices>
ITK_MEDIAN_INLINE List<TWord, int(sizeof...(VIndices))>
                  Results(const TWord * wire, std::integer_sequence<int, VIndices...>)
{
  return { { wire[std::integral_constant<int, TNetwork::Value.result[VFirst + VIndices]>::value]... } };
}

template <typename TOrder, typename TWord, int VSize>
ITK_MEDIAN_INLINE List<TWord, VSize>
                  Sort(List<TWord, VSize> list)
{
  using NetworkType = SortNetwork<VSize>;
  ApplyNetwork<TOrder, NetworkType>(list.value, std::make_integer_sequence<int, NetworkType::Value.comparators>{});
  return Results<NetworkType, 0>(list.value, std::make_integer_sequence<int, VSize>{});
}

/** The VCount values from rank VFirst on of the union of two sorted lists. */
template <typename TOrder, int VFirst, int VCount, typename TWord, int VSizeA, int VSizeB>
ITK_MEDIAN_INLINE List<TWord, VCount>
                  MergeRanks(const List<TWord, VSizeA> & a, const List<TWord, VSizeB> & b)
{
  using NetworkType = MergeNetwork<VSizeA, VSizeB, VFirst, VCount>;
  TWord wire[VSizeA + VSizeB];
  ITK_MEDIAN_UNROLL
  for (int i = 0; i < VSizeA + VSizeB; ++i)
  {
    wire[i] = i < VSizeA ? a.value[i < VSizeA ? i : 0] : b.value[i < VSizeA ? 0 : i - VSizeA];
  }
  ApplyNetwork<TOrder, NetworkType>(wire, std::make_integer_sequence<int, NetworkType::Value.comparators>{});
  return Results<NetworkType, VFirst>(wire, std::make_integer_sequence<int, VCount>{});
}

template <typename TOrder, typename TWord, int VSizeA, int VSizeB>
ITK_MEDIAN_INLINE List<TWord, VSizeA + VSizeB>
                  Merge(const List<TWord, VSizeA> & a, const List<TWord, VSizeB> & b)
{
  return MergeRanks<TOrder, 0, VSizeA + VSizeB>(a, b);
}

/** Merges, then forgets: of a window of VWindow values of which VSeen are now seen, only the VWindow - VSeen + 1
 * central ones can still be the median. */
template <typename TOrder, int VWindow, int VSeen, typename TWord, int VSizeA, int VSizeB>
ITK_MEDIAN_INLINE auto
MergeAndForget(const List<TWord, VSizeA> & a, const List<TWord, VSizeB> & b)
{
  constexpr int size = VSizeA + VSizeB;
  constexpr int kept = VWindow - VSeen + 1 < size ? VWindow - VSeen + 1 : size;
  static_assert((size - kept) % 2 == 0, "As many are dropped above as below.");
  return MergeRanks<TOrder, (size - kept) / 2, kept>(a, b);
}

/** Merges the sorted lists [VBegin, VEnd) by halves, and forgets. */
template <typename TOrder, int VWindow, int VBegin, int VEnd, typename TWord, int VSize>
ITK_MEDIAN_INLINE auto
MergeRange(const List<TWord, VSize> * lists)
{
  if constexpr (VEnd - VBegin == 1)
  {
    return lists[VBegin];
  }
  else
  {
    constexpr int middle = VBegin + (VEnd - VBegin + 1) / 2;
    return MergeAndForget<TOrder, VWindow, (VEnd - VBegin) * VSize>(MergeRange<TOrder, VWindow, VBegin, middle>(lists),
                                                                    MergeRange<TOrder, VWindow, middle, VEnd>(lists));
  }
}

/** Sorts with three-input instructions. The middle one is what is left of the exclusive or, which runs at twice the
 * rate of minimum and maximum. */
template <typename TOrder, typename TWord>
ITK_MEDIAN_INLINE List<TWord, 3>
                  SortThree(TWord a, TWord b, TWord c)
{
  const TWord low = TOrder::Minimum(a, b, c);
  const TWord high = TOrder::Maximum(a, b, c);
  return { { low, a ^ b ^ c ^ low ^ high, high } };
}

/** The element of rank VRank of the union of two sorted lists, VRank being less than VSizeA and equal to VSizeB: the
 * least of the maxima of those pairs of which either could be it. */
template <typename TOrder, int VRank, typename TWord, int VSizeA, int VSizeB>
ITK_MEDIAN_INLINE TWord
SelectRank(const List<TWord, VSizeA> & a, const List<TWord, VSizeB> & b)
{
  static_assert(VRank < VSizeA && VRank == VSizeB, "both lists must reach the rank");
  TWord result = a.value[VRank];
  ITK_MEDIAN_UNROLL
  for (int i = 0; i + 1 < VRank; i += 2)
  {
    result = TOrder::Minimum(result,
                             TOrder::Maximum(a.value[i], b.value[VRank - 1 - i]),
                             TOrder::Maximum(a.value[i + 1], b.value[VRank - 2 - i]));
  }
  if (VRank % 2 == 1)
  {
    result = TOrder::Minimum(result, TOrder::Maximum(a.value[VRank - 1], b.value[0]));
  }
  return result;
}
} // namespace itk::device::median

#endif
