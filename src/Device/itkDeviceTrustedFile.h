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
#ifndef itkDeviceTrustedFile_h
#define itkDeviceTrustedFile_h

#include <cstdlib>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace itk::device
{
/** A variable of the environment; null where it is not set, or where the process has rights that its user has not. */
inline const char *
GetTrustedEnvironment(const char * name)
{
#ifdef __GLIBC__
  return secure_getenv(name);
#else
  return std::getenv(name);
#endif
}

namespace detail
{
/** Whether nobody but root and the user of this process may change what is at a path. In a folder with the sticky bit, such
 * as /tmp, others may add files, but neither change nor replace those that are there. */
inline bool
IsOursAlone(const struct stat & status)
{
  const bool isSticky = S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0;
  return (status.st_uid == 0 || status.st_uid == geteuid()) &&
         ((status.st_mode & (S_IWGRP | S_IWOTH)) == 0 || isSticky);
}
} // namespace detail

/** The file at an absolute path, links followed, if root or the user of this process own it and all folders that lead to it,
 * and nobody else may write there. Otherwise an empty string, and `reason` says why. */
inline std::string
FindTrustedFile(const std::string & path, std::string & reason)
{
  if (path.empty() || path.front() != '/')
  {
    reason = path + " is not an absolute path";
    return {};
  }
  char * const resolved = realpath(path.c_str(), nullptr);
  if (resolved == nullptr)
  {
    reason = path + " was not found";
    return {};
  }
  std::string file = resolved;
  std::free(resolved);

  for (std::string part = file;; part.erase(part.rfind('/')))
  {
    if (part.empty())
    {
      part = "/";
    }
    struct stat status;
    if (lstat(part.c_str(), &status) != 0 || (part == file && !S_ISREG(status.st_mode)))
    {
      reason = part + " is no file that can be read";
      return {};
    }
    if (!detail::IsOursAlone(status))
    {
      reason = part + " belongs to another user, or others may write there";
      return {};
    }
    if (part == "/")
    {
      return file;
    }
  }
}
} // namespace itk::device

#endif
