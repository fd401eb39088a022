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
#ifndef itkDeviceTorture_h
#define itkDeviceTorture_h

#include "itkAddImageFilter.h"
#include "itkChangeInformationImageFilter.h"
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTesting.h"
#include "itkDeviceTransferModel.h"
#include "itkMeanImageFilter.h"
#include "itkRegionOfInterestImageFilter.h"
#include "itkStreamingImageFilter.h"
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace itk::DeviceTesting
{
/** \class DeviceTorture
 * \brief A random chain of filters and accesses, made twice: of DeviceImage and device filters, and of itk::Image and
 * ITK's own filters.
 *
 * The pixels must be the same bits in both. The transfers must be those that a DeviceTransferModel counts, which sees
 * nothing but the plain chain: what ITK executes there, in which order, and which pixel containers it shares.
 */
template <typename TPixel, unsigned int VDimension>
class DeviceTorture
{
public:
  explicit DeviceTorture(unsigned int seed)
    : m_Random(seed)
  {}

  /** Makes one chain of `length` steps and checks it. */
  void
  Run(unsigned int length);

  const std::string &
  GetStory() const
  {
    return m_Story;
  }

private:
  using TestedImage = DeviceImage<TPixel, VDimension>;
  using PlainImage = Image<TPixel, VDimension>;
  using RegionType = ImageRegion<VDimension>;
  using SizeType = Size<VDimension>;

  static constexpr unsigned int LongestSide = VDimension == 2 ? 24 : 9;

  // Steps that append a filter
  void
  AppendMedian();
  void
  AppendMedianOfPlainImages();
  template <typename TTestedInput>
  void
  AppendMean();
  void
  AppendAddition();
  void
  AppendAdditionOfPlainImages();
  void
  AppendChangeOfInformation();
  void
  AppendRegionOfInterest();
  void
  AppendStreaming();

  // Steps that act on the image at the end
  void
  UpdateAll();
  void
  UpdatePart();
  void
  DisconnectPipeline();
  void
  GraftOntoNewImage();
  void
  ReleasePixels();
  void
  ReadOnePixel();
  void
  WriteOnePixel();
  void
  FillAllPixels();
  void
  WriteThroughKeptPointer();

  void
  ChangeOneParameter();
  void
  Check(const char * when);

  SizeType
  PickRadius()
  {
    SizeType radius;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      radius[axis] = Pick(m_Random, 0, VDimension == 2 ? 3 : 1);
    }
    return radius;
  }

  bool
  PickEvenly()
  {
    return Pick(m_Random, 0, 1) == 1;
  }

  template <typename TFilter>
  void
  Observe(TFilter * reference, std::function<DeviceTransferModel::Side()> side);

  /** Connects a filter of both chains to their ends; its output becomes the end. */
  template <typename TTested, typename TReference>
  void
  Append(TTested * tested, TReference * reference, const char * name);

  /** Goes on behind filters whose output is plain. */
  template <typename TTested, typename TReference>
  void
  GraftPlainOutput(TTested * tested, TReference * reference, const char * name);

  void
  Tell(const std::string & step)
  {
    m_Story += (m_Story.empty() ? "" : ", ") + step;
  }

  Random                              m_Random;
  std::string                         m_Story;
  DeviceTransferModel                 m_Model;
  TransferCounter                     m_Counter;
  typename TestedImage::Pointer       m_Tested;
  typename PlainImage::Pointer        m_Reference;
  bool                                m_SharesPixels{ false };
  std::vector<ProcessObject::Pointer> m_Filters; // kept, because an image does not keep its source
  std::vector<std::function<void()>>  m_Changes; // of one parameter each, of the filters that are connected
};
} // namespace itk::DeviceTesting

#include "itkDeviceTorture.hxx"

#endif
