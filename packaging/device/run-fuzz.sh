#!/usr/bin/env bash
# Compares random runs of all filters with their parents, on this machine's GPU:
#   bash run-fuzz.sh [--seconds 600] [--seed 1] [FOLDER_FOR_RESULTS]
# Writes how many cases there were, and which failed, to fuzz.json beside the other results. Each failure is a line with the
# options of bin/CudaImageFiltersFuzz that repeat it, in fuzz.txt too. Behind a case that ends the process it goes on.
set -euo pipefail
seconds=600
seed=1
arguments=()
while (($#)); do
  case $1 in
    --seconds) seconds=${2:?} && shift ;;
    --seed) seed=${2:?} && shift ;;
    *) arguments+=("$1") ;;
  esac
  shift
done
set -- "${arguments[@]}"
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
rm -f "$out"/fuzz*
end=$((SECONDS + seconds))
first=0
while ((first >= 0 && SECONDS < end)); do
  status=0
  "$here/bin/CudaImageFiltersFuzz" --seconds $((end - SECONDS)) --seed "$seed" --first "$first" \
    --json "$out/fuzz-$first.json" | tee "$out/fuzz-$first.txt" || status=$?
  cat "$out/fuzz-$first.txt" >>"$out/fuzz.txt"
  first=$(sed -n 's/.* --first \([0-9]*\) goes on behind it.*/\1/p' "$out/fuzz-$first.txt" | tail -n 1)
  first=${first:--1}
done
failed=0
# 1 says that cases failed.
if ((first < 0 && status > 1)); then
  echo "CudaImageFiltersFuzz ended with $status, of which no case tells." >&2
  failed=1
fi
python3 "$here/merge_fuzz.py" "$out"
exit "$failed"
