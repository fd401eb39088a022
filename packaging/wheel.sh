#!/usr/bin/env bash
# Builds the wheel that goes beside PyPI's itk into dist/, or DIST_DIR, from the archives of Debian and PyPI:
# bash packaging/wheel.sh
# Its device code is for all architectures of CMakeLists.txt; CUDAARCHS=90 builds faster, for one. Arguments go to CMake:
# -DCudaImageFilters_USE_CUDA=OFF builds the CPU parents alone. What is made once, in 20 minutes on two cores, is kept in
# ~/.cache/cudaimagefilters, or CUDAIMAGEFILTERS_CACHE.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cache=${CUDAIMAGEFILTERS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudaimagefilters}/wheel
build=$PWD/${BUILD_DIR:-build-wheel}
dist=${DIST_DIR:-dist}
# Another clone finds in ccache what this one compiled.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=1
# ITK's generators go through sets, in whose order they write what is compiled.
export PYTHONHASHSEED=0

bash packaging/install.sh ccache dpkg-dev g++ ninja-build python3-dev python3-venv unzip
# Several builds may read the cache at a time; one that changes it waits until none does.
mkdir -p "$cache"
exec 9>"$cache/lock"
flock 9
bash packaging/wheel/prepare.sh "$cache"
bash packaging/wheel/build-itk.sh "$cache"
flock -s 9

# All architectures, unless some are asked for.
all=$(sed -n 's/.*set(CMAKE_CUDA_ARCHITECTURES \(.*\))/\1/p' CMakeLists.txt | tr ' ' ';')
cuda=$(echo "$cache"/tools/lib/python3.*/site-packages/nvidia/cu13)
wrapped=$(printf ',--wrap=%s' exp exp2 log log2 pow)
declare -A definitions=(
  [ITK_DIR]="$cache/itk-build"
  [CMAKE_C_COMPILER]="$cache/gcc/bin/gcc"
  [CMAKE_CXX_COMPILER]="$cache/gcc/bin/g++"
  [CMAKE_CUDA_COMPILER]="$cuda/bin/nvcc"
  [CMAKE_CUDA_HOST_COMPILER]="$cache/gcc/bin/g++"
  [CMAKE_CUDA_ARCHITECTURES]="${CUDAARCHS:-$all}"
  [CMAKE_CUDA_FLAGS]=--compress-mode=size
  [CUDAToolkit_ROOT]="$cuda"
  [CudaImageFilters_USE_CUDA]=ON
  [CMAKE_CXX_FLAGS_RELEASE]='-O2 -DNDEBUG'
  [CMAKE_MODULE_LINKER_FLAGS]="-Wl$wrapped $cache/gcc/older-libraries.o"
  [CASTXML_EXECUTABLE]="$cache/tools/bin/castxml"
  [SWIG_EXECUTABLE]="$cache/tools/bin/swig"
  [Python3_EXECUTABLE]="$cache/tools/bin/python"
  [Python3_INCLUDE_DIR]="$cache/tools/python-include"
  [CudaImageFilters_LICENSES]="$build/licenses"
)
for argument in "$@"; do
  [[ $argument == -D*=* ]] || { echo "usage: bash packaging/wheel.sh [-DNAME=VALUE]..." >&2; exit 2; }
  name=${argument%%=*}
  definitions[${name#-D}]=${argument#*=}
done
settings=()
for name in "${!definitions[@]}"; do
  settings+=(-C "cmake.define.$name=${definitions[$name]}")
done

# ITK's interfaces, where those of the module will be, too.
mkdir -p "$build/Wrapping"
cp -ru "$cache/itk-build/Wrapping/Typedefs" "$build/Wrapping"

# Of what is linked statically.
mkdir -p "$build/licenses"
copy_license() {  # NAME FILE
  install -m 644 "$2" "$build/licenses/$1.txt"
}
third=$cache/itk-source/Modules/ThirdParty
copy_license ITK "$cache/itk-source/LICENSE"
copy_license ITK-NOTICE "$cache/itk-source/NOTICE"
copy_license VNL "$third/VNL/src/vxl/core/vxl_copyright.h"
copy_license KWSys "$third/KWSys/src/KWSys/Copyright.txt"
copy_license MetaIO "$third/MetaIO/src/MetaIO/License.txt"
copy_license double-conversion "$third/DoubleConversion/src/LICENSE"
copy_license Eigen-MPL2 "$third/Eigen3/src/itkeigen/COPYING.MPL2"
copy_license Eigen-BSD "$third/Eigen3/src/itkeigen/COPYING.BSD"
copy_license CUDA "$(echo "$cache"/tools/lib/python3.*/site-packages/nvidia_cuda_runtime-*/licenses/License.txt)"

rm -rf "$build/wheel" "$build/repaired"
PATH=$cache/tools/bin:$PATH "$cache/tools/bin/python" -m pip wheel -v . --no-build-isolation --no-deps \
  --wheel-dir "$build/wheel" -C build-dir="$build" "${settings[@]}"

# Its RECORD is what auditwheel writes.
"$cache/tools/bin/python" packaging/wheel/stubs.py "$build"/wheel/*.whl

# libtbb is itk-core's.
PATH=$cache/tools/bin:$PATH auditwheel repair "$build"/wheel/*.whl --plat manylinux_2_28_x86_64 --only-plat --exclude 'libtbb-*' \
  --wheel-dir "$build/repaired"

python3 packaging/wheel/check.py "$build"/repaired/*.whl
mkdir -p "$dist"
rm -f "$dist"/itk_cudaimagefilters-*.whl
mv "$build"/repaired/*.whl "$dist"
