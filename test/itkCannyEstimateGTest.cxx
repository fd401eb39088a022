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
#include "Canny/CannyEstimate.h"
#include "itkDeviceTesting.h"
#include <gtest/gtest.h>

using namespace itk::DeviceTesting;

namespace
{
/** Pixels of a cube of 5 a side, or of a square. */
template <unsigned int VDimension>
class Patch
{
public:
  static constexpr int Side = 5;
  static constexpr int Size = VDimension == 3 ? Side * Side * Side : Side * Side;

  float &
  operator[](int i)
  {
    return m_Pixels[i];
  }

  /** The pixel at an offset from the centre. */
  float
  operator()(int x, int y, int z) const
  {
    return m_Pixels[((VDimension == 3 ? z + 2 : 0) * Side + y + 2) * Side + x + 2];
  }

  auto
  GetNeighborhood(const std::array<int, 3> & at) const
  {
    return [this, at](int i) {
      return (*this)(at[0] + i % 3 - 1, at[1] + i / 3 % 3 - 1, VDimension == 3 ? at[2] + i / 9 - 1 : 0);
    };
  }

  float
  GetLargest() const
  {
    float largest = 0;
    for (const float pixel : m_Pixels)
    {
      largest = std::max(largest, std::abs(pixel));
    }
    return largest;
  }

  /** Of 2 L_vv. */
  float
  Estimate(const std::array<int, 3> & at) const
  {
    const auto [x, y, z] = at;
    const auto across = [&](int dy, int dz) { return (*this)(x - 1, y + dy, z + dz) - (*this)(x + 1, y + dy, z + dz); };
    const auto down = [&](int dz) { return (*this)(x, y - 1, z + dz) - (*this)(x, y + 1, z + dz); };
    const float fourfold = -4 * (*this)(x, y, z);
    float       numerator;
    float       sumOfSquares;
    itk::device::EstimateCannyPlane(across(0, 0),
                                    down(0),
                                    across(-1, 0) - across(1, 0),
                                    (*this)(x - 1, y, z) + (*this)(x + 1, y, z),
                                    (*this)(x, y - 1, z) + (*this)(x, y + 1, z),
                                    fourfold,
                                    numerator,
                                    sumOfSquares);
    if (VDimension == 3)
    {
      const float before = (*this)(x, y, z - 1);
      const float after = (*this)(x, y, z + 1);
      itk::device::AddCannyDepth(across(0, 0),
                                 down(0),
                                 before - after,
                                 across(0, -1) - across(0, 1),
                                 down(-1) - down(1),
                                 before + after,
                                 fourfold,
                                 numerator,
                                 sumOfSquares);
    }
    return itk::device::DivideCannyEstimate(numerator, sumOfSquares);
  }

  /** The estimate's error, of that which is allowed. */
  double
  GetError() const
  {
    const double exact = itk::device::ComputeCannySecondDerivative<VDimension>(this->GetNeighborhood({ 0, 0, 0 }));
    return std::abs(this->Estimate({ 0, 0, 0 }) - 2 * exact) /
           itk::device::GetCannyError(itk::device::CannyRelativeError<VDimension>, this->GetLargest());
  }

private:
  std::array<float, Size> m_Pixels;
};

/** Noise, on a large constant, steps, few values, and a smooth function. */
template <unsigned int VDimension>
Patch<VDimension>
MakePatch(Random & random)
{
  std::uniform_real_distribution<float> uniform(-1, 1);
  const float                           scale = std::pow(10.0f, 4 * uniform(random) + 2);
  const int                             kind = random() % 5;
  const float                           slope[3]{ uniform(random), uniform(random), uniform(random) };
  Patch<VDimension>                     patch;
  for (int i = 0; i < patch.Size; ++i)
  {
    const float along = slope[0] * (i % 5 - 2) + slope[1] * (i / 5 % 5 - 2) + slope[2] * (i / 25 - 2);
    const float noise = uniform(random);
    const float value[]{
      noise, 100 + noise, along > 0 ? 1.0f : -1.0f, std::round(2 * noise), std::sin(along) + 0.01f * noise
    };
    patch[i] = scale * value[kind];
  }
  return patch;
}

template <unsigned int VDimension>
void
CheckErrors(std::uint64_t seed)
{
  Random random(GetSeed(seed));
  double worst = 0;
  for (int i = 0; i < 2000; ++i)
  {
    // Goes uphill from where chance begins.
    auto   patch = MakePatch<VDimension>(random);
    double error = patch.GetError();
    for (int step = 0; step < 100; ++step)
    {
      auto      changed = patch;
      const int place = random() % patch.Size;
      changed[place] = random() % 2 != 0 ? std::nextafter(changed[place], random() % 2 != 0 ? 1e30f : -1e30f)
                                         : changed[random() % patch.Size];
      const double another = changed.GetError();
      if (another >= error)
      {
        patch = changed;
        error = another;
      }
    }
    worst = std::max(worst, error);
  }
  ::testing::Test::RecordProperty("LargestErrorIn" + std::to_string(VDimension) + "D", std::to_string(worst));
  EXPECT_LT(worst, 1);
  EXPECT_GT(worst, 0);
}

template <unsigned int VDimension>
void
CheckVerdicts(std::uint64_t seed)
{
  Random    random(GetSeed(seed));
  int       sure = 0;
  int       maxima = 0;
  const int patches = 100000;
  for (int i = 0; i < patches; ++i)
  {
    const auto  patch = MakePatch<VDimension>(random);
    float       exact[2 * VDimension];
    float       estimates[2 * VDimension];
    float       gradientOfSecond[VDimension];
    float       differences[VDimension];
    float       gradient[VDimension];
    const auto  center = patch.GetNeighborhood({ 0, 0, 0 });
    const float sum = itk::device::ComputeCannyGradient<VDimension>(center, gradient);
    const float second = itk::device::ComputeCannySecondDerivative<VDimension>(center);
    for (unsigned int j = 0; j < 2 * VDimension; ++j)
    {
      std::array<int, 3> at{ 0, 0, 0 };
      at[j / 2] = j % 2 == 0 ? -1 : 1;
      exact[j] = itk::device::ComputeCannySecondDerivative<VDimension>(patch.GetNeighborhood(at));
      estimates[j] = patch.Estimate(at);
    }
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      differences[axis] = 2 * gradient[axis];
      gradientOfSecond[axis] = itk::device::ComputeCannyFirstDerivative(exact[2 * axis], second, exact[2 * axis + 1]);
    }
    const auto verdict = itk::device::JudgeCannyPixel<VDimension>(
      patch.Estimate({ 0, 0, 0 }),
      estimates,
      differences,
      itk::device::GetCannyError(itk::device::CannyRelativeError<VDimension>, patch.GetLargest()));
    if (verdict.isSure >> 31 != 0)
    {
      const bool isMaximum = itk::device::IsZeroCrossing(second, exact) &&
                             itk::device::SuppressCannyNonMaximum<VDimension>(gradient, sum, gradientOfSecond) != 0;
      ++sure;
      maxima += isMaximum;
      ASSERT_EQ(verdict.isMaximum >> 31 != 0, isMaximum) << "patch " << i;
    }
  }
  EXPECT_GT(sure, patches / 2);
  EXPECT_GT(maxima, patches / 50);
}
} // namespace

