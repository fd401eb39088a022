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
#ifndef MeanPasses_cuh
#define MeanPasses_cuh

#include "Kernels/Passes.cuh"
#include "MeanCore.h"

namespace itk::device::mean
{
using kernels::Pass;

/** Along the axis that is walked along, of windows of `radius`: from sums along other axes to sums or means. Columns are
 * `across` pixels apart. */
template <typename TSum, typename TOutput>
struct ColumnPass
{
  Pass<TSum, TOutput> pass;
  std::ptrdiff_t      inputAcross;
  std::ptrdiff_t      outputAcross;
  std::size_t         radius;
  MeanDivision<TSum>  division;
};

template <typename TSum, typename TOutput>
void
LaunchColumnPass(const ColumnPass<TSum, TOutput> & pass, const Stream & stream);
} // namespace itk::device::mean

#endif
