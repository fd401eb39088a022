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
#ifndef itkCudaPasteImageFilter_h
#define itkCudaPasteImageFilter_h

#include "itkDeviceCopyImageFilter.h"
#include "itkPasteImageFilter.h"

namespace itk
{
/** \class CudaPasteImageFilter
 * \brief PasteImageFilter on a CUDA device: puts a part of an image, or a constant, into another image.
 *
 * The parent's pixels bit for bit, in one pass over the output: what is pasted over is not read. Runs in place where the
 * parent does, and then the pasted pixels alone are moved. Where InPlace is on but another region is requested than the
 * destination's buffered one, the parent leaves the pixels around undefined, and this filter copies them.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, the same for all images, 2D and 3D, and a source image of
 * as many axes or fewer. Others run the parent.
 *
 * \sa DeviceCopyImageFilter PasteImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TSourceImage = TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaPasteImageFilter
  : public DeviceCopyImageFilter<PasteImageFilter<TInputImage, TSourceImage, TOutputImage>, TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaPasteImageFilter);

  using Self = CudaPasteImageFilter;
  using Superclass =
    DeviceCopyImageFilter<PasteImageFilter<TInputImage, TSourceImage, TOutputImage>, TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaPasteImageFilter);

protected:
  CudaPasteImageFilter() = default;
  ~CudaPasteImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  bool
  MayWriteWhereItReads() const override
  {
    return true;
  }

  void
  MakeMap(typename Superclass::MapType &) const override
  {}

  typename Superclass::PixelType
  GetBeyond() const override
  {
    return this->GetSourceImage() == nullptr ? static_cast<typename Superclass::PixelType>(this->GetConstant())
                                             : typename Superclass::PixelType{};
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      const TInputImage * const input = this->GetInput();
      TOutputImage * const      output = this->GetOutput();
      const auto                inputView = this->ViewInput(input, stream);
      const auto                outputView = this->ViewOutput(output, stream);
      const auto                region = output->GetBufferedRegion();

      typename TOutputImage::RegionType pasted(this->GetDestinationIndex(), this->GetPresumedDestinationSize());
      const bool                        pastes = pasted.Crop(region);
      if (static_cast<const typename Superclass::PixelType *>(outputView.data) != inputView.data)
      {
        auto task = this->MakeTask(input, inputView, outputView, region, typename Superclass::MapType());
        for (unsigned int axis = 0; pastes && axis < Superclass::OutputDimension; ++axis)
        {
          task.holeBegin[axis] = pasted.GetIndex(axis) - region.GetIndex(axis);
          task.holeEnd[axis] = task.holeBegin[axis] + static_cast<OffsetValueType>(pasted.GetSize(axis));
        }
        for (unsigned int axis = Superclass::OutputDimension; axis < 3; ++axis)
        {
          task.holeEnd[axis] = 1;
        }
        device::LaunchCopy(task, stream);
      }
      if (pastes && this->GetSourceImage() != nullptr)
      {
        this->EnqueueSource(outputView, pasted, stream);
      }
      else if (pastes)
      {
        typename Superclass::MapType nowhere;
        auto                         task = this->MakeTask(input, inputView, outputView, pasted, nowhere);
        task.axes[0].border = device::CopyBorder::Constant;
        task.axes[0].inputSize = 0;
        device::LaunchCopy(task, stream);
      }
    }
  }

private:
  static constexpr unsigned int SourceDimension = TSourceImage::ImageDimension;
  static constexpr bool         KernelExists =
    Superclass::KernelExists && Superclass::InputDimension == Superclass::OutputDimension &&
    std::is_same_v<typename TSourceImage::PixelType, typename TOutputImage::PixelType>;

  /** Copies what is pasted to `region` of the output. */
  template <typename TView>
  void
  EnqueueSource(const TView &                             outputView,
                const typename TOutputImage::RegionType & region,
                const device::Stream &                    stream)
  {
    const TSourceImage * const                                  source = this->GetSourceImage();
    DeviceCopyMap<SourceDimension, Superclass::OutputDimension> map;
    unsigned int                                                sourceAxis = 0;
    for (unsigned int axis = 0; axis < Superclass::OutputDimension; ++axis)
    {
      if (this->GetDestinationSkipAxes()[axis])
      {
        map.axes[axis].inputAxis = SourceDimension;
        continue;
      }
      map.axes[axis].offset = this->GetSourceRegion().GetIndex(sourceAxis) - this->GetDestinationIndex()[axis];
      map.axes[axis].inputAxis = sourceAxis++;
    }
    const auto sourceView = this->ViewInput(source, stream);
    device::LaunchCopy(this->MakeTask(source, sourceView, outputView, region, map), stream);
  }
};
} // namespace itk

#endif