TEST(CannyEstimate, ErrsByLessThanItsBound)
{
  CheckErrors<2>(1);
  CheckErrors<3>(2);
}

TEST(CannyEstimate, IsSureOfWhatITKDecides)
{
  CheckVerdicts<2>(3);
  CheckVerdicts<3>(4);
}

TEST(CannyEstimate, TrustsNoNumbersThatMayOverflow)
{
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(itk::device::GetCannyError(1, 5), 5);
  EXPECT_EQ(itk::device::GetCannyError(1, 1e13f), infinity);
  EXPECT_EQ(itk::device::GetCannyError(1, infinity), infinity);
  EXPECT_EQ(itk::device::GetCannyError(1, std::numeric_limits<float>::quiet_NaN()), infinity);
}

TEST(CannyEstimate, TakesNoEstimateForAFlatOne)
{
  using itk::device::DivideCannyEstimate;
  using itk::device::IsFlatCannyEstimate;
  EXPECT_TRUE(IsFlatCannyEstimate(itk::device::GetFlatCannyEstimate()));
  EXPECT_FALSE(IsFlatCannyEstimate(0.0f));
  EXPECT_FALSE(IsFlatCannyEstimate(-itk::device::GetFlatCannyEstimate()));
  Random                                random(GetSeed(6));
  std::uniform_real_distribution<float> exponent(-45, -36);
  for (int i = 0; i < 10000; ++i)
  {
    const float tiny = i < 100 ? i * itk::device::GetFlatCannyEstimate() : std::pow(10.0f, exponent(random));
    for (const float sumOfSquares : { 0.0004f, 1.0f, 1e5f })
    {
      ASSERT_FALSE(IsFlatCannyEstimate(DivideCannyEstimate(tiny, sumOfSquares))) << tiny << ", " << sumOfSquares;
    }
  }
}

TEST(CannyEstimate, FindsTheLeastSumAboveAThreshold)
{
  Random                                random(GetSeed(5));
  std::uniform_real_distribution<float> exponent(-20, 18);
  for (int i = 0; i < 10000; ++i)
  {
    const float threshold = i == 0 ? 0 : i < 100 ? i : std::pow(10.0f, exponent(random));
    const float least = itk::device::FindLeastCannySum(threshold);
    EXPECT_GT(std::sqrt(least), threshold);
    EXPECT_LE(std::sqrt(std::nextafter(least, 0.0f)), threshold);
  }
  EXPECT_EQ(itk::device::FindLeastCannySum(-1), 0);
  EXPECT_EQ(itk::device::FindLeastCannySum(1e30f), std::numeric_limits<float>::max());
  EXPECT_EQ(itk::device::FindLeastCannySum(std::numeric_limits<float>::infinity()), std::numeric_limits<float>::max());
  EXPECT_TRUE(std::isnan(itk::device::FindLeastCannySum(std::numeric_limits<float>::quiet_NaN())));
}
