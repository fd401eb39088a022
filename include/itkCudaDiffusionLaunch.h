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
#ifndef itkCudaDiffusionLaunch_h
#define itkCudaDiffusionLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"

namespace itk::device
{
/** By which equation pixels change: that of itk::GradientNDAnisotropicDiffusionFunction,
 * itk::CurvatureNDAnisotropicDiffusionFunction or itk::CurvatureFlowFunction. Of pixels of several components GradientDiffusion
 * is itk::VectorGradientNDAnisotropicDiffusionFunction. */
enum class DiffusionEquation
{
  GradientDiffusion,
  CurvatureDiffusion,
  CurvatureFlow
};

/** What of the whole image decides how well a gradient conducts, in device memory: its mean squared gradient, and log2(e) / K
 * of the divisor K that follows from it and from the conductance parameter. */
struct DiffusionState
{
  double factor;
  double averageGradientMagnitudeSquared;
};

/** A pixel of several components, as those of itk::Vector and itk::RGBPixel lie in memory. */
template <unsigned int VComponents>
struct VectorPixel
{
  float components[VComponents];
};

/** Enqueues the mean over all pixels of the squared gradient, by central differences, and K on `stream`, and returns
 * without waiting.
 *
 * Pixels beyond the image are the nearest ones. Sums are in double, in an order that depends on the size alone: two runs
 * give the same bits. ITK's, in another order, differs by at most (N + 4) 2^-53 of it for N pixels, before K is rounded to float.
 *
 * | VDimension | 2, 3 |
 *
 * \param image device memory of stream.GetDevice(); no size is 0
 * \param scale 1 / spacing, one per axis
 * \param conductance ITK's conductance parameter
 * \param state device memory, of which everything is set
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for 8 KiB
 */
template <unsigned int VDimension>
void
LaunchDiffusionState(const ImageView<const float, VDimension> & image,
                     const double (&scale)[VDimension],
                     double           conductance,
                     DiffusionState * state,
                     const Stream &   stream);

/** LaunchDiffusionState() of pixels of several components, whose squared gradients are summed, as
 * itk::VectorAnisotropicDiffusionFunction has them: whatever the spacing, pixels are 1 wide.
 *
 * Squares are in float, as ITK's. The mean differs from ITK's by at most (N VDimension VComponents + 4) 2^-53 of it for N
 * pixels, before K is rounded to float.
 *
 * | VDimension | 2, 3 |
 * | VComponents | 2, 3 |
 *
 * \param image device memory of stream.GetDevice(); no size is 0
 * \param conductance ITK's conductance parameter
 * \param state device memory, of which everything is set
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for 8 KiB
 */
template <unsigned int VDimension, unsigned int VComponents>
void
LaunchVectorDiffusionState(const ImageView<const VectorPixel<VComponents>, VDimension> & image,
                           double                                                        conductance,
                           DiffusionState *                                              state,
                           const Stream &                                                stream);

/** Enqueues K from a mean squared gradient that is there already, or from `*average`, which becomes it, if that is not
 * null. */
void
LaunchDiffusionConductance(const double * average, double conductance, DiffusionState * state, const Stream & stream);

/** Enqueues one explicit step of an equation on `stream`, and returns without waiting: result = image + timeStep change.
 *
 * Pixels beyond the image are the nearest ones (zero flux). Curvature flow is ITK's arithmetic, operation by operation. In the
 * others differences are in float, all else in double, and changes rounded to float, as ITK's; but what flows through a face
 * between two pixels is within 2^-50 of ITK's difference across it. The flow is the same for both, and is computed once for
 * pixels above one another, and for three of four pairs of pixels side by side.
 *
 * | VDimension | 2, 3 |
 *
 * \param equation what to compute
 * \param image device memory of stream.GetDevice(), not overlapping `result`; no size is 0
 * \param result of the same size
 * \param scale 1 / spacing, one per axis
 * \param timeStep in the equation's units
 * \param state device memory, set before on `stream`; not read for CurvatureFlow, and may be null
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 */
template <unsigned int VDimension>
void
LaunchDiffusion(DiffusionEquation                          equation,
                const ImageView<const float, VDimension> & image,
                const ImageView<float, VDimension> &       result,
                const double (&scale)[VDimension],
                double                 timeStep,
                const DiffusionState * state,
                const Stream &         stream);

/** Enqueues one explicit step of itk::VectorGradientNDAnisotropicDiffusionFunction on `stream`, and returns without waiting:
 * result = image + timeStep change.
 *
 * Pixels beyond the image are the nearest ones (zero flux). Arithmetic is ITK's, operation by operation, in float and in
 * double where ITK's is, but for exponentials, which are within 2^-50.
 *
 * | VDimension | 2, 3 |
 * | VComponents | 2, 3 |
 *
 * \param image device memory of stream.GetDevice(), not overlapping `result`; no size is 0
 * \param result of the same size
 * \param scale 1 / spacing, one per axis
 * \param timeStep in the equation's units
 * \param state device memory, set before on `stream`
 * \param stream where to enqueue
 * \exception device::Error the launch failed
 */
template <unsigned int VDimension, unsigned int VComponents>
void
LaunchVectorDiffusion(const ImageView<const VectorPixel<VComponents>, VDimension> & image,
                      const ImageView<VectorPixel<VComponents>, VDimension> &       result,
                      const double (&scale)[VDimension],
                      double                 timeStep,
                      const DiffusionState * state,
                      const Stream &         stream);

/** Enqueues one explicit step of itk::MinMaxCurvatureFlowFunction on `stream`, and returns without waiting.
 *
 * Pixels beyond the image are the nearest ones. Arithmetic is ITK's, operation by operation, but that in 3D sines and cosines
 * of the angles of a gradient come from square roots, with which a pixel at right angles to it may be another one only where
 * its position is within rounding of the middle between two.
 *
 * | VDimension | 2, 3 |
 *
 * \param image device memory of stream.GetDevice(), not overlapping `result`; no size is 0
 * \param result of the same size
 * \param scale 1 / spacing, one per axis
 * \param radius of the stencil, in pixels, 1 at least
 * \param timeStep in the equation's units
 * \param stream where to enqueue
 * \exception device::Error the launch failed
 */
template <unsigned int VDimension>
void
LaunchMinMaxCurvatureFlow(const ImageView<const float, VDimension> & image,
                          const ImageView<float, VDimension> &       result,
                          const double (&scale)[VDimension],
                          int            radius,
                          double         timeStep,
                          const Stream & stream);
} // namespace itk::device

#endif
