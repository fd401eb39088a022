#!/usr/bin/env bash
# Runs tests on this machine's GPU: bash run-tests.sh [--rooms A,B] [FOLDER_FOR_RESULTS]
# Without --rooms it runs those of all rooms; with GTEST_FILTER whatever that chooses, and reports nothing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [[ -n ${GTEST_FILTER:-} ]]; then
  exec "$program"
fi
filter=$(list_tests)
rm -f "$out"/tests.*
status=0
"$program" --gtest_filter="$filter" --gtest_brief=1 --gtest_output=json:"$out/tests.json" || status=$?
echo "$status" >"$out/tests.code"
python3 "$here/write_report.py" "$out" "$rooms" tests
