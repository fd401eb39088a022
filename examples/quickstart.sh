#!/usr/bin/env bash
# Builds examples/Quickstart.cxx and runs it on a brain slice and a brain volume of Debian's ITK examples, or on your own
# image: bash examples/quickstart.sh [IMAGE]
set -euo pipefail
data=/usr/share/doc/insighttoolkit5-examples/examples/Data
images=("$data"/BrainProtonDensitySlice256x256.png "$data"/KmeansTest_T1UCharRaw.nii.gz)
if (($#)); then
  images=("$(realpath -m -- "$1")")
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Slim Debian images leave /usr/share/doc out, where the example images are.
APT_OPTIONS="-o DPkg::Options::=--path-include=${data%%/examples/*}/*" \
  bash packaging/install.sh cmake g++ insighttoolkit5-examples libgdcm-tools libinsighttoolkit5-dev ninja-build

PATH=$PATH:/usr/local/cuda/bin
if ! command -v nvcc >/dev/null; then
  echo "There is no nvcc here: this is a build for the CPU alone."
elif [[ -z ${CUDAARCHS:-} ]]; then
  CUDAARCHS=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sort -u | tr -d . | paste -sd ';' || true)
  echo "Building for ${CUDAARCHS:+the GPU found, }compute capability ${CUDAARCHS:=90}."
fi

# The tests' flags, for a compiler cache to serve both.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=1
source test/flags.sh
cmake -S . -B build-quickstart -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF \
  -DCudaImageFilters_BUILD_BENCHMARKS=OFF -DCMAKE_CXX_FLAGS="$cxx_flags" -DCMAKE_CUDA_FLAGS="$cuda_flags" \
  ${CUDAARCHS:+-DCMAKE_CUDA_ARCHITECTURES="$CUDAARCHS"} >/dev/null
cmake --build build-quickstart --target Quickstart

mkdir -p quickstart-output
rm -f quickstart-output/*.png
build-quickstart/examples/Quickstart quickstart-output "${images[@]}"
echo "Look at $PWD/quickstart-output"
