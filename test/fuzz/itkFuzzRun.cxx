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
template <unsigned int VDimension>
bool
RequestRegion(DataObject * data, bool isPart, bool isOutside, unsigned int partSeed)
{
  auto * const image = dynamic_cast<ImageBase<VDimension> *>(data);
  if (image == nullptr)
  {
    return false;
  }
  auto region = image->GetLargestPossibleRegion();
  // Some filters leave less than a pixel of a small image, which ITK's sizes cannot be.
  constexpr SizeValueType mostPixels = 1 << 30;
  for (const SizeValueType side : region.GetSize())
  {
    if (side == 0 || side > mostPixels)
    {
      throw ExceptionObject(__FILE__, __LINE__, "The output has no pixels");
    }
  }
  if (isPart)
  {
    Random random(partSeed);
    region = PickPart(random, region);
  }
  if (isOutside)
  {
    region.SetIndex(0, region.GetIndex(0) + static_cast<IndexValueType>(region.GetSize(0)));
  }
  image->SetRequestedRegion(region);
  return true;
}

} // namespace

FuzzRun::FuzzRun(const FuzzedFilter & fuzzed, const FuzzSettings & settings, unsigned int seed)
  : m_Fuzzed(fuzzed)
  , m_Settings(settings)
  , m_Random(seed)
  , m_HasDeviceImages(Pick(m_Random, 0, 3) > 0 || fuzzed.makeOfPlainImages == nullptr)
  , m_Tolerance(GetFuzzTolerance(fuzzed.name, fuzzed.dimension))
  , m_ParentsFaults(GetParentsFaults(fuzzed.name))
{}

template <typename TFunction>
FuzzRun::End
FuzzRun::Catch(const TFunction & function)
{
  try
  {
    function();
  }
  catch (const ExceptionObject & exception)
  {
    return { typeid(exception).name(), exception.GetDescription() };
  }
  catch (const std::exception & exception)
  {
    return { typeid(exception).name(), exception.what() };
  }
  return {};
}

DataObject::Pointer
FuzzRun::Pull(ProcessObject * filter, const Request & request)
{
  filter->UpdateOutputInformation();
  const auto          outputs = filter->GetIndexedOutputs();
  DataObject::Pointer output = outputs.empty() ? nullptr : outputs.front();
  if (output.IsNull())
  {
    filter->Update();
    return nullptr;
  }
  const auto tail = MakeTail(request.tail, output, request.pieces);
  if (tail)
  {
    tail->UpdateOutputInformation();
    output = tail->GetIndexedOutputs().front();
  }
  RequestRegion<2>(output, request.isPart, request.isOutside, request.partSeed) ||
    RequestRegion<3>(output, request.isPart, request.isOutside, request.partSeed);
  output->Update();
  const auto grafted = request.isGrafted ? GraftNew(output) : DataObject::Pointer();
  if (grafted)
  {
    return grafted;
  }
  if (tail)
  {
    output->DisconnectPipeline();
  }
  return output;
}

void
FuzzRun::SetParameters()
{
  const Random random(m_Random());
  const End    parents = Catch([&] { m_Parent.setParameters(random); });
  const End    ours = Catch([&] { m_Tested.setParameters(random); });
  if (ours.type != parents.type)
  {
    this->Fail("parameters: '" + ours.description + "' instead of '" + parents.description + "'");
  }
}

void
FuzzRun::SetUseDevice(UseDevice useDevice)
{
  if (m_UseDevice != useDevice)
  {
    m_UseDevice = useDevice;
    m_Tested.setUseDevice(useDevice);
    m_Parent.filter->Modified();
  }
}

void
FuzzRun::Compare(const DataObject * actual, const DataObject * expected, const std::string & what)
{
  if ((actual == nullptr) != (expected == nullptr))
  {
    this->Fail(what + " of one alone");
    return;
  }
  if (expected == nullptr)
  {
    return;
  }
  const DataObject * const input =
    m_Tolerance.isDerivative ? m_Inputs->GetBefore() : m_Parent.filter->GetIndexedInputs().front().GetPointer();
  const auto difference = FindDifference(actual, expected, input, m_Tolerance, m_Settings.hasPixels);
  if (!difference.empty())
  {
    this->Fail(what + ": " + difference);
  }
}

void
FuzzRun::CompareOutputs()
{
  const auto expected = m_Parent.filter->GetOutputs();
  const auto actual = m_Tested.filter->GetOutputs();
  if (actual.size() != expected.size())
  {
    this->Fail("another number of outputs");
    return;
  }
  // The direction of Sobel's gradient is any where there is none.
  const std::size_t compared = m_Fuzzed.name == "SobelEdgeDetection" ? 1 : expected.size();
  for (std::size_t i = 0; i < compared; ++i)
  {
    this->Compare(actual[i], expected[i], "output " + std::to_string(i));
  }
  if (m_Parent.getResults && m_Settings.hasPixels)
  {
    const auto results = m_Tested.getResults();
    const auto others = m_Parent.getResults();
    const bool isSame =
      results.size() == others.size() &&
      std::equal(results.begin(), results.end(), others.begin(), [this](double one, double other) {
        return std::abs(one - other) <= m_Tolerance.ofValue * std::max(1.0, std::abs(other)) || one == other;
      });
    if (!isSame)
    {
      this->Fail("other results");
    }
  }
}

