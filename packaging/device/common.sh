#!/usr/bin/env bash
# Sourced by the scripts beside it: reads their arguments into rooms, tools and out, and looks for a GPU.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$here/bin/CudaImageFiltersGTestDriver
out=$here/results
rooms=
go_on=0
tools=memcheck,racecheck,initcheck,synccheck
while (($#)); do
  case $1 in
    --rooms) rooms=${2:?} && shift ;;
    --tools) tools=${2:?} && shift ;;
    --continue) go_on=1 ;;
    -*) echo "No such option: $1" >&2 && exit 2 ;;
    *) out=$1 ;;
  esac
  shift
done
export CUDAIMAGEFILTERS_REQUIRE_DEVICE=1 CUDAIMAGEFILTERS_TEST_DATA=$here/data

if ! nvidia-smi --list-gpus 2>/dev/null; then
  echo "No NVIDIA GPU was found: nvidia-smi is missing or failed." >&2
  exit 1
fi

mkdir -p "$out"
# What is left of this run has it, too, until its last process ends.
exec {lock}>"$out/.lock"
flock --nonblock "$lock" || { echo "Another run writes its results to $out." >&2; exit 1; }
# Results of another build do not belong in this one's report, which goes on from the report that came with it.
if ! cmp -s "$here/build.json" "$out/build.json"; then
  rm -f "$out"/tests* "$out"/sanitizer-*
  cp "$here"/{build,device-report}.json "$out"
fi
# The report names the machine, also if it is written later, elsewhere.
ask_gpu() {
  nvidia-smi --query-gpu="$1" --format=csv,noheader | sort -u | paste -sd , | sed 's/,/, /g'
}
echo "{ \"gpu\": \"$(ask_gpu name)\", \"driver\": \"$(ask_gpu driver_version)\" }" >"$out/machine.json"
# What GoogleTest is asked for. A name that no room has ends it here.
list_tests() {
  python3 "$here/suites.py" "$@" "$here/build.json" "$program" "$rooms"
}
