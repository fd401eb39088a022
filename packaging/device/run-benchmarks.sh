#!/usr/bin/env bash
# Runs the benchmarks: bash run-benchmarks.sh OUT.json [OPTION_OF_GOOGLE_BENCHMARK...]
set -euo pipefail
[[ $# -ge 1 ]] || { echo "usage: bash run-benchmarks.sh OUT.json [OPTION...]" >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export CUDAIMAGEFILTERS_TEST_DATA=$here/data
context=()
if driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | sort -u | head -n 1) && [[ $driver ]]; then
  context=(--benchmark_context=driver="$driver")
else
  echo "No NVIDIA GPU was found: only the CPU is measured." >&2
fi
"$here/bin/CudaImageFiltersBenchmark" --benchmark_out="$1" --benchmark_out_format=json "${context[@]}" "${@:2}"
# Whose machine it was does not belong in published results.
sed -i '/"host_name"\|"executable"/d' "$1"
