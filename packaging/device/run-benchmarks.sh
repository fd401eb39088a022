#!/usr/bin/env bash
# Runs the benchmarks: bash run-benchmarks.sh OUT.json [OPTION_OF_GOOGLE_BENCHMARK...]
# bash run-benchmarks.sh --cliffs OUT.json [OPTION...] walks over windows, sides and types instead.
set -euo pipefail
program=CudaImageFiltersBenchmark
if [[ ${1:-} == --cliffs ]]; then
  program=CudaImageFiltersCliffs
  shift
fi
[[ $# -ge 1 ]] || { echo "usage: bash run-benchmarks.sh [--cliffs] OUT.json [OPTION...]" >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export CUDAIMAGEFILTERS_TEST_DATA=$here/data
context=()
if driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | sort -u | head -n 1) && [[ $driver ]]; then
  context=(--benchmark_context=driver="$driver")
else
  echo "No NVIDIA GPU was found: only the CPU is measured." >&2
fi
"$here/bin/$program" --benchmark_out="$1" --benchmark_out_format=json "${context[@]}" "${@:2}"
# Whose machine it was does not belong in published results.
sed -i '/"host_name"\|"executable"/d' "$1"
