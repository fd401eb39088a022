#!/usr/bin/env bash
# Runs tests under compute-sanitizer:
#   bash run-sanitizer.sh [--rooms A,B] [--tools memcheck,racecheck] [--continue] [FOLDER_FOR_RESULTS]
# Without --rooms it runs those of all rooms, without --tools under all four; with GTEST_FILTER whatever that chooses, and
# reports nothing. --continue runs again only the processes that did not reach their end the last time; one that takes over
# CUDAIMAGEFILTERS_SHARD_SECONDS, 600 unless said, is ended. Every tool slows the device code ten- to a hundredfold; the
# tests take smaller sizes. A process has tests of one room, so that what it finds, or its end, is told of that alone.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
export CUDAIMAGEFILTERS_SANITIZER=1
PATH=$PATH:/usr/local/cuda/bin
command -v compute-sanitizer >/dev/null || { echo "compute-sanitizer, of the CUDA toolkit, was not found." >&2; exit 1; }

# Tests of a room that a process has; racecheck takes longer than the others together, and some ten gigabytes a process. Those
# of the room Factory go through all filters.
declare -A tests_of_process=([memcheck]=100 [racecheck]=4 [initcheck]=70 [synccheck]=100)
count_processes() {
  local tests=${tests_of_process[$1]}
  [[ $1-$2 != racecheck-Factory ]] || tests=1
  echo $((($3 + tests - 1) / tests))
}

if [[ -n ${GTEST_FILTER:-} ]]; then
  listed="chosen 1 $GTEST_FILTER"
else
  listed=$(list_tests --by-room)
fi
mapfile -t gpus < <(nvidia-smi --query-gpu=index --format=csv,noheader)
# A process keeps two cores busy where many do.
most=$(nproc)
memory=$(awk '$1 == "MemAvailable:" { print int($2 / 6e6) }' /proc/meminfo)
((memory >= most)) || most=$((memory > 0 ? memory : 1))
number=0

run() {
  local tool=$1 result=$2 shard=$3 shards=$4 filter=$5 first=$6 options=() status=0
  # Each process has all GPUs, as tests for two need, but begins with another.
  local devices=("${gpus[@]:first}" "${gpus[@]:0:first}")
  # Tests provoke errors of the CUDA API, and check that they are thrown.
  [[ $tool == memcheck ]] && options=(--report-api-errors no --track-stream-ordered-races all)
  # Where many host threads launch at once, initcheck may take memory that a kernel has written for such that none has: in two
  # of four runs of a program of 16 threads, each of which has its own stream and memory, and in none of four so.
  [[ $tool != @(initcheck|racecheck) ]] || options=(--force-blocking-launches)
  CUDA_VISIBLE_DEVICES=$(IFS=, && echo "${devices[*]}") GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$((shard - 1)) \
    timeout --kill-after 10 "${CUDAIMAGEFILTERS_SHARD_SECONDS:-600}" compute-sanitizer --tool "$tool" "${options[@]}" \
    --launch-timeout 0 \
    --error-exitcode 99 --log-file "$result.log" --target-processes application-only "$program" \
    --gtest_filter="$filter" --gtest_output=json:"$result.json" >"$result.txt" 2>&1 || status=$?
  echo "$status" >"$result.code"
}

for tool in ${tools//,/ }; do
  [[ -v tests_of_process[$tool] ]] || { echo "No such tool: $tool" >&2; exit 2; }
done
# What takes longest begins first.
for tool in racecheck initcheck memcheck synccheck; do
  [[ ,$tools, == *,$tool,* ]] || continue
  ((go_on)) || rm -f "$out/sanitizer-$tool-"*
  while read -r room tests filter; do
    shards=$(count_processes "$tool" "$room" "$tests")
    for ((shard = 1; shard <= shards; ++shard)); do
      result=$out/sanitizer-$tool-$room-$shard-of-$shards
      # 124 and 137 are of those that were ended.
      if [[ ! -e $result.json || $(cat "$result.code") == @(124|137) ]]; then
        echo 124 >"$result.code"  # until it says otherwise
        (($(jobs -pr | wc -l) < most)) || wait -n
        run "$tool" "$result" "$shard" "$shards" "$filter" $((number % ${#gpus[@]})) &
        number=$((number + 1))  # here, as what is in the background counts for itself
      fi
    done
  done <<<"$listed"
done
wait
# shellcheck disable=SC2086
python3 "$here/write_report.py" "$out" "$rooms" ${tools//,/ }
