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

namespace itk::device
{
namespace
{
/** The most that a block has, so that three of them share a multiprocessor. */
constexpr std::size_t SharedBytes = std::size_t{ 1 } << 16;
static_assert(MaximumNumberOfPixelClasses * sizeof(std::uint32_t) <= SharedBytes);

template <typename TPixel>
struct StoreExtrema
{
  PixelExtrema<TPixel> * result;

  __device__ void
  operator()(const kernels::Extrema<TPixel> & extrema) const
  {
    *result = { extrema.minimum, extrema.maximum };
  }
};

template <int VWidth, bool VIsMasked, typename TPixel, typename TClassifier>
void
LaunchCountKernel(const kernels::PointwiseRows & rows,
                  const PointwiseInput<TPixel> & image,
                  const HistogramMask &          mask,
                  const TClassifier &            classifier,
                  std::size_t                    classes,
                  std::uint64_t *                counts,
                  const Stream &                 stream)
{
  int         log2OfCopies = 5;
  std::size_t bytes = classes * sizeof(std::uint32_t);
  while (log2OfCopies > 0 && bytes << log2OfCopies > SharedBytes)
  {
    --log2OfCopies;
  }
  bytes <<= log2OfCopies;
  const auto kernel = CountKernel<VWidth, VIsMasked, TPixel, TClassifier>;
  kernels::AllowSharedMemory(kernel, SharedBytes);
  const auto blocks = std::min(kernels::CountResidentBlocks(kernel, kernels::PointwiseThreads, bytes, stream),
                               kernels::CountTiles<VWidth, 4>(rows));
  Check(cudaMemsetAsync(counts, 0, classes * sizeof(*counts), stream.GetHandle()), "cudaMemsetAsync");
  kernels::Launch("CountKernel",
                  kernel,
                  { blocks, kernels::PointwiseThreads, bytes },
                  stream,
                  rows,
                  image,
                  mask,
                  classifier,
                  static_cast<int>(classes),
                  log2OfCopies,
                  reinterpret_cast<unsigned long long *>(counts));
}

template <typename TPixel, typename TClassifier>
void
Count(PointwiseInput<TPixel> image,
      HistogramMask          mask,
      const std::size_t (&size)[3],
      const TClassifier & classifier,
      std::size_t         classes,
      std::uint64_t *     counts,
      const Stream &      stream)
{
  constexpr int                width = 16 / sizeof(TPixel);
  std::size_t                  lengths[3]{ size[0], size[1], size[2] };
  const kernels::PointwiseRows rows = kernels::JoinAxes(lengths, image, mask.image);
  if (mask.image.pixels != nullptr)
  {
    // Without vectors: what a mask costs is the least part of it.
    LaunchCountKernel<1, true>(rows, image, mask, classifier, classes, counts, stream);
  }
  else if (kernels::IsAligned(image, rows, width))
  {
    LaunchCountKernel<width, false>(rows, image, mask, classifier, classes, counts, stream);
  }
  else
  {
    LaunchCountKernel<1, false>(rows, image, mask, classifier, classes, counts, stream);
  }
}
} // namespace

/** Reads each pixel once: bound by memory. */
template <typename TPixel>
void
LaunchMaskedExtrema(const PointwiseInput<TPixel> & image,
                    const HistogramMask &          mask,
                    const std::size_t (&size)[3],
                    PixelExtrema<TPixel> * result,
                    const Stream &         stream)
{
  if (mask.image.pixels == nullptr)
  {
    LaunchMinimumMaximum(image, size, result, stream);
    return;
  }
  const StoreExtrema<TPixel>   store{ result };
  auto                         input = image;
  auto                         masked = mask;
  std::size_t                  lengths[3]{ size[0], size[1], size[2] };
  const kernels::PointwiseRows rows = kernels::JoinAxes(lengths, input, masked.image);
  const Buffer                 extrema(kernels::ReduceBlocks * sizeof(kernels::Extrema<TPixel>), stream);
  auto * const                 data = extrema.As<kernels::Extrema<TPixel>>();
  kernels::Launch("MaskedExtremaKernel",
                  MaskedExtremaKernel<1, TPixel>,
                  { kernels::ReduceBlocks, kernels::PointwiseThreads },
                  stream,
                  rows,
                  input,
                  masked,
                  data);
  kernels::Launch("FinishReduction",
                  kernels::FinishReduction<kernels::Extrema<TPixel>, StoreExtrema<TPixel>>,
                  { 1, kernels::PointwiseThreads },
                  stream,
                  data,
                  store);
}

/** Reads each pixel once: bound by memory, of noise and of constant images alike. */
void
LaunchCountValues(const PointwiseInput<std::uint8_t> & image,
                  const HistogramMask &                mask,
                  const std::size_t (&size)[3],
                  std::uint64_t * counts,
                  const Stream &  stream)
{
  Count(image, mask, size, ValueClassifier{}, 256, counts, stream);
}

/** Reads each pixel once: bound by memory for 32-bit pixels, by some 15 instructions a pixel for 16-bit ones. */
template <typename TPixel>
void
LaunchCountClasses(const PointwiseInput<TPixel> & image,
                   const HistogramMask &          mask,
                   const std::size_t (&size)[3],
                   const PixelClasses<TPixel> & classes,
                   std::uint64_t *              counts,
                   const Stream &               stream)
{
  const Buffer thresholds = UploadArray(classes.thresholds, stream);
  const auto   classifier = PixelClassifier<TPixel>::Make(classes, thresholds.As<TPixel>());
  Count(image, mask, size, classifier, classes.GetNumberOfClasses(), counts, stream);
}

#define ITK_INSTANTIATE(type)                                     \
  template void LaunchMaskedExtrema(const PointwiseInput<type> &, \
                                    const HistogramMask &,        \
                                    const std::size_t(&)[3],      \
                                    PixelExtrema<type> *,         \
                                    const Stream &);              \
  template void LaunchCountClasses(const PointwiseInput<type> &,  \
                                   const HistogramMask &,         \
                                   const std::size_t(&)[3],       \
                                   const PixelClasses<type> &,    \
                                   std::uint64_t *,               \
                                   const Stream &);
ITK_INSTANTIATE(std::int16_t)
ITK_INSTANTIATE(std::uint16_t)
ITK_INSTANTIATE(std::int32_t)
ITK_INSTANTIATE(std::uint32_t)
ITK_INSTANTIATE(float)
} // namespace itk::device
