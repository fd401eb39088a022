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
#ifndef itkDeviceTestingPictures_h
#define itkDeviceTestingPictures_h

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace itk::DeviceTesting
{
/** The folder of test pictures: what CUDAIMAGEFILTERS_TEST_DATA says, or else the nearest data or test/data beside the
 * program or above it. */
inline std::filesystem::path
FindDataFolder()
{
  namespace fs = std::filesystem;
  if (const char * const folder = std::getenv("CUDAIMAGEFILTERS_TEST_DATA"))
  {
    return folder;
  }
  for (auto above = fs::read_symlink("/proc/self/exe"); above.has_relative_path();)
  {
    above = above.parent_path();
    for (const auto & folder : { above / "data", above / "test" / "data" })
    {
      if (fs::exists(folder / "boat.png"))
      {
        return folder;
      }
    }
  }
  throw std::runtime_error("No folder of test pictures was found: CUDAIMAGEFILTERS_TEST_DATA can name it");
}

/** All pictures there are. */
inline std::vector<std::filesystem::path>
ListPictures()
{
  std::vector<std::filesystem::path> pictures;
  for (const auto & entry : std::filesystem::directory_iterator(FindDataFolder()))
  {
    if (entry.path().extension() == ".png")
    {
      pictures.push_back(entry.path());
    }
  }
  std::sort(pictures.begin(), pictures.end());
  return pictures;
}
} // namespace itk::DeviceTesting

#endif
