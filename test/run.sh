#!/usr/bin/env bash
# Builds everything in build/ and runs every test. Arguments go to CMake: bash test/run.sh -DCudaImageFilters_USE_CUDA=OFF
# bash test/run.sh --python builds the Python wrapping and runs its tests instead.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ ${1:-} == --python ]]; then
  exec bash test/run-python.sh "${@:2}"
fi
build=${BUILD_DIR:-build}

bash packaging/install.sh ccache cmake g++ libbenchmark-dev libgdcm-tools libgtest-dev libinsighttoolkit5-dev libzstd-dev \
  ninja-build python3

# What the user asks for, else the GPU found, else one architecture: the tests need no more.
PATH=$PATH:/usr/local/cuda/bin
if [[ -z ${CUDAARCHS:-} ]]; then
  CUDAARCHS=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sort -u | tr -d . | paste -sd ';' || true)
fi

# Another clone finds in the cache what this one compiled.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=1
source test/flags.sh
cmake -S . -B "$build" -G Ninja --no-warn-unused-cli -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_CUDA_ARCHITECTURES="${CUDAARCHS:-90}" -DCMAKE_CXX_FLAGS="$cxx_flags" \
  -DCMAKE_CUDA_FLAGS="$cuda_flags" "$@"
cmake --build "$build"

results=$(realpath "$build")/test-results.xml
rm -f "$results"
status=0
ctest --test-dir "$build" --output-on-failure -j "$(nproc)" --output-junit "$results" || status=$?

# A test that could not run is neither passed nor skipped: it failed.
count() { grep -cE "$1" "$results" || true; }
total=$(count '<testcase ')
passed=$(count '<testcase .* status="run"')
skipped=$(count '<skipped message="SKIP_|<testcase .* status="disabled"')
failed=$((total - passed - skipped))
echo "$passed passed, $failed failed, $skipped skipped"
((status == 0 && failed == 0 && total > 0))
