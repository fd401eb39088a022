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
#ifndef itkHistogramMatchingTable_h
#define itkHistogramMatchingTable_h

namespace itk::device
{
/** A piecewise linear function of pixels: from quantiles of one image to those of another. */
struct HistogramMatchingTable
{
  static constexpr unsigned int MaximumNumberOfQuantiles = 66;

  /** From `source`, the pixel at `reference` is found with the slope. */
  struct Line
  {
    double source;
    double reference;
    double slope;
  };

  int numberOfQuantiles;
  double
       quantiles[MaximumNumberOfQuantiles]; ///< Of the source; between each and the next one lies a line of `between`.
  Line between[MaximumNumberOfQuantiles];
  Line below; ///< Of what is less than the first quantile.
  Line above; ///< Of what is less than none.
};
} // namespace itk::device

#endif
