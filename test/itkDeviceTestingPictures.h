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
#include <filesystem>
#include <string>
#include <vector>

namespace itk::DeviceTesting
{
/** The folder beside this source, or beside that of the program where it runs on another machine. */
inline std::filesystem::path
FindDataFolder()
{
  namespace fs = std::filesystem;
  const fs::path beside = fs::path(__FILE__).parent_path() / "data";
  return fs::exists(beside) ? beside : fs::read_symlink("/proc/self/exe").parent_path() / "../data";
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
