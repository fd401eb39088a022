#!/usr/bin/env bash
# Runs clang-tidy, with the checks of .clang-tidy, over the host's sources in src/ and what they include, or over some:
# bash test/tidy.sh [SOURCE]... It needs a folder that is configured: build/, or BUILD_DIR. What all come to goes to
# doc/HostChecks.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=${BUILD_DIR:-build}

bash packaging/install.sh clang-tidy ninja-build python3
mkdir -p "$build/tidy"
python3 doc/write_host_checks.py --hash >"$build/tidy/code"
# As it is compiled, once each, without what stands before the compiler.
ninja -C "$build" -t compdb -x | python3 -c '
import json, sys
commands = {}
for entry in json.load(sys.stdin):
    if entry["file"].endswith(".cxx") and entry.get("output", "").endswith(".o"):
        entry["command"] = entry["command"].replace("/usr/bin/ccache ", "")
        commands.setdefault(entry["file"], entry)
json.dump(list(commands.values()), sys.stdout)' >"$build/tidy/compile_commands.json"

sources=("$@")
((${#sources[@]})) || mapfile -t sources < <(git ls-files 'src/*.cxx')
# With 1 ends a run that found something; a header of Debian's ITK says that it knows GCC alone, and ends nothing by that: what
# counts is found in the repository.
printf '%s\0' "${sources[@]/#/$PWD/}" |
  xargs -0 -n 1 -P "$(nproc)" bash -c 'clang-tidy --quiet -p "$0" --extra-arg=-std=c++17 "$1" || (($? == 1))' "$build/tidy" \
    >"$build/tidy/log" 2>"$build/tidy/errors" || {
  cat "$build/tidy/errors"
  exit 1
}
found=$(grep -E "^$PWD/.*(warning|error):" "$build/tidy/log" | sort -u || true)
if (($# == 0)); then
  findings=$(grep -c . <<<"$found" || true)
  version=$(clang-tidy --version | sed -n 's/.*LLVM version //p')
  echo "{\"sources\": ${#sources[@]}, \"findings\": $findings, \"version\": \"LLVM $version\"}" >"$build/tidy/result.json"
  python3 doc/write_host_checks.py tidy "$build/tidy"
fi
if [[ $found ]]; then
  echo "$found"
  exit 1
fi
echo "Clean: ${#sources[@]} sources."