void
FuzzRun::CheckWhereItRan()
{
  const bool ranOnDevice = m_Tested.getRanOnDevice();
  if ((m_UseDevice == UseDevice::Always && !ranOnDevice) || (m_UseDevice == UseDevice::Never && ranOnDevice))
  {
    this->Fail(ranOnDevice ? "it ran on the device" : "it did not run on the device");
  }
}

void
FuzzRun::UpdateBoth(const Request & request)
{
  ++m_Counts.updates;
  if (m_Settings.isVerbose)
  {
    std::cout << m_Fuzzed.name + " in " + std::to_string(m_Fuzzed.dimension) + "D: " + m_Story + "\n" << std::flush;
  }
  if (m_ParentsFaults.isLazy)
  {
    m_Parent.filter->Modified();
    m_Tested.filter->Modified();
  }
  DataObject::Pointer expected;
  DataObject::Pointer actual;
  End                 ours = Catch([&] { actual = Pull(m_Tested.filter, request); });
  if (ours.description.find("there is no kernel for these") != std::string::npos)
  {
    ++m_Counts.withoutKernel;
    m_Tested.filter->ResetPipeline();
    this->SetUseDevice(UseDevice::Auto);
    ours = Catch([&] { actual = Pull(m_Tested.filter, request); });
  }
  if (m_ParentsFaults.isEndless && ours.description.find("would never end") != std::string::npos)
  {
    m_HasThrown = true;
    this->Recover();
    return;
  }
  // Behind the other, with whose UseDevice it is modified.
  const End  parents = Catch([&] { expected = Pull(m_Parent.filter, request); });
  const bool isDevices = ours.type == typeid(device::Error).name() || ours.type == typeid(device::MemoryError).name();
  if (ours.type != parents.type)
  {
    if (!m_Settings.hasPixels && !isDevices)
    {
      ++m_Counts.stumbled;
    }
    else
    {
      this->Fail("'" + ours.description + "' instead of '" + parents.description + "'");
    }
  }
  else if (!ours.type.empty())
  {
    ++m_Counts.exceptions;
  }
  m_HasThrown = !ours.type.empty() || !parents.type.empty();
  if (m_HasThrown)
  {
    this->Recover();
    return;
  }
  this->Compare(actual, expected, "result");
  this->CompareOutputs();
  this->CheckWhereItRan();
  m_Counts.comparedPixels += m_Settings.hasPixels ? 1 : 0;
}

void
FuzzRun::Spoil()
{
  Request request;
  // What is left of a failed update may decide which of two faults is told.
  switch (Pick(m_Random, m_HasThrown || m_ParentsFaults.isStrict ? 1 : 0, 2))
  {
    case 0:
      m_Story += ", a region outside";
      request.isOutside = true;
      break;
    case 1:
      m_Story += ", no input";
      m_Parent.removeInput();
      m_Tested.removeInput();
      break;
    default:
    {
      m_Story += ", bad parameters";
      const End parents = Catch([this] { m_Parent.setBadParameters(); });
      const End ours = Catch([this] { m_Tested.setBadParameters(); });
      if (ours.type != parents.type)
      {
        this->Fail("'" + ours.description + "' instead of '" + parents.description + "'");
      }
    }
  }
  this->UpdateBoth(request);
  this->MakeInputs();
  this->UpdateBoth(this->PickRequest());
}

std::vector<std::string>
FuzzRun::Run()
{
  const End end = Catch([this] { this->MakeUpdates(); });
  if (!end.type.empty())
  {
    this->Fail("'" + end.description + "' beside an update");
  }
  return m_Faults;
}

void
FuzzRun::MakeUpdates()
{
  m_Story = m_HasDeviceImages ? "" : "plain images";
  m_IsInPlace = Pick(m_Random, 0, 2) == 0;
  this->MakeParent();
  this->MakeTested();
  m_IsInPlace = m_IsInPlace && m_Tested.setInPlace && m_Parent.setInPlace;
  m_Story += m_IsInPlace ? " in place" : "";
  this->MakeInputs();
  const unsigned int updates = Pick(m_Random, 1, 4);
  for (unsigned int update = 0; update < updates && m_Faults.empty(); ++update)
  {
    if (update > 0)
    {
      if (m_IsInPlace || Pick(m_Random, 0, 3) == 0)
      {
        this->MakeInputs();
      }
      else if (Pick(m_Random, 0, 1) == 0)
      {
        m_Story += ", other pixels";
        m_Inputs->Rewrite();
      }
    }
    if (Pick(m_Random, 0, 2) > 0)
    {
      m_Story += ", other parameters";
      this->SetParameters();
    }
    // Picked in any case, so that a case without a device is the same.
    const unsigned int where = Pick(m_Random, 0, 7);
    if (m_Settings.hasDevice)
    {
      const bool isOnHost = where == 0 && !m_ParentsFaults.isEndless;
      this->SetUseDevice(isOnHost ? UseDevice::Never : where == 1 ? UseDevice::Auto : UseDevice::Always);
    }
    this->UpdateBoth(this->PickRequest());
    if (!m_IsInPlace && m_Faults.empty() && !m_Inputs->AreUntouched())
    {
      this->Fail("an input has changed");
    }
    if (m_Faults.empty() && Pick(m_Random, 0, 5) == 0)
    {
      this->Spoil();
    }
  }
}
} // namespace itk::DeviceTesting
