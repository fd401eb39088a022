#!/usr/bin/env bash
# Builds the wheel, installs it into a new environment beside PyPI's itk, and runs the Python tests there.
# Without a GPU it is a wheel for the CPU alone. Arguments go to CMake; ITK_VERSION=5.4.0 chooses another ITK.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export BUILD_DIR=${BUILD_DIR:-build-python}
export DIST_DIR=$BUILD_DIR/dist

options=(-DCudaImageFilters_USE_CUDA=OFF)
CUDAARCHS=${CUDAARCHS:-$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sort -u | tr -d . | paste -sd ';' || true)}
if [[ $CUDAARCHS ]]; then
  export CUDAARCHS
  options=()
fi
bash packaging/wheel.sh "${options[@]}" "$@"
bash packaging/wheel/environment.sh "$BUILD_DIR/environment" "$DIST_DIR"/*.whl
bash packaging/device/run-pytest.sh "$BUILD_DIR/environment/bin/python" "$BUILD_DIR" test/python
