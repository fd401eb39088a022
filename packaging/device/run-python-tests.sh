#!/usr/bin/env bash
# Runs the Python tests with the python3 of this machine, in the folder that packaging/package.sh --python made.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
if [[ ! -d itk ]]; then
  mkdir itk.part
  tar -C itk.part -xf itk.tar.xz
  mv itk.part itk
fi
mkdir -p results
export PYTHONPATH=$PWD/itk
bash run-pytest.sh python3 "${1:-results}" repository/test/python
