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
#include "Device/itkDeviceTrustedFile.h"
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

using itk::device::FindTrustedFile;

namespace
{
/** A pretended library in a folder of its own, for the user alone. */
class DeviceTrustedFile : public ::testing::Test
{
protected:
  void
  SetUp() override
  {
    std::string name = std::filesystem::temp_directory_path() / "trusted-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    m_Top = std::filesystem::canonical(name);
    m_Folder = m_Top / "lib";
    std::filesystem::create_directory(m_Folder);
    m_File = m_Folder / "libcufft.so.12";
    std::ofstream(m_File) << "pretended";
    ASSERT_EQ(chmod(m_Folder.c_str(), 0755), 0);
    ASSERT_EQ(chmod(m_File.c_str(), 0644), 0);
  }

  void
  TearDown() override
  {
    std::filesystem::remove_all(m_Top);
  }

  void
  ExpectRefusal(const std::string & path, const std::string & named) const
  {
    std::string reason;
    EXPECT_EQ(FindTrustedFile(path, reason), "");
    EXPECT_EQ(reason.substr(0, named.size() + 1), named + ' ');
  }

  std::filesystem::path m_Top;
  std::filesystem::path m_Folder;
  std::filesystem::path m_File;
};
} // namespace

TEST_F(DeviceTrustedFile, IsFoundWhereTheUserAloneWrites)
{
  std::string reason;
  EXPECT_EQ(FindTrustedFile(m_File, reason), m_File.string()) << reason;
  EXPECT_EQ(reason, "");
}

TEST_F(DeviceTrustedFile, IsRefusedInAFolderWhereOthersWrite)
{
  for (const mode_t mode : { 0777, 0757, 0775 })
  {
    ASSERT_EQ(chmod(m_Folder.c_str(), mode), 0);
    ExpectRefusal(m_File, m_Folder);
  }
  ASSERT_EQ(chmod(m_Folder.c_str(), 0755), 0);
  ASSERT_EQ(chmod(m_Top.c_str(), 0777), 0);
  ExpectRefusal(m_File, m_Top);
}

TEST_F(DeviceTrustedFile, IsRefusedIfOthersWriteToIt)
{
  for (const mode_t mode : { 0666, 0664, 0646 })
  {
    ASSERT_EQ(chmod(m_File.c_str(), mode), 0);
    ExpectRefusal(m_File, m_File);
  }
}

TEST_F(DeviceTrustedFile, IsRefusedIfAnotherUserOwnsItOrItsFolder)
{
  constexpr uid_t stranger = 65534;
  if (geteuid() != 0)
  {
    GTEST_SKIP() << "Only root gives files away";
  }
  ASSERT_EQ(chown(m_File.c_str(), stranger, stranger), 0);
  ExpectRefusal(m_File, m_File);
  ASSERT_EQ(chown(m_File.c_str(), 0, 0), 0);
  ASSERT_EQ(chown(m_Folder.c_str(), stranger, stranger), 0);
  ExpectRefusal(m_File, m_Folder);
}

TEST_F(DeviceTrustedFile, IsJudgedWhereALinkLeads)
{
  const auto link = m_Top / "link.so";
  std::filesystem::create_symlink(m_File, link);
  std::string reason;
  EXPECT_EQ(FindTrustedFile(link, reason), m_File.string()) << reason;
  ASSERT_EQ(chmod(m_Folder.c_str(), 0777), 0);
  ExpectRefusal(link, m_Folder);
}

TEST_F(DeviceTrustedFile, IsNamedByAnAbsolutePathAlone)
{
  ExpectRefusal("lib/libcufft.so.12", "lib/libcufft.so.12");
  ExpectRefusal("./libcufft.so.12", "./libcufft.so.12");
  ExpectRefusal(m_Folder / "other.so", m_Folder / "other.so");
  ExpectRefusal(m_Folder, m_Folder);
}
