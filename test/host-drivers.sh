#!/usr/bin/env bash
# Sourced by what watches the host's code while tests run that need no GPU.

# configure_host_drivers FOLDER CXX_FLAGS CUDA_FLAGS LINKER_FLAGS [ARGUMENT FOR CMAKE]... leaves out what these tests do not
# need; device code is compiled to PTX alone.
configure_host_drivers() {
  bash packaging/install.sh ccache cmake g++ libgtest-dev libinsighttoolkit5-dev ninja-build python3
  PATH=$PATH:/usr/local/cuda/bin
  cmake -S . -B "$1" -G Ninja --no-warn-unused-cli -DCMAKE_BUILD_TYPE= -DCMAKE_CUDA_ARCHITECTURES=90-virtual \
    -DCMAKE_CXX_FLAGS="$2" -DCMAKE_CUDA_FLAGS="$3" -DCMAKE_EXE_LINKER_FLAGS="$4" -DCudaImageFilters_BUILD_FACTORY=OFF \
    -DCudaImageFilters_BUILD_EXAMPLES=OFF -DCudaImageFilters_BUILD_BENCHMARKS=OFF "${@:5}"
  python3 doc/write_host_checks.py --hash >"$1/code"
}

# Builds and runs these tests in a folder that is configured. Each driver runs to its end, whatever the others gave; its log, its
# results and its exit status are in that folder.
run_host_drivers() {
  local build=$1 driver status=0
  export CUDAIMAGEFILTERS_TEST_DATA=$PWD/test/data
  local drivers=(CudaImageFiltersHostGTestDriver CudaImageFiltersPretendedGTestDriver)
  # Not grep -q, which ends before all is written, so that the build tool may fail.
  if cmake --build "$build" --target help | grep CudaImageFiltersPretendedRuntimeGTestDriver >/dev/null; then
    drivers+=(CudaImageFiltersPretendedRuntimeGTestDriver)
  fi
  rm -f "$build"/*GTestDriver.{json,status}
  cmake --build "$build" --target "${drivers[@]}" || return 1
  for driver in "${drivers[@]}"; do
    echo "$driver"
    # Of all filters and all their calls a part: see GetTestedFilters() in test/itkFilterCase.h.
    if [[ $driver == *PretendedRuntime* ]]; then
      export CUDAIMAGEFILTERS_SANITIZER=1
    fi
    local own=0
    "$build/test/$driver" --gtest_brief=1 --gtest_output=json:"$build/$driver.json" >"$build/$driver.log" 2>&1 || own=$?
    echo $own >"$build/$driver.status"
    ((own == 0)) || status=1
    tail -n 5 "$build/$driver.log"
  done
  return $status
}
