#!/usr/bin/env bash
# Runs tests on this machine's GPU: bash run-tests.sh [--rooms A,B] [FOLDER_FOR_RESULTS]
# Without --rooms it runs those of all rooms, a process each; with GTEST_FILTER whatever that chooses, and reports nothing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [[ -n ${GTEST_FILTER:-} ]]; then
  exec "$program"
fi
# Those of the room Device, which fill the device's memory, have it for themselves.
listed=$(list_tests --by-room | awk '{ print ($1 != "Device"), $0 }' | sort --stable --key 1,1 | cut --delimiter ' ' --fields 2-)
rm -f "$out"/tests*
most=$((($(nproc) + 3) / 4))

run() {
  local result=$out/tests-$1-1-of-1 status=0
  "$program" --gtest_filter="$2" --gtest_brief=1 --gtest_output=json:"$result.json" >"$result.txt" 2>&1 || status=$?
  ((status == 0)) || cat "$result.txt"
  echo "$status" >"$result.code"
}

while read -r room _ filter; do
  (($(jobs -pr | wc -l) < most)) || wait -n
  run "$room" "$filter" &
  [[ $room != Device ]] || wait
done <<<"$listed"
wait
python3 "$here/write_report.py" "$out" "$rooms" tests
