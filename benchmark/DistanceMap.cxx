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
#include "BenchmarkLaunch.h"
#include "itkCudaSignedMaurerDistanceMapLaunch.h"

namespace
{
/** Whether the pixel at `index` is of the object. */
using Shape = bool (*)(const int (&index)[3], int side, std::minstd_rand & random);

bool
IsInSpheres(const int (&index)[3], int side, std::minstd_rand &)
{
  int square = 0;
  for (const int i : index)
  {
    const int toMiddle = (i + side / 8) % (side / 4) - side / 8;
    square += toMiddle * toMiddle;
  }
  return square < side / 10 * (side / 10);
}

template <int VPercent>
bool
IsNoise(const int (&)[3], int, std::minstd_rand & random)
{
  return random() % 100 < VPercent;
}

bool
IsInTheMiddle(const int (&index)[3], int side, std::minstd_rand &)
{
  return index[0] == side / 2 && index[1] == side / 2 && index[2] == side / 2;
}

template <typename TInput, std::size_t VDimension>
std::vector<TInput>
MakeObject(Shape shape, int side)
{
  std::vector<TInput> object;
  object.reserve(GetNumberOfPixels(VDimension, side));
  std::minstd_rand random(1);
  const int        firstLayer = VDimension == 3 ? 0 : side / 2;
  const int        layers = VDimension == 3 ? side : 1;
  for (int z = firstLayer; z < firstLayer + layers; ++z)
  {
    for (int y = 0; y < side; ++y)
    {
      for (int x = 0; x < side; ++x)
      {
        object.push_back(shape({ x, y, z }, side, random));
      }
    }
  }
  return object;
}

template <typename TInput, std::size_t VDimension>
void
RegisterDistanceMap(const std::string & shapeName, Shape shape, std::size_t side, double spacing)
{
  const std::size_t pixels = GetNumberOfPixels(VDimension, side);
  const std::string detail = spacing == 1 ? shapeName : shapeName + "Spaced";
  const std::string name = MakeName("SignedMaurerDistanceMap", VDimension, PixelName<TInput>, detail, side);
  Register(name, pixels, pixels * (sizeof(TInput) + sizeof(float)), [=](benchmark::State &) {
    const Stream      stream = Stream::OfThisThread(0);
    ImageRing<TInput> inputs(pixels, 2, stream);
    ImageRing<float>  outputs(pixels, 2, stream);
    inputs.Fill(pixels, MakeObject<TInput, VDimension>(shape, static_cast<int>(side)), 0, stream);
    std::size_t size[VDimension];
    std::fill_n(size, VDimension, side);
    itk::device::SignedMaurerDistanceMap<TInput, VDimension> parameters{};
    std::fill_n(parameters.spacing, VDimension, spacing);
    std::size_t turn = 0;
    return MedianTimeOnDevice(stream, [&] {
      ++turn;
      itk::device::LaunchSignedMaurerDistanceMap<TInput, VDimension>(
        itk::device::MakeImageView<const TInput, VDimension>(inputs.Get(turn), size),
        itk::device::MakeImageView<float, VDimension>(outputs.Get(turn), size),
        parameters,
        stream);
    });
  });
}

template <typename TInput>
void
RegisterShape(const std::string & name, Shape shape, double spacing = 1)
{
  RegisterDistanceMap<TInput, 2>(name, shape, 16384, spacing);
  RegisterDistanceMap<TInput, 3>(name, shape, 512, spacing);
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    RegisterShape<std::uint8_t>("Spheres", IsInSpheres);
    RegisterShape<std::uint8_t>("Spheres", IsInSpheres, 0.7);
    RegisterShape<std::uint8_t>("Noise1", IsNoise<1>);
    RegisterShape<std::uint8_t>("Noise50", IsNoise<50>);
    RegisterShape<std::uint8_t>("SingleVoxel", IsInTheMiddle);
    RegisterDistanceMap<std::uint8_t, 2>("Spheres", IsInSpheres, 2048, 1);
  }
});
} // namespace
