#!/usr/bin/env bash
# Makes a folder that runs the Python tests on another machine: bash packaging/package-python.sh [--scale] DIR
# That machine needs Python 3.11 or later with NumPy and pytest; CuPy, PyTorch and Dask are tried where they are.
# With --scale it runs benchmark/array_round_trip.py and examples/python/out_of_core.py alone, and carries Dask, dask-cuda and
# Zarr for Python 3.12 or PYTHON_VERSION, but not what they need of other projects; of ITK only what is loaded.
set -euo pipefail
scale=
if [[ ${1:-} == --scale ]]; then
  scale=1
  shift
fi
[[ $# == 1 ]] || { echo "usage: bash packaging/package-python.sh [--scale] DIR" >&2; exit 2; }
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
packages=$("$build/environment/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
python3 packaging/copy_itk.py "$packages" "$itk"
if [[ $scale ]]; then
  most=64
  install benchmark/array_round_trip.py examples/python/out_of_core.py packaging/device/run-scale.sh "$package"
  # What else the program needs; the environment itself would have what is taken away.
  mkdir "$itk.others"
  trap 'rm -rf "$itk" "$itk.others"' EXIT
  for name in "$packages"/*; do
    [[ ${name##*/} == itk* ]] || ln -s "$name" "$itk.others"
  done
  PYTHONPATH=$itk.others python3 packaging/strip_itk.py "$itk" "$build/environment/bin/python" -S "$package/out_of_core.py" \
    --size 16 --chunk 8 --samples 1 --folder "$itk.others/volumes"
  version=${PYTHON_VERSION:-3.12}
  platforms=(manylinux2014_x86_64 manylinux_2_17_x86_64 manylinux_2_27_x86_64 manylinux_2_28_x86_64)
  "$build/environment/bin/pip" download -q --disable-pip-version-check --no-deps --only-binary=:all: --implementation cp \
    --python-version "$version" "${platforms[@]/#/--platform=}" --dest "$package/wheels" \
    dask==2026.7.1 distributed==2026.7.1 dask-cuda==26.10.0 donfig google-crc32c locket numcodecs==0.16.6 partd \
    tblib tornado zarr==3.1.6 zict
else
  most=128
  install packaging/device/run-python-tests.sh packaging/device/run-pytest.sh "$package"
  mkdir -p "$package/repository/test"
  cp -r README.md examples "$package/repository"
  cp --parents filters.json "$package/repository"
  cp -r test/data test/python "$package/repository/test"
fi
tar -C "$itk" -cJf "$package/itk.tar.xz" .
find "$package" -name __pycache__ -prune -exec rm -r {} +

megabytes=$(du -sm "$package" | cut -f 1)
echo "$package: $megabytes MB"
((megabytes <= most)) || { echo "more than $most MB" >&2; exit 1; }
