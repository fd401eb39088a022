#!/usr/bin/env bash
# Runs every test on this machine's GPU: bash run-tests.sh [FOLDER_FOR_RESULTS]
# With GTEST_FILTER it runs some, and reports nothing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [[ -n ${GTEST_FILTER:-} ]]; then
  exec "$here/bin/CudaImageFiltersGTestDriver"
fi
status=0
rm -f "$out/tests.json"
"$here/bin/CudaImageFiltersGTestDriver" --gtest_brief=1 --gtest_output=json:"$out/tests.json" || status=$?
python3 "$here/write_report.py" "$out"
exit "$status"
