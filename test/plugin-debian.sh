#!/usr/bin/env bash
# Programs of Debian that know nothing of this module, with its plugin and without: bash test/plugin-debian.sh [BUILD_DIR]
# elastix and plastimatch as they are installed, and examples of ITK, compiled as they are. Needs their packages:
# apt-get install elastix insighttoolkit5-examples libinsighttoolkit5-dev plastimatch
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$(realpath "${1:-build}")
plugin=$build/plugin
[[ -e $plugin/libCudaImageFiltersPlugin.so ]] || { echo "$plugin has no plugin" >&2; exit 2; }
examples=/usr/share/doc/insighttoolkit5-examples/examples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

mkdir source
cat >source/CMakeLists.txt <<EOF
cmake_minimum_required(VERSION 3.22)
project(Examples)
set(CMAKE_CXX_STANDARD 17)
find_package(ITK REQUIRED COMPONENTS ITKCommon ITKIOPNG ITKSmoothing)
include(\${ITK_USE_FILE})
foreach(name DiscreteGaussianImageFilter MeanImageFilter MedianImageFilter SmoothingRecursiveGaussianImageFilter2)
  add_executable(\${name} $examples/Filtering/\${name}.cxx)
  target_link_libraries(\${name} ITKCommon ITKIOPNG ITKSmoothing)
endforeach()
EOF
cmake -S source -B examples -G Ninja -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build examples >/dev/null

cat >parameters.txt <<'EOF'
(FixedInternalImagePixelType "float")
(MovingInternalImagePixelType "float")
(FixedImageDimension 3)
(MovingImageDimension 3)
(UseDirectionCosines "true")
(Registration "MultiResolutionRegistration")
(Interpolator "LinearInterpolator")
(ResampleInterpolator "FinalBSplineInterpolator")
(FinalBSplineInterpolationOrder 1)
(Resampler "DefaultResampler")
(FixedImagePyramid "FixedRecursiveImagePyramid")
(MovingImagePyramid "MovingGenericImagePyramid")
(Optimizer "AdaptiveStochasticGradientDescent")
(Transform "TranslationTransform")
(Metric "AdvancedMeanSquares")
(AutomaticScalesEstimation "true")
(NumberOfResolutions 2)
(MaximumNumberOfIterations 20)
(ImageSampler "RandomCoordinate")
(NumberOfSpatialSamples 500)
(RandomSeed 1)
(ResultImagePixelType "float")
(ResultImageFormat "mha")
(WritePyramidImagesAfterEachResolution "true")
EOF
for name in fixed moving; do
  center="0 0 0"
  [[ $name == fixed ]] || center="20 0 0"
  plastimatch synth --pattern sphere --dim "60 50 40" --center "$center" --output "$name.mha" >/dev/null
done

slice=$examples/Data/BrainProtonDensitySlice.png
run_all() {
  mkdir "$1" "$1/elastix"
  examples/MedianImageFilter "$slice" "$1/median.png"
  examples/MeanImageFilter "$slice" "$1/mean.png"
  examples/DiscreteGaussianImageFilter "$slice" "$1/gaussian.png" 4 9
  examples/SmoothingRecursiveGaussianImageFilter2 "$slice" "$1/recursive.png" 3
  elastix -f fixed.mha -m moving.mha -p parameters.txt -out "$1/elastix" -threads 1
  plastimatch sift --output-ps-1 "$1/sift.fcsv" fixed.mha
}
run_all without &>without.log
ITK_AUTOLOAD_PATH=$plugin run_all with &>with.log
ITK_AUTOLOAD_PATH=$plugin ITK_CUDA_IMAGE_FILTERS=off run_all off &>off.log

rm */elastix/{elastix.log,IterationInfo*,TransformParameters*} # they hold times and paths
results=$(cd without && find . -type f | sort)
[[ $(wc -l <<<"$results") -eq 10 ]]
status=0
while read -r result; do
  for run in with off; do
    if cmp -s "without/$result" "$run/$result"; then
      echo "$result: $run the plugin, the same"
    else
      echo "$result: $run the plugin, it DIFFERS"
      [[ $result == *.fcsv ]] || plastimatch compare "without/$result" "$run/$result"
      status=1
    fi
  done
done <<<"$results"
! grep -a 'itk::Cuda' without.log off.log
# Without a GPU the first filter of each process says that it runs on the CPU: that shows that it is the plugin's.
reached=$(grep -aoh 'itk::Cuda[A-Za-z]* runs on the CPU' with.log | sort | uniq -c || true)
if [[ -n $reached ]]; then
  echo "$reached"
  [[ $(grep -c . <<<"$reached") == 4 && $reached == *" 3 itk::CudaDiscreteGaussian"* ]]
fi
exit "$status"
