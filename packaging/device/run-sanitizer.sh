#!/usr/bin/env bash
# Runs the tests under compute-sanitizer: bash run-sanitizer.sh [FOLDER_FOR_RESULTS [TOOL...]]
# Every tool slows the device code ten- to a hundredfold; the tests take smaller sizes, and GTEST_FILTER can choose some.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
tools=("${@:2}")
((${#tools[@]})) || tools=(memcheck racecheck initcheck synccheck)
export CUDAIMAGEFILTERS_SANITIZER=1
PATH=$PATH:/usr/local/cuda/bin
command -v compute-sanitizer >/dev/null || { echo "compute-sanitizer, of the CUDA toolkit, was not found." >&2; exit 1; }

# racecheck takes as long as the others together, several times over.
declare -A shards=([memcheck]=2 [racecheck]=8 [initcheck]=2 [synccheck]=2)

run() {
  local tool=$1 shard=$2 options=()
  local result=$out/sanitizer-$tool-$shard-of-${shards[$tool]}
  # Tests provoke errors of the CUDA API, and check that they are thrown.
  [[ $tool == memcheck ]] && options=(--report-api-errors no)
  GTEST_TOTAL_SHARDS=${shards[$tool]} GTEST_SHARD_INDEX=$((shard - 1)) \
    compute-sanitizer --tool "$tool" "${options[@]}" --error-exitcode 99 --log-file "$result.log" \
    --target-processes application-only "$here/bin/CudaImageFiltersGTestDriver" \
    --gtest_output=json:"$result.json" >"$result.txt"
}

# Side by side, as each of them keeps one core of the host busy and little of the GPU.
processes=()
for tool in "${tools[@]}"; do
  rm -f "$out/sanitizer-$tool-"*
  for ((shard = 1; shard <= shards[$tool]; ++shard)); do
    run "$tool" "$shard" &
    processes+=($!)
  done
done
failed=0
for process in "${processes[@]}"; do
  wait "$process" || failed=1
done
python3 "$here/write_report.py" "$out"
exit "$failed"
