#!/usr/bin/env bash
# Makes a folder that runs the Python tests on another machine: bash packaging/package-python.sh DIR
# That machine needs Python 3.11 or later with NumPy and pytest; CuPy, PyTorch and Dask are tried where they are.
set -euo pipefail
[[ $# == 1 ]] || { echo "usage: bash packaging/package-python.sh DIR" >&2; exit 2; }
mkdir -p "$1"
package=$(realpath "$1")
[[ -z $(ls -A "$package") ]] || { echo "$package is not empty" >&2; exit 1; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# All architectures of CMakeLists.txt, unless some are asked for.
build="build-wheel"
bash packaging/wheel.sh
bash packaging/wheel/environment.sh "$build/environment" dist/itk_cudaimagefilters-*.whl

itk=$(mktemp -d)
trap 'rm -rf "$itk"' EXIT
python3 packaging/copy_itk.py "$("$build/environment/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" "$itk"
tar -C "$itk" -cJf "$package/itk.tar.xz" .
install packaging/device/run-python-tests.sh packaging/device/run-pytest.sh "$package"
mkdir -p "$package/repository/test"
cp -r README.md examples "$package/repository"
cp --parents filters.json "$package/repository"
cp -r test/data test/python "$package/repository/test"
find "$package" -name __pycache__ -prune -exec rm -r {} +

megabytes=$(du -sm "$package" | cut -f 1)
echo "$package: $megabytes MB"
((megabytes <= 128)) || { echo "more than 128 MB" >&2; exit 1; }
