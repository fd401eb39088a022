#!/usr/bin/env bash
# Makes a folder that runs the tests, the sanitizers and the benchmarks on another machine: bash packaging/package.sh DIR
# It holds device code for all architectures of CMakeLists.txt; CUDAARCHS=90 builds faster, for one.
# bash packaging/package.sh --sources DIR makes one that compiles itself there first, by its build.sh: for a machine with nvcc and
# many cores, which needs no ITK. bash packaging/package.sh --python DIR makes one for the Python tests instead.
set -euo pipefail
if [[ ${1:-} == --python ]]; then
  exec bash "$(dirname "${BASH_SOURCE[0]}")/package-python.sh" "${@:2}"
fi
sources=0
if [[ ${1:-} == --sources ]]; then
  sources=1
  shift
fi
[[ $# == 1 ]] || { echo "usage: bash packaging/package.sh [--python|--sources] DIR" >&2; exit 2; }
mkdir -p "$1"
package=$(realpath "$1")
[[ -z $(ls -A "$package") ]] || { echo "$package is not empty" >&2; exit 1; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$PWD/build-package
PATH=$PATH:/usr/local/cuda/bin
source test/flags.sh

python3 packaging/rooms.py check
rooms=$(python3 packaging/rooms.py hashes)

architectures=(-U CMAKE_CUDA_ARCHITECTURES)
[[ -z ${CUDAARCHS:-} ]] || architectures=(-D CMAKE_CUDA_ARCHITECTURES="$CUDAARCHS")
# DT_RPATH, unlike DT_RUNPATH, serves the libraries of libraries too.
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "${architectures[@]}" \
  -DCudaImageFilters_USE_CUDA=ON -DCudaImageFilters_BUILD_EXAMPLES=OFF \
  -DCMAKE_CXX_FLAGS="$cxx_flags" -DCMAKE_CUDA_FLAGS="$cuda_flags" \
  -DCMAKE_RUNTIME_OUTPUT_DIRECTORY="$build/bin" -DCMAKE_LIBRARY_OUTPUT_DIRECTORY="$build/lib" \
  -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON -DCMAKE_INSTALL_RPATH='$ORIGIN/../lib' \
  -DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags,--as-needed
targets=(CudaImageFilters{GTestDriver,Benchmark,Cliffs,Fuzz})
if ((sources)); then
  bash packaging/package-sources.sh "$build" "$package" "${targets[@]}"
else
  cmake --build "$build" --target "${targets[@]}"
  mkdir "$package"/{bin,lib}
  install --strip "${targets[@]/#/$build/bin/}" "$package/bin"
  # All libraries but glibc, which belongs to the machine.
  ldd "${targets[@]/#/$build/bin/}" | awk '$2 == "=>" { print $3 }' | sort -u |
    grep -vE '/(libc|libm|libdl|librt|libpthread|ld-linux.*)\.so' |
    xargs install --strip --target-directory "$package/lib"
fi
[[ $(python3 packaging/rooms.py hashes) == "$rooms" ]] || { echo "The code changed during the build" >&2; exit 1; }
install packaging/device/{common,run-benchmarks,run-fuzz,run-profiler,run-sanitizer,run-tests}.sh "$package"
install -m 644 packaging/device/{find_stalls,merge_fuzz,suites,write_report}.py test/device-report.json "$package"
cp -r test/data "$package/data"
cuda=$(nvcc --version | sed -n 's/.*, V\([0-9.]*\)/\1/p')
echo "{ \"cuda\": \"$cuda\", \"rooms\": $rooms }" >"$package/build.json"

echo "$package: $(du -sm "$package" | cut -f 1) MB"
