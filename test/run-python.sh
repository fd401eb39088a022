#!/usr/bin/env bash
# Wraps the module for Python, with the ITK of packaging/build-itk.sh, and runs the Python tests. Arguments go to CMake.
# Without a GPU it is a build for the CPU alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=${BUILD_DIR:-build-python}

cache=$(bash packaging/build-itk.sh)
python=$cache/python/bin/python
PATH=$PATH:/usr/local/cuda/bin
architectures=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sort -u | tr -d . | paste -sd ';' || true)
options=(-DCudaImageFilters_USE_CUDA=OFF)
if [[ -n ${CUDAARCHS:=$architectures} ]]; then
  options=(-DCudaImageFilters_USE_CUDA=ON -DCMAKE_CUDA_ARCHITECTURES="$CUDAARCHS")
fi

# SWIG's code has parameters that it does not use.
"$cache/python/bin/cmake" -S . -B "$build" -G Ninja --no-warn-unused-cli -DCMAKE_BUILD_TYPE=Release \
  -DITK_DIR="$cache/build" -DITK_WRAP_PYTHON=ON -DBUILD_TESTING=OFF \
  -DCudaImageFilters_BUILD_EXAMPLES=OFF -DCudaImageFilters_BUILD_BENCHMARKS=OFF \
  -DCMAKE_CXX_FLAGS='-Wall -Wextra -Wno-unused-parameter' \
  -DPython3_EXECUTABLE="$python" -DPython3_FIND_VIRTUALENV=ONLY \
  -DITK_USE_SYSTEM_CASTXML=ON -DITK_USE_SYSTEM_SWIG=ON -DSWIG_EXECUTABLE="$cache/python/bin/swig" \
  -DITK_USE_KWSTYLE=OFF -DITK_USE_CLANG_FORMAT=OFF "${options[@]}" "$@"
# All builds write into ITK's: what another one left there would pass for this one's.
stamp=$cache/build/CudaImageFilters-built-in
if [[ $(cat "$stamp" 2>/dev/null) != $(realpath "$build") ]]; then
  "$cache/python/bin/cmake" --build "$build" --target clean
  realpath "$build" >"$stamp"
fi
"$cache/python/bin/cmake" --build "$build"

PYTHONPATH=$cache/build/Wrapping/Generators/Python bash packaging/device/run-pytest.sh "$python" "$build" test/python
