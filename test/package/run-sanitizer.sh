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

failed=0
for tool in "${tools[@]}"; do
  log=$out/sanitizer-$tool.log
  rm -f "$log" "$out/sanitizer-$tool.json"
  options=()
  # Tests provoke errors of the CUDA API, and check that they are thrown.
  [[ $tool == memcheck ]] && options=(--report-api-errors no)
  compute-sanitizer --tool "$tool" "${options[@]}" --error-exitcode 99 --log-file "$log" \
    --target-processes application-only "$here/bin/CudaImageFiltersGTestDriver" \
    --gtest_output=json:"$out/sanitizer-$tool.json" >"$out/sanitizer-$tool.txt" || failed=1
  echo "$tool: $(grep SUMMARY "$log" || echo 'no summary')"
done
python3 "$here/write_report.py" "$out"
exit "$failed"
