#!/usr/bin/env bash
# Runs the benchmarks: bash run-benchmarks.sh OUT.json [OPTION_OF_GOOGLE_BENCHMARK...]
set -euo pipefail
[[ $# -ge 1 ]] || { echo "usage: bash run-benchmarks.sh OUT.json [OPTION...]" >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
nvidia-smi --list-gpus || echo "No NVIDIA GPU was found: only the CPU is measured." >&2
"$here/bin/CudaImageFiltersBenchmark" --benchmark_out="$1" --benchmark_out_format=json "${@:2}"
# Whose machine it was does not belong in published results.
sed -i '/"host_name"\|"executable"/d' "$1"
