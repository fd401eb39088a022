#!/usr/bin/env bash
# Sourced by what watches the host's code while tests run that need no GPU.

# Builds and runs these tests in a folder that is configured. Each driver runs to its end, whatever the others gave; its log
# is in that folder.
run_host_drivers() {
  local build=$1 driver status=0
  local drivers=(CudaImageFiltersHostGTestDriver CudaImageFiltersPretendedGTestDriver)
  if cmake --build "$build" --target help | grep -q CudaImageFiltersPretendedRuntimeGTestDriver; then
    drivers+=(CudaImageFiltersPretendedRuntimeGTestDriver)
  fi
  cmake --build "$build" --target "${drivers[@]}" || return 1
  for driver in "${drivers[@]}"; do
    echo "$driver"
    # Of all filters and all their calls a part: see GetTestedFilters() in test/itkFilterCase.h.
    if [[ $driver == *PretendedRuntime* ]]; then
      export CUDAIMAGEFILTERS_SANITIZER=1
    fi
    "$build/test/$driver" --gtest_brief=1 >"$build/$driver.log" 2>&1 || status=1
    tail -n 5 "$build/$driver.log"
  done
  return $status
}
