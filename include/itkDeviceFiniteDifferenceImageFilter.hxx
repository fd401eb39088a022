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
#ifndef itkDeviceFiniteDifferenceImageFilter_hxx
#define itkDeviceFiniteDifferenceImageFilter_hxx

namespace itk
{
template <typename TParentFilter>
void
DeviceFiniteDifferenceImageFilter<TParentFilter>::CopyInputToOutput()
{
  if (!m_Run)
  {
    Superclass::CopyInputToOutput();
    return;
  }
  if constexpr (KernelExists)
  {
    const auto & stream = m_Run->stream;
    this->EnqueueStencil(
      this->GetInput(), this->GetOutput(), stream, [&](const auto & whole, const auto & output, const auto & begin) {
        m_Run->output = output;
        // As in the parent, what lies around the output's region has no influence.
        const auto input = Superclass::Crop(whole, begin, output.size);
        if constexpr (std::is_same_v<InputPixelType, OutputPixelType>)
        {
          m_Run->image = input;
        }
        else
        {
          // Instead of an iteration before the first one.
          const auto target = this->ChooseTarget(this->GetNumberOfIterations() + 1);
          Cast(input, target, stream);
          m_Run->image = ToConst(target);
        }
      });
  }
}

template <typename TParentFilter>
void
DeviceFiniteDifferenceImageFilter<TParentFilter>::ApplyUpdate(const TimeStepType & timeStep)
{
  if (!m_Run)
  {
    Superclass::ApplyUpdate(timeStep);
    return;
  }
  if constexpr (KernelExists)
  {
    const auto target = this->ChooseTarget(this->GetNumberOfIterations() - this->GetElapsedIterations());
    this->EnqueueIteration(m_Run->image, target, timeStep, m_Run->stream);
    m_Run->image = ToConst(target);
    if (this->HasObserver(IterationEvent()))
    {
      m_Run->stream.Wait();
    }
  }
}
} // namespace itk

#endif
