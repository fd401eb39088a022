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
#include "Device/itkDeviceUploadArray.h"
#include "Histogram/HistogramKernel.cuh"
#include "Kernels/Instantiate.h"

namespace itk::device
{
namespace
{
using kernels::PointwiseThreads;

/** What a thread reads of a row before it goes on to another. */
constexpr std::size_t Segment = 16;

struct LabelCounts
{
  const std::uint32_t * labels; // ascending
  std::uint32_t         numberOfLabels;
  std::uint32_t         numberOfClasses;
  unsigned long long *  counts;

  __device__ unsigned long long *
  Find(std::uint32_t label) const
  {
    std::uint32_t begin = 0;
    std::uint32_t end = numberOfLabels;
    while (end - begin > 1)
    {
      const std::uint32_t middle = begin + (end - begin) / 2;
      (labels[middle] <= label ? begin : end) = middle;
    }
    return counts + std::uint64_t{ begin } * numberOfClasses;
  }
};

__device__ inline std::uint32_t
ReadLabel(const LabelPixels & labels, std::size_t position)
{
  return labels.bytes == 1   ? static_cast<const std::uint8_t *>(labels.pixels)[position]
         : labels.bytes == 2 ? static_cast<const std::uint16_t *>(labels.pixels)[position]
                             : static_cast<const std::uint32_t *>(labels.pixels)[position];
}

/** A thread adds runs of one label and one class, in a segment of a row, to the counts in global memory. */
template <typename TPixel, typename TClassifier>
__global__ void
__launch_bounds__(PointwiseThreads) LabelHistogramKernel(kernels::PointwiseRows rows,
                                                         PointwiseInput<TPixel> image,
                                                         LabelPixels            labelImage,
                                                         TClassifier            classifier,
                                                         LabelCounts            counts)
{
  const std::size_t segmentsOfRow = kernels::DivideUp(rows.length, Segment);
  const std::size_t segments = segmentsOfRow * rows.rows * rows.slices;
  for (std::size_t segment = std::size_t{ blockIdx.x } * PointwiseThreads + threadIdx.x; segment < segments;
       segment += std::size_t{ gridDim.x } * PointwiseThreads)
  {
    const std::size_t    line = segment / segmentsOfRow;
    const std::size_t    slice = line / rows.rows;
    const std::size_t    row = line % rows.rows;
    const std::size_t    begin = (segment - line * segmentsOfRow) * Segment;
    const std::size_t    end = min(begin + Segment, rows.length);
    const TPixel * const pixels = image.pixels + slice * image.stride[2] + row * image.stride[1];
    const std::size_t    first = slice * labelImage.stride[2] + row * labelImage.stride[1];
    std::uint32_t        label = ReadLabel(labelImage, first + begin);
    auto *               own = counts.Find(label);
    int                  found = classifier.Find(pixels[begin]);
    unsigned int         number = 0;
    for (std::size_t x = begin; x < end; ++x)
    {
      const std::uint32_t ownLabel = ReadLabel(labelImage, first + x);
      const int           ownClass = classifier.Find(pixels[x]);
      if (ownLabel != label || ownClass != found)
      {
        atomicAdd(own + found, static_cast<unsigned long long>(number));
        own = ownLabel == label ? own : counts.Find(ownLabel);
        label = ownLabel;
        found = ownClass;
        number = 0;
      }
      ++number;
    }
    atomicAdd(own + found, static_cast<unsigned long long>(number));
  }
}
} // namespace

/** Bound by the atomic additions in the cache of the device, one a run. */
template <typename TPixel>
void
LaunchCountLabelClasses(const PointwiseInput<TPixel> & image,
                        const LabelPixels &            labelImage,
                        const std::size_t (&size)[3],
                        const std::vector<std::uint32_t> & labels,
                        const PixelClasses<TPixel> &       classes,
                        std::uint64_t *                    counts,
                        const Stream &                     stream)
{
  const Buffer                 labelList = UploadArray(labels, stream);
  const std::size_t            numberOfClasses = classes.GetNumberOfClasses();
  const kernels::PointwiseRows rows{ size[0], size[1], size[2] };
  const LabelCounts            labelCounts{ labelList.As<std::uint32_t>(),
                                 static_cast<std::uint32_t>(labels.size()),
                                 static_cast<std::uint32_t>(numberOfClasses),
                                 reinterpret_cast<unsigned long long *>(counts) };
  Check(cudaMemsetAsync(counts, 0, labels.size() * numberOfClasses * sizeof(*counts), stream.GetHandle()),
        "cudaMemsetAsync");
  const auto launch = [&](const auto & classifier) {
    const auto kernel = LabelHistogramKernel<TPixel, std::decay_t<decltype(classifier)>>;
    const auto segments = static_cast<std::ptrdiff_t>(kernels::DivideUp(size[0], Segment) * size[1] * size[2]);
    const auto blocks = std::min(kernels::CountResidentBlocks(kernel, PointwiseThreads, 0, stream),
                                 kernels::DivideUp<std::ptrdiff_t>(segments, PointwiseThreads));
    kernels::Launch("LabelHistogramKernel",
                    kernel,
                    { blocks, PointwiseThreads },
                    stream,
                    rows,
                    image,
                    labelImage,
                    classifier,
                    labelCounts);
  };
  if constexpr (sizeof(TPixel) == 1)
  {
    launch(ValueClassifier{});
  }
  else
  {
    const Buffer thresholds = UploadArray(classes.thresholds, stream);
    launch(PixelClassifier<TPixel>::Make(classes, thresholds.As<TPixel>()));
  }
}

#define ITK_INSTANTIATE(type)                                               \
  template void LaunchCountLabelClasses(const PointwiseInput<type> &,       \
                                        const LabelPixels &,                \
                                        const std::size_t(&)[3],            \
                                        const std::vector<std::uint32_t> &, \
                                        const PixelClasses<type> &,         \
                                        std::uint64_t *,                    \
                                        const Stream &);
ITK_FOR_EACH_PIXEL_TYPE(ITK_INSTANTIATE)
} // namespace itk::device
