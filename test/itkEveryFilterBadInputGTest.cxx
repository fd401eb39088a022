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
#include "itkFaultyBackend.h"
#include "itkFilterCase.h"
#include <regex>
#include <sstream>

using itk::DeviceTesting::FaultyBackend;
using itk::DeviceTesting::FilterCase;
using itk::DeviceTesting::ListedFilter;

namespace
{
/** How an Update() ended: the type and the description of what it threw, and the regions that its outputs then had. */
struct End
{
  std::string type;
  std::string description;
  std::string regions;

  bool
  operator==(const End & other) const
  {
    return type == other.type && description == other.description && regions == other.regions;
  }
};

std::ostream &
operator<<(std::ostream & os, const End & end)
{
  return os << end.type << ' ' << end.description << ' ' << end.regions;
}

/** Calls function(image) if `data` is an image. */
template <typename TFunction>
void
VisitImage(itk::DataObject * data, const TFunction & function)
{
  if (auto * const flat = dynamic_cast<itk::ImageBase<2> *>(data))
  {
    function(flat);
  }
  if (auto * const volume = dynamic_cast<itk::ImageBase<3> *>(data))
  {
    function(volume);
  }
}

template <typename TUpdate>
End
GetEnd(const FilterCase & tested, const TUpdate & update)
{
  End end;
  try
  {
    update(tested);
  }
  catch (const itk::ExceptionObject & exception)
  {
    end.type = typeid(exception).name();
    // Without addresses of objects.
    end.description = std::regex_replace(exception.GetDescription(), std::regex("0x[0-9a-f]+"), "");
  }
  std::ostringstream regions;
  for (const auto & output : tested.filter->GetOutputs())
  {
    VisitImage(output, [&regions](const auto * image) {
      const auto region = image->GetBufferedRegion();
      regions << region.GetSize() << " from " << region.GetIndex() << ' ';
    });
  }
  end.regions = regions.str();
  return end;
}

class EveryFilterBadInput : public itk::DeviceTesting::DeviceTest
{
protected:
  /** Expects that each filter ends update(filter), once spoil(filter) was true, as its parent does. */
  template <typename TSpoil, typename TUpdate>
  void
  ExpectTheParentsEnd(const TSpoil & spoil, const TUpdate & update)
  {
    FaultyBackend & backend = FaultyBackend::Install();
    for (const ListedFilter & listed : itk::DeviceTesting::GetListedFilters())
    {
      itk::DeviceTesting::RunInThread([&] {
        const FilterCase parents = listed.make(1);
        const FilterCase tested = listed.make(1);
        if (!spoil(parents) || !spoil(tested))
        {
          return;
        }
        parents.setUseDevice(false);
        const End expected = GetEnd(parents, update);
        const End end = GetEnd(tested, update);
        ++m_Compared;
        m_Thrown += expected.type.empty() ? 0 : 1;
        // ITK's code may stumble over what pretended kernels have not made.
        if (!expected.type.empty() || !backend.HasPretendedDevices() || end.type.empty() ||
            end.type == typeid(itk::device::Error).name())
        {
          EXPECT_EQ(end, expected) << listed.name;
        }
      });
    }
  }

  unsigned int m_Compared{ 0 };
  unsigned int m_Thrown{ 0 };
};

/** Takes some columns from all images but the first; whether there are any. */
bool
ShrinkOthers(const FilterCase & tested)
{
  const auto first = tested.filter->GetIndexedInputs().front();
  bool       isDone = false;
  const auto shrink = [&isDone](auto * image) {
    auto region = image->GetLargestPossibleRegion();
    region.SetSize(0, region.GetSize(0) - 3);
    image->SetRegions(region);
    image->Allocate(true);
    isDone = true;
  };
  for (const auto & input : tested.filter->GetInputs())
  {
    if (input != first)
    {
      VisitImage(input, shrink);
    }
  }
  return isDone;
}

/** Removes the second image, in whose place there is no constant; whether there may be one. */
bool
RemoveSecond(const FilterCase & tested)
{
  if (tested.removeSecondInput)
  {
    tested.removeSecondInput();
  }
  return static_cast<bool>(tested.removeSecondInput);
}

/** Requests no pixels of all outputs that are images; whether there are any. */
bool
RequestNothing(const FilterCase & tested)
{
  tested.filter->UpdateOutputInformation();
  bool       isDone = false;
  const auto request = [&isDone](auto * image) {
    auto region = image->GetLargestPossibleRegion();
    region.SetSize(0, 0);
    image->SetRequestedRegion(region);
    isDone = true;
  };
  for (const auto & output : tested.filter->GetOutputs())
  {
    VisitImage(output, request);
  }
  return isDone;
}

void
Update(const FilterCase & tested)
{
  tested.filter->Update();
}
} // namespace

TEST_F(EveryFilterBadInput, OfAnotherSizeThanTheFirstEndsAsTheParents)
{
  ExpectTheParentsEnd(ShrinkOthers, Update);
  EXPECT_GT(m_Thrown, 10u);
}

TEST_F(EveryFilterBadInput, WithoutASecondImageOrConstantEndsAsTheParents)
{
  ExpectTheParentsEnd(RemoveSecond, Update);
  EXPECT_GT(m_Thrown, 10u);
}

TEST_F(EveryFilterBadInput, OfAnEmptyRequestedRegionEndsAsTheParents)
{
  ExpectTheParentsEnd(RequestNothing, Update);
  // Update() takes it for the whole image; the two steps that it is made of do not.
  ExpectTheParentsEnd(RequestNothing, [](const FilterCase & tested) {
    const auto output = tested.filter->GetOutputs().front();
    output->PropagateRequestedRegion();
    output->UpdateOutputData();
  });
  EXPECT_GT(m_Compared, 100u);
}
