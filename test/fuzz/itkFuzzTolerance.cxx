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
#include "itkFuzzTolerance.h"
#include <map>
#include <set>

namespace itk::DeviceTesting
{
namespace
{
bool
IsOneOf(const std::string & name, const std::set<std::string> & names)
{
  return names.count(name) > 0;
}
} // namespace

FuzzTolerance
GetFuzzTolerance(const std::string & name, unsigned int dimension)
{
  static const std::map<std::string, FuzzTolerance> tolerances{
    // A rounding away
    { "Mean", { 0, 0, 1, 0 } },
    { "Exp", { 0, 0, 1, 0 } },
    { "Log", { 0, 0, 1, 0 } },
    { "Sigmoid", { 0, 0, 1, 0 } },
    { "Normalize", { 1e-6, 0, 1, 0 } },
    { "HistogramMatching", { 1e-6, 0, 1, 0 } },
    { "Statistics", { 0, 1e-9, 1, 0 } },
    { "LabelStatistics", { 0, 1e-9, 1, 0 } },
    { "GradientMagnitude", { 0, 5.0 / (1 << 24), 0, 0 } },
    { "BSplineDecomposition", { 1e-6, 0, 1, 0 } },
    // Which of 0 and -0
    { "GrayscaleErode", { 0, 0, 1, 0 } },
    { "GrayscaleDilate", { 0, 0, 1, 0 } },
    { "GrayscaleMorphologicalOpening", { 0, 0, 1, 0 } },
    { "GrayscaleMorphologicalClosing", { 0, 0, 1, 0 } },
    { "WhiteTopHat", { 0, 0, 1, 0 } },
    { "BlackTopHat", { 0, 0, 1, 0 } },
    { "MorphologicalGradient", { 0, 0, 1, 0 } },
    // Of the range; integers are rounded
    { "DiscreteGaussian", { 1e-5, 0, 0, 0 } },
    { "SeparableConvolution", { 1e-5, 0, 0, 0 } },
    { "Convolution", { 1e-5, 0, 0, 0 } },
    { "SmoothingRecursiveGaussian", { 1e-4, 0, 1, 0 } },
    { "RecursiveGaussian", { 2e-6, 0, 0, 0, true } },
    { "GradientMagnitudeRecursiveGaussian", { 1e-5, 0, 0, 0, true } },
    { "LaplacianRecursiveGaussian", { 1e-5, 0, 0, 0, true } },
    { "SobelEdgeDetection", { 1e-5, 0, 0, 0 } },
    { "DiscreteCosineTransform", { 1e-5, 0, 0, 0 } },
    { "InverseDiscreteCosineTransform", { 1e-5, 0, 0, 0 } },
    { "GradientAnisotropicDiffusion", { 1e-5, 0, 1, 0 } },
    { "CurvatureAnisotropicDiffusion", { 1e-5, 0, 1, 0 } },
    // Thresholds, and orders, of what is only near
    { "CannyEdgeDetection", { 0, 0, 0, 1e-2 } },
  };
  if (name == "MinMaxCurvatureFlow" && dimension == 3)
  {
    return { 0, 0, 0, 1e-2 };
  }
  const auto found = tolerances.find(name);
  return found == tolerances.end() ? FuzzTolerance{} : found->second;
}

FuzzedParentsFaults
GetParentsFaults(const std::string & name)
{
  FuzzedParentsFaults faults;
  // Paste's source is its input, of which two regions are requested.
  faults.isWrongOfParts = IsOneOf(name, { "WrapPad", "CannyEdgeDetection", "Convolution", "Paste", "ZeroCrossing" });
  faults.isWrongOfPartsInPlace = faults.isWrongOfParts || name == "Cast";
  faults.isStrict = IsOneOf(name, { "CannyEdgeDetection", "SignedMaurerDistanceMap" });
  faults.isLazy =
    name.compare(0, 9, "Grayscale") == 0 || IsOneOf(name, { "WhiteTopHat", "BlackTopHat", "MorphologicalGradient" });
  faults.isEndless = name == "LiThreshold";
  constexpr const char * threshold = "Threshold";
  faults.isUndefinedOfConstants =
    name.find(threshold) != std::string::npos && name != threshold && name != "BinaryThreshold";
  return faults;
}

unsigned long
GetMostFuzzedPixels(const std::string & name)
{
  static const std::map<std::string, unsigned long> most{
    { "Bilateral", 100000 },
    { "IsolineDenoising", 40000 },
    { "Inpainting", 40000 },
    { "PolygonalRegionSnake", 20000 },
    { "Convolution", 1000000 },
    { "Median", 1000000 },
    { "VotingBinary", 1000000 },
    { "BinaryErode", 1000000 },
    { "BinaryDilate", 1000000 },
    { "BinaryMorphologicalOpening", 1000000 },
    { "BinaryMorphologicalClosing", 1000000 },
    { "BinaryFillhole", 1000000 },
    { "BinaryShapeKeepNObjects", 1000000 },
    { "MinMaxCurvatureFlow", 200000 },
  };
  const auto found = most.find(name);
  return found == most.end() ? 9000000 : found->second;
}
} // namespace itk::DeviceTesting
