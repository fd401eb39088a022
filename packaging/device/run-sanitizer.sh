#!/usr/bin/env bash
# Runs tests under compute-sanitizer:
#   bash run-sanitizer.sh [--rooms A,B] [--tools memcheck,racecheck] [--continue] [FOLDER_FOR_RESULTS]
# Without --rooms it runs those of all rooms, without --tools under all four; with GTEST_FILTER whatever that chooses, and
# reports nothing. --continue runs again only the processes that did not reach their end the last time; one that takes over
# CUDAIMAGEFILTERS_SHARD_SECONDS, 600 unless said, is ended. Every tool slows the device code ten- to a hundredfold; the
# tests take smaller sizes.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
export CUDAIMAGEFILTERS_SANITIZER=1
PATH=$PATH:/usr/local/cuda/bin
command -v compute-sanitizer >/dev/null || { echo "compute-sanitizer, of the CUDA toolkit, was not found." >&2; exit 1; }

# Of 16 cores; racecheck takes as long as the others together, several times over.
declare -A shards=([memcheck]=4 [racecheck]=14 [initcheck]=6 [synccheck]=4)
for tool in "${!shards[@]}"; do
  shards[$tool]=$(((shards[$tool] * $(nproc) + 15) / 16))
done

mapfile -t gpus < <(nvidia-smi --query-gpu=index --format=csv,noheader)

run() {
  local tool=$1 shard=$2 options=() status=0
  local result=$out/sanitizer-$tool-$shard-of-${shards[$tool]}
  # Each process has all GPUs, as tests for two need, but begins with another.
  local devices=("${gpus[@]:shard % ${#gpus[@]}}" "${gpus[@]:0:shard % ${#gpus[@]}}")
  # Tests provoke errors of the CUDA API, and check that they are thrown.
  [[ $tool == memcheck ]] && options=(--report-api-errors no)
  CUDA_VISIBLE_DEVICES=$(IFS=, && echo "${devices[*]}") \
    GTEST_TOTAL_SHARDS=${shards[$tool]} GTEST_SHARD_INDEX=$((shard - 1)) \
    timeout --kill-after 10 "${CUDAIMAGEFILTERS_SHARD_SECONDS:-600}" compute-sanitizer --tool "$tool" "${options[@]}" --error-exitcode 99 --log-file "$result.log" \
    --target-processes application-only "$program" --gtest_filter="$filter" \
    --gtest_output=json:"$result.json" >"$result.txt" 2>&1 || status=$?
  echo "$status" >"$result.code"
}

# Side by side, as each of them keeps one core of the host busy and little of the GPU.
for tool in ${tools//,/ }; do
  [[ -v shards[$tool] ]] || { echo "No such tool: $tool" >&2; exit 2; }
done
for tool in ${tools//,/ }; do
  ((go_on)) || rm -f "$out/sanitizer-$tool-"*
  for ((shard = 1; shard <= shards[$tool]; ++shard)); do
    result=$out/sanitizer-$tool-$shard-of-${shards[$tool]}
    # 124 and 137 are of those that were ended.
    [[ -e $result.json && $(cat "$result.code") != @(124|137) ]] || run "$tool" "$shard" &
  done
done
wait
# shellcheck disable=SC2086
python3 "$here/write_report.py" "$out" "$rooms" ${tools//,/ }
