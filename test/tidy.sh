#!/usr/bin/env bash
# Runs clang-tidy, with the checks of .clang-tidy, over the host's sources in src/ and what they include, or over some:
# bash test/tidy.sh [SOURCE]... It needs a folder that is configured: build/, or BUILD_DIR.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=${BUILD_DIR:-build}

bash packaging/install.sh clang-tidy ninja-build python3
mkdir -p "$build/tidy"
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
# A header of Debian's ITK says that it knows GCC alone, and ends nothing by that: what counts is found in the repository.
found=$(printf '%s\0' "${sources[@]/#/$PWD/}" |
  { xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p "$build/tidy" --extra-arg=-std=c++17 2>"$build/tidy/errors" || true; } |
  tee "$build/tidy/log" | grep -E "^$PWD/.*(warning|error):" | sort -u || true)
if [[ $found ]]; then
  echo "$found"
  exit 1
fi
echo "Clean: ${#sources[@]} sources."
