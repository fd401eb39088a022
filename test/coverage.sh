#!/usr/bin/env bash
# Says how many lines of the host's code in include/ and src/ the tests that need no GPU run: bash test/coverage.sh. It builds
# in build-coverage/, whose coverage/index.html shows which. Of .cu files, and what only these include, nothing is counted. What
# it comes to goes to doc/HostChecks.md.
# Arguments go to CMake, as those of test/sanitize.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build="build-coverage"

bash packaging/install.sh python3-venv
mkdir -p "$build/coverage"
python3 -m venv "$build/gcovr"
"$build/gcovr/bin/pip" install --quiet --disable-pip-version-check gcovr==8.8

source test/host-drivers.sh
# Threads count at once.
configure_host_drivers "$build" "-O1 --coverage -fprofile-update=atomic" "" --coverage \
  -DCMAKE_SHARED_LINKER_FLAGS=--coverage "$@"
find "$build" -name '*.gcda' -delete
status=0
run_host_drivers "$build" || status=$?
"$build/gcovr/bin/gcovr" --root . --filter include/ --filter src/ --merge-mode-functions separate -j "$(nproc)" \
  --json-summary "$build/coverage.json" --html-nested "$build/coverage/index.html" "$build"
python3 doc/write_host_checks.py coverage "$build"
sed -n '/^## Lines/,$p' doc/HostChecks.md
exit $status
