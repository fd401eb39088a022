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

run() {
  local tool=$1 log=$out/sanitizer-$1.log options=()
  rm -f "$log" "$out/sanitizer-$tool.json"
  # Tests provoke errors of the CUDA API, and check that they are thrown.
  [[ $tool == memcheck ]] && options=(--report-api-errors no)
  compute-sanitizer --tool "$tool" "${options[@]}" --error-exitcode 99 --log-file "$log" \
    --target-processes application-only "$here/bin/CudaImageFiltersGTestDriver" \
    --gtest_output=json:"$out/sanitizer-$tool.json" >"$out/sanitizer-$tool.txt"
}

# Side by side, as each of them keeps one core of the host busy and little of the GPU.
processes=()
for tool in "${tools[@]}"; do
  run "$tool" &
  processes+=($!)
done
failed=0
for i in "${!tools[@]}"; do
  wait "${processes[i]}" || failed=1
  echo "${tools[i]}: $(grep SUMMARY "$out/sanitizer-${tools[i]}.log" || echo 'no summary')"
done
python3 "$here/write_report.py" "$out"
exit "$failed"
