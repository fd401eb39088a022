#!/usr/bin/env bash
# Runs the Python tests with the python3 of this machine, in the folder that packaging/package.sh --python made:
# bash run-python-tests.sh [FOLDER_FOR_RESULTS]. With pytest-xdist, PYTEST_ADDOPTS='-n 16' runs them side by side.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/python.sh"
mkdir -p "${1:-$here/results}"
bash "$here/run-pytest.sh" python3 "${1:-$here/results}" "$here/repository/test/python"
