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
#ifndef InpaintingEstimates_cuh
#define InpaintingEstimates_cuh

#include "Inpainting/InpaintingOnDevice.h"
#include "Inpainting/InpaintingPixels.cuh"
#include <random>
#include <type_traits>
#include <vector>

namespace itk::device::inpainting
{
/** \class InpaintingEstimates
 * The estimates of the channels of an image: for each, what it has in the dictionary of the transform or, of Morphological,
 * in both. All is enqueued on the stream of the constructor.
 *
 * `values` are the known pixels, and 0 for the others, channel by channel; `known` says of each pixel whether it is. */
class InpaintingEstimates
{
public:
  InpaintingEstimates(const InpaintingSettings & settings,
                      const std::size_t (&size)[3],
                      int            channels,
                      const Stream & stream)
    : m_Settings(settings)
    , m_Size{ size[0], size[1], size[2] }
    , m_Pixels(size[0] * size[1] * size[2])
    , m_Channels(channels)
    , m_Stream(stream)
    , m_Dictionaries(MakeInpaintingDictionariesOnDevice(settings, size, stream))
    , m_Estimates(channels * m_Dictionaries.size() * m_Pixels * sizeof(float), stream)
    , m_Completed(m_Dictionaries.size() * m_Pixels * sizeof(float), stream)
    , m_Random(settings.seed)
  {
    std::copy_n(size, 3, m_Unshifted.size);
    for (std::size_t i = 0; i < channels * m_Dictionaries.size(); ++i)
    {
      m_Parts.push_back({ m_Estimates.As<float>() + i * m_Pixels, m_Unshifted });
    }
  }

  /** *largest becomes the bits of the largest magnitude of a coefficient of `values`, if that is larger. */
  void
  FindLargest(const float * values, unsigned int * largest) const
  {
    for (int channel = 0; channel < m_Channels; ++channel)
    {
      for (const auto & dictionary : m_Dictionaries)
      {
        dictionary->FindLargest(values + channel * m_Pixels, largest);
      }
    }
  }

  /** The first estimates: nothing or, of Windows, what coarser images say. */
  void
  Start(const float * values, const std::uint8_t * known)
  {
    if (m_Settings.transform != InpaintingImageFilterEnums::Transform::Windows)
    {
      Check(cudaMemsetAsync(m_Estimates.GetData(), 0, m_Estimates.GetSizeInBytes(), m_Stream.GetHandle()),
            "cudaMemsetAsync");
      return;
    }
    Check(
      cudaMemcpyAsync(
        m_Estimates.GetData(), values, m_Estimates.GetSizeInBytes(), cudaMemcpyDeviceToDevice, m_Stream.GetHandle()),
      "cudaMemcpyAsync");
    for (const Part & part : m_Parts)
    {
      LaunchFillFromCoarserImages(MakeImageView<float, 3>(part.pixels, m_Size), known, m_Stream);
    }
  }

  /** What an iteration makes of the estimates. `sums`, of BlocksOfSum elements a channel, become those of ReportKernel,
   * unless they are null. */
  void
  Iterate(const float * values, const std::uint8_t * known, float threshold, double2 * sums)
  {
    const Shifted place = this->ChoosePlace();
    for (int channel = 0; channel < m_Channels; ++channel)
    {
      this->CallWithNumberOfParts([&](auto parts) {
        this->IterateChannel<parts>(channel, values + channel * m_Pixels, known, place, threshold);
        if (sums != nullptr)
        {
          this->Report<parts>(channel, values + channel * m_Pixels, known, sums + channel * BlocksOfSum);
        }
      });
    }
  }

  /** Writes the estimates, or what is known, as interleaved components. */
  template <typename TComponent>
  void
  Write(const TComponent * input, const std::uint8_t * known, bool keepsKnown, TComponent * output) const
  {
    for (int channel = 0; channel < m_Channels; ++channel)
    {
      this->CallWithNumberOfParts([&](auto parts) {
        this->LaunchWrite(input, this->GetEstimate<parts>(channel), known, keepsKnown, channel, output);
      });
    }
  }

  /** Writes what is in one of the dictionaries, as interleaved components. */
  void
  WritePart(unsigned int part, float * output) const
  {
    for (int channel = 0; channel < m_Channels; ++channel)
    {
      const Part &      from = m_Parts[channel * m_Dictionaries.size() + part];
      const Estimate<1> alone{ { from.pixels }, { from.place } };
      this->LaunchWrite<float>(nullptr, alone, nullptr, false, channel, output);
    }
  }

private:
  /** What a channel has in a dictionary. */
  struct Part
  {
    float * pixels;
    Shifted place;
  };

