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
#ifndef itkFuzzInput_h
#define itkFuzzInput_h

#include "itkDeviceTesting.h"
#include <map>
#include <memory>

namespace itk::DeviceTesting
{
/** How the input images of a case are. */
struct FuzzPicture
{
  enum class Pixels
  {
    Rectangles, // of few values under noise
    Eighths,    // of which sums are exact
    Continuous,
    Few,
    Constant,
    Wide // of large magnitude and either sign
  };
  static constexpr unsigned int NumberOfPixelKinds = 6;

  SizeValueType  size[3]{ 1, 1, 1 };
  IndexValueType index[3]{ 0, 0, 0 };
  bool           isOblique{ false };
  unsigned int   geometrySeed{ 0 };
  Pixels         pixels{ Pixels::Rectangles };
};

/** \class FuzzInput
 * \brief An input of a filter and of its parent, of the same pixels. */
class FuzzInput
{
public:
  virtual ~FuzzInput() = default;

  /** What the filter takes: on the host, on the device, or of a CPU filter. */
  virtual DataObject *
  GetTested() = 0;

  virtual DataObject *
  GetParents() = 0;

  /** Other pixels in both. */
  virtual void
  Rewrite(Random & random) = 0;

  /** Of the pixels that both had at first, which no filter is given. */
  virtual const DataObject *
  GetBefore() const = 0;

  virtual bool
  IsUntouched() const = 0;
};

/** Its image is a DeviceImage, or else a plain one. */
template <typename TPixel, unsigned int VDimension>
std::unique_ptr<FuzzInput>
MakeFuzzInput(const FuzzPicture & picture, bool isDeviceImage, Random & random);

/** \class FuzzInputs
 * \brief The inputs of a filter and of its parent. They are made when they are first asked for. */
class FuzzInputs
{
public:
  FuzzInputs(const FuzzPicture & picture, bool areDeviceImages, unsigned int seed)
    : m_Picture(picture)
    , m_AreDeviceImages(areDeviceImages)
    , m_Random(seed)
  {}

  template <typename TImage>
  TImage *
  Get(bool isParents, unsigned int number)
  {
    auto & input = m_Inputs[number];
    if (!input)
    {
      input = MakeFuzzInput<typename TImage::PixelType, TImage::ImageDimension>(m_Picture, m_AreDeviceImages, m_Random);
    }
    return dynamic_cast<TImage *>(isParents ? input->GetParents() : input->GetTested());
  }

  void
  Rewrite()
  {
    for (auto & [number, input] : m_Inputs)
    {
      input->Rewrite(m_Random);
    }
  }

  /** Of the first input, once it was asked for. */
  const DataObject *
  GetBefore() const
  {
    return m_Inputs.begin()->second->GetBefore();
  }

  bool
  AreUntouched() const
  {
    return std::all_of(
      m_Inputs.begin(), m_Inputs.end(), [](const auto & input) { return input.second->IsUntouched(); });
  }

private:
  FuzzPicture                                        m_Picture;
  bool                                               m_AreDeviceImages;
  Random                                             m_Random;
  std::map<unsigned int, std::unique_ptr<FuzzInput>> m_Inputs;
};
} // namespace itk::DeviceTesting

#endif
