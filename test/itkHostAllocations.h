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
#ifndef itkHostAllocations_h
#define itkHostAllocations_h

namespace itk::DeviceTesting
{
/** \class FailingHostAllocation
 * \brief While it lives, the calling thread's operator new fails once, at its call of this number, counted from 1. */
class FailingHostAllocation
{
public:
  explicit FailingHostAllocation(unsigned int number);
  ~FailingHostAllocation();
  FailingHostAllocation(const FailingHostAllocation &) = delete;
  FailingHostAllocation &
  operator=(const FailingHostAllocation &) = delete;

  /** What comes now is not the subject of the test. */
  static void
  Stop();

  /** Whether there were so many calls. */
  bool
  HasFailed() const;
};
} // namespace itk::DeviceTesting

#endif
