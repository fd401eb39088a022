#!/usr/bin/env bash
# Asks Nsight Compute what the kernels of benchmarks wait for: bash run-profiler.sh OUT.csv [BENCHMARK...]
# doc/write_bounds.py reads it. Without BENCHMARK it takes those of filters that are far from a copy's speed.
# bash run-profiler.sh --stalls OUT.txt [BENCHMARK...] samples warps instead, and says at which instructions they wait.
set -euo pipefail
stalls=0
[[ ${1:-} != --stalls ]] || { stalls=1 && shift; }
[[ $# -ge 1 ]] || { echo "usage: bash run-profiler.sh [--stalls] OUT [BENCHMARK...]" >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export CUDAIMAGEFILTERS_TEST_DATA=$here/data
out=$(realpath "$1")
benchmarks=("${@:2}")
((${#benchmarks[@]})) || benchmarks=(
  Median/2D/uint8/3x3/16383
  ConvolutionOfGaussian/2D/uint16/7x7/16384
  ConvolutionOfGaussian/3D/uint16/7x7x7/512
  ConvolutionOfRank1/2D/uint8/7x7/16384
  SeparableConvolution/3D/float/9x9x9/512
  Gaussian/3D/float/sigma2/512
  Mean/3D/float/21x21x21/512
  Mean/2D/float/51x51/16384
  Canny/2D/float/cameraman/16384
  Canny/3D/float/boat/512
  RecursiveGaussian/3D/float/sigma20/512
  IsolineDenoising/2D/float/Hybrid/4096
  IsolineDenoising/2D/float/Tubes/4096
)

metrics=$(echo gpu__time_duration.sum {dram,lts}__throughput.avg.pct_of_peak_sustained_elapsed \
  {l1tex__throughput,smsp__issue_active,sm__warps_active}.avg.pct_of_peak_sustained_active \
  sm__inst_executed_pipe_{alu,fma,fp64,xu,lsu}.avg.pct_of_peak_sustained_active \
  smsp__average_warps_issue_stalled_{long_scoreboard,short_scoreboard,barrier,math_pipe_throttle,mio_throttle,lg_throttle,wait}_per_issue_active.ratio |
  tr ' ' ,)
profile() {
  local benchmark=$1
  ncu --clock-control none --launch-count 12 "${@:2}" \
    "$here/bin/CudaImageFiltersBenchmark" --benchmark_filter="^$benchmark/iterations:" >/dev/null
}

echo "# $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1), $(date +%F)" >"$out"
for benchmark in "${benchmarks[@]}"; do
  echo "# $benchmark" >>"$out"
  if ((stalls)); then
    profile "$benchmark" --section SourceCounters --force-overwrite --export "$out.ncu-rep"
    ncu --import "$out.ncu-rep" --page source --csv | python3 "$here/find_stalls.py" >>"$out"
  else
    profile "$benchmark" --csv --print-units base --print-kernel-base function --metrics "$metrics" --log-file "$out.log"
    grep '^"' "$out.log" >>"$out"
  fi
done
rm -f "$out.log" "$out.ncu-rep"