  /** Where wavelets have the pixels in this iteration: what the host draws, too. */
  Shifted
  ChoosePlace()
  {
    using Transform = InpaintingImageFilterEnums::Transform;
    Shifted place = m_Unshifted;
    if (m_Settings.cycleSpinning &&
        (m_Settings.transform == Transform::Wavelet || m_Settings.transform == Transform::Morphological))
    {
      for (int axis = 0; axis < 3; ++axis)
      {
        place.shift[axis] = static_cast<int>(m_Random() % InpaintingShifts % m_Size[axis]);
      }
    }
    return place;
  }

  /** The parts one after the other, each of what the others leave; the first goes to `place`. */
  template <int VParts>
  void
  IterateChannel(int channel, const float * values, const std::uint8_t * known, const Shifted & place, float threshold)
  {
    for (int part = 0; part < VParts; ++part)
    {
      Part &        of = m_Parts[channel * VParts + part];
      const Shifted after = part == 0 ? place : m_Unshifted;
      this->LaunchOverRows("Inpainting PutKernel",
                           PutKernel<VParts>,
                           PixelsOfPutBlock,
                           this->GetEstimate<VParts>(channel, part),
                           values,
                           known,
                           this->GetCompleted(part),
                           after);
      m_Dictionaries[part]->Threshold(this->GetCompleted(part), of.pixels, threshold);
      of.place = after;
    }
  }

  template <int VParts>
  void
  Report(int channel, const float * values, const std::uint8_t * known, double2 * sums) const
  {
    const auto estimate = this->GetEstimate<VParts>(channel);
    auto       before = estimate; // of the missing pixels, which are completed by the estimate
    for (int part = 0; part < VParts; ++part)
    {
      before.pixels[part] = this->GetCompleted(part);
    }
    kernels::Launch("Inpainting ReportKernel",
                    ReportKernel<VParts>,
                    kernels::Grid(BlocksOfSum, ThreadsOfBlock),
                    m_Stream,
                    estimate,
                    before,
                    values,
                    known,
                    sums);
  }

  template <typename TComponent, int VParts>
  void
  LaunchWrite(const TComponent *       input,
              const Estimate<VParts> & estimate,
              const std::uint8_t *     known,
              bool                     keepsKnown,
              int                      channel,
              TComponent *             output) const
  {
    this->LaunchOverRows("Inpainting WriteKernel",
                         WriteKernel<TComponent, VParts>,
                         ThreadsOfBlock,
                         input,
                         estimate,
                         known,
                         keepsKnown,
                         channel,
                         m_Channels,
                         output);
  }

  /** The parts of a channel, part `first` before the other. */
  template <int VParts>
  Estimate<VParts>
  GetEstimate(int channel, int first = 0) const
  {
    Estimate<VParts> estimate;
    for (int i = 0; i < VParts; ++i)
    {
      const Part & part = m_Parts[channel * VParts + (first + i) % VParts];
      estimate.pixels[i] = part.pixels;
      estimate.shifted[i] = part.place;
    }
    return estimate;
  }

  float *
  GetCompleted(int part) const
  {
    return m_Completed.As<float>() + part * m_Pixels;
  }

  /** Calls function(std::integral_constant<int, 1 or 2>). */
  template <typename TFunction>
  void
  CallWithNumberOfParts(const TFunction & function) const
  {
    if (m_Dictionaries.size() == 1)
    {
      function(std::integral_constant<int, 1>{});
    }
    else
    {
      function(std::integral_constant<int, 2>{});
    }
  }

  template <typename TKernel, typename... TArguments>
  void
  LaunchOverRows(const char * name, TKernel kernel, int pixelsOfBlock, const TArguments &... arguments) const
  {
    const int            blocksOfRow = kernels::DivideUp(m_Unshifted.size[0], pixelsOfBlock);
    const std::ptrdiff_t rows = std::ptrdiff_t{ m_Unshifted.size[1] } * m_Unshifted.size[2];
    kernels::Launch(
      name, kernel, kernels::Grid(blocksOfRow * rows, ThreadsOfBlock), m_Stream, arguments..., blocksOfRow);
  }

  InpaintingSettings                                         m_Settings;
  std::size_t                                                m_Size[3];
  std::size_t                                                m_Pixels;
  int                                                        m_Channels;
  Stream                                                     m_Stream;
  std::vector<std::unique_ptr<InpaintingDictionaryOnDevice>> m_Dictionaries;
  Buffer                                                     m_Estimates;
  Buffer                                                     m_Completed; // the parts of a channel, with known pixels
  Shifted                                                    m_Unshifted{};
  std::vector<Part>                                          m_Parts; // by channel and dictionary, in m_Estimates
  std::mt19937                                               m_Random;
};
} // namespace itk::device::inpainting

#endif
