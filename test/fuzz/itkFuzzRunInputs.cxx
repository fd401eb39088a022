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
#include "itkFuzzRun.h"

namespace itk::DeviceTesting
{
namespace
{
std::string
Print(const FuzzPicture & picture, unsigned int dimension)
{
  std::ostringstream said;
  for (unsigned int axis = 0; axis < dimension; ++axis)
  {
    said << (axis == 0 ? "" : "x") << picture.size[axis];
  }
  said << " at " << picture.index[0] << (picture.isOblique ? ", oblique" : "") << ", pixels "
       << static_cast<int>(picture.pixels);
  return said.str();
}
} // namespace

FuzzPicture
FuzzRun::PickPicture()
{
  FuzzPicture        picture;
  const unsigned int dimension = m_Fuzzed.dimension;
  const unsigned int kind = Pick(m_Random, 0, 39);
  unsigned int       longest = dimension == 2 ? 40 : 14;
  if (kind == 0)
  {
    longest = dimension == 2 ? 3000 : 200;
  }
  else if (kind < 6)
  {
    longest = dimension == 2 ? 300 : 50;
  }
  for (unsigned int axis = 0; axis < dimension; ++axis)
  {
    picture.size[axis] = Pick(m_Random, 1, longest);
    picture.index[axis] = static_cast<IndexValueType>(Pick(m_Random, 0, 200)) - 100;
  }
  if (kind == 6 || kind == 7)
  {
    picture.size[Pick(m_Random, 0, dimension - 1)] = Pick(m_Random, 1, 3000);
  }
  const SizeValueType most = std::min<SizeValueType>(m_Settings.mostPixels, GetMostFuzzedPixels(m_Fuzzed.name));
  while (picture.size[0] * picture.size[1] * picture.size[2] > most)
  {
    auto & longestSide = *std::max_element(std::begin(picture.size), std::end(picture.size));
    longestSide = (longestSide + 1) / 2;
  }
  picture.isOblique = Pick(m_Random, 0, 1) == 0;
  picture.geometrySeed = m_Random();
  picture.pixels = static_cast<FuzzPicture::Pixels>(Pick(m_Random, 0, FuzzPicture::NumberOfPixelKinds - 1));
  if (m_ParentsFaults.isUndefinedOfConstants)
  {
    std::for_each(picture.size, picture.size + dimension, [](auto & side) { side = std::max<SizeValueType>(side, 5); });
  }
  if (m_Tolerance.differing > 0 ||
      (m_ParentsFaults.isUndefinedOfConstants && picture.pixels == FuzzPicture::Pixels::Constant))
  {
    // Of tied pixels, as many would differ as are on edges; and they are of several values.
    picture.pixels = FuzzPicture::Pixels::Continuous;
  }
  return picture;
}

void
FuzzRun::MakeParent()
{
  m_Parent = m_Fuzzed.makeParent();
  if (m_Parent.setInPlace)
  {
    m_Parent.setInPlace(m_IsInPlace);
  }
}

void
FuzzRun::MakeTested()
{
  m_Tested = m_HasDeviceImages ? m_Fuzzed.makeOfDeviceImages() : m_Fuzzed.makeOfPlainImages();
  m_Tested.setUseDevice(m_UseDevice);
  if (m_Tested.setInPlace)
  {
    m_Tested.setInPlace(m_IsInPlace);
  }
}

void
FuzzRun::Recover()
{
  this->MakeParent();
  m_Tested.filter->ResetPipeline();
  if (m_Settings.hasDevice && m_UseDevice == UseDevice::Always && !m_IsRecovering)
  {
    m_IsRecovering = true;
    this->MakeInputs();
    this->UpdateBoth(Request());
    m_IsRecovering = false;
    this->MakeParent();
  }
  this->MakeTested();
  this->MakeInputs();
}

void
FuzzRun::MakeInputs()
{
  const FuzzPicture picture = this->PickPicture();
  m_Story += std::string(m_Story.empty() ? "" : ", then ") + Print(picture, m_Fuzzed.dimension);
  // Filters still have the inputs before.
  auto inputs = std::make_unique<FuzzInputs>(picture, m_HasDeviceImages, m_Random());
  m_Inputs.swap(inputs);
  if (m_ParentsFaults.isStrict)
  {
    this->MakeParent();
  }
  this->Connect();
  this->SetParameters();
}

void
FuzzRun::Connect()
{
  m_Parent.connect(*m_Inputs);
  m_Tested.connect(*m_Inputs);
}

FuzzRun::Request
FuzzRun::PickRequest()
{
  Request request;
  request.isPart = Pick(m_Random, 0, 2) == 0;
  request.partSeed = m_Random();
  request.tail = static_cast<FuzzTail>(std::max(0, static_cast<int>(Pick(m_Random, 0, 5)) - 3));
  request.pieces = Pick(m_Random, 1, 5);
  request.isGrafted = Pick(m_Random, 0, 3) == 0;
  if (m_ParentsFaults.isWrongOfParts || (m_IsInPlace && m_ParentsFaults.isWrongOfPartsInPlace))
  {
    request.isPart = false;
    request.tail = FuzzTail::None;
  }
  if (m_ParentsFaults.isLazy)
  {
    request.tail = FuzzTail::None;
  }
  m_Story += request.isPart ? ", a part" : "";
  m_Story += request.tail == FuzzTail::None        ? ""
             : request.tail == FuzzTail::Streaming ? ", in " + std::to_string(request.pieces) + " pieces"
                                                   : ", cast";
  m_Story += request.isGrafted ? ", grafted" : "";
  return request;
}
} // namespace itk::DeviceTesting
