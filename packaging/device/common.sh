#!/usr/bin/env bash
# Sourced by the scripts beside it: takes the folder for results, by default one beside them, and looks for a GPU.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=${1:-$here/results}
export CUDAIMAGEFILTERS_REQUIRE_DEVICE=1

if ! nvidia-smi --list-gpus 2>/dev/null; then
  echo "No NVIDIA GPU was found: nvidia-smi is missing or failed." >&2
  exit 1
fi

mkdir -p "$out"
# Results of another build do not belong in this one's report.
if ! cmp -s "$here/build.json" "$out/build.json"; then
  rm -f "$out"/{tests,sanitizer-*,device-report}.json "$out"/sanitizer-*.log
  cp "$here/build.json" "$out/build.json"
fi
