#!/usr/bin/env bash
# Makes a folder that runs the Python tests and examples on another machine: bash packaging/package-python.sh [--scale] DIR
# That machine needs Python 3.12, or PYTHON_VERSION, with NumPy, Matplotlib and pytest; CuPy and PyTorch are tried where they
# are. It carries Dask, dask-cuda, Zarr and what runs notebooks, but not what is found there besides: see `carried`.
# With --scale it runs benchmark/array_round_trip.py and examples/python/out_of_core.py alone, with of ITK only what is loaded.
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
export BUILD_DIR=${BUILD_DIR:-build-wheel}
bash packaging/wheel.sh
wheel=$(echo "${DIST_DIR:-dist}"/itk_cudaimagefilters-*.whl)
bash packaging/wheel/environment.sh "$BUILD_DIR/environment" "$wheel"

install packaging/device/{python,run-scale}.sh "$package"
mkdir "$package/repository"
cp --parents benchmark/array_round_trip.py examples/python/out_of_core.py "$package/repository"
carried=(dask==2026.7.1 distributed==2026.7.1 dask-cuda==26.10.0 donfig google-crc32c locket numcodecs==0.16.6 partd
  tblib tornado zarr==3.1.6 zict)

itk=$(mktemp -d)
trap 'rm -rf "$itk" "$itk.others" "$itk.wheel"' EXIT
packages=$("$BUILD_DIR/environment/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
python3 packaging/copy_itk.py "$packages" "$itk"
if [[ $scale ]]; then
  # What else the program needs; the environment itself would have what is taken away.
  mkdir "$itk.others"
  for name in "$packages"/*; do
    [[ ${name##*/} == itk* ]] || ln -s "$name" "$itk.others"
  done
  PYTHONPATH=$itk.others python3 packaging/strip_itk.py "$itk" "$BUILD_DIR/environment/bin/python" -S \
    "$package/repository/examples/python/out_of_core.py" --size 16 --chunk 8 --samples 1 --folder "$itk.others/volumes"
  most=64
else
  install packaging/device/run-{python-tests,pytest}.sh "$package"
  cp -r --parents README.md filters.json examples test/data test/python "$package/repository"
  carried+=(asttokens comm executing fastjsonschema ipykernel ipython ipython-pygments-lexers jsonschema
    jsonschema-specifications jupyter-client jupyter-core matplotlib-inline nbclient nbformat nest-asyncio2 pexpect
    platformdirs prompt-toolkit ptyprocess pure-eval pyzmq referencing rpds-py stack-data traitlets wcwidth)
  most=128
fi
platforms=(manylinux{1,2010,2014,_2_5,_2_12,_2_17,_2_24,_2_26,_2_27,_2_28}_x86_64)
"$BUILD_DIR/environment/bin/pip" download -q --disable-pip-version-check --no-deps --only-binary=:all: --implementation cp \
  --python-version "${PYTHON_VERSION:-3.12}" "${platforms[@]/#/--platform=}" --dest "$package/wheels" "${carried[@]}"
# The module is unpacked from its wheel. ITK's are alike, for which a large dictionary pays.
cp "$wheel" "$package"
unzip -Z1 "$wheel" '*[^/]' | sed 's#^#./#' >"$itk.wheel"
tar -C "$itk" --exclude-from "$itk.wheel" -c . | xz --x86 --lzma2=preset=3,dict=512MiB >"$package/itk.tar.xz"
find "$package" -name __pycache__ -prune -exec rm -r {} +

megabytes=$(du -sm "$package" | cut -f 1)
echo "$package: $megabytes MB"
((megabytes <= most)) || { echo "more than $most MB" >&2; exit 1; }
