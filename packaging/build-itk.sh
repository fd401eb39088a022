#!/usr/bin/env bash
# Builds the ITK with Python that the wrapping needs, from Debian's source package, once: bash packaging/build-itk.sh
# Prints the folder of the build last. It takes an hour on two cores and 4 GB; CUDAIMAGEFILTERS_CACHE says where.
set -euo pipefail
version=5.4
cache=${CUDAIMAGEFILTERS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudaimagefilters}/itk-$version
exec 3>&1 >&2

# Wrapping the module needs them, too.
packages=(castxml ccache dpkg-dev g++ libpng-dev ninja-build python3-venv zlib1g-dev)
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if ((${#missing[@]})); then
  if ((EUID != 0)); then
    echo "Install what is missing, then start again: apt-get install ${missing[*]}"
    exit 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

if [[ -e $cache/complete ]]; then
  echo "$cache" >&3
  exit
fi
mkdir -p "$cache"
cd "$cache"

if [[ ! -d source ]]; then
  # A package list of its own: sid's sources from the archive that this machine uses, and nothing of sid to install.
  mkdir -p apt/lists/partial apt/cache/archives/partial
  archive=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Origin: Debian' | head -n 1)
  keys=/usr/share/keyrings/debian-archive-keyring.gpg
  echo "deb-src [signed-by=$keys] $archive sid main" >apt/sources.list
  options=(-o Dir::Etc::SourceList="$PWD/apt/sources.list" -o Dir::Etc::SourceParts=-
    -o Dir::State::Lists="$PWD/apt/lists" -o Dir::Cache="$PWD/apt/cache" -o APT::Sandbox::User=)
  apt-get "${options[@]}" update -qq
  newest=$(apt-get "${options[@]}" --only-source --print-uris source insighttoolkit5 |
    sed -n "s/.*insighttoolkit5_\($version\.[^ ]*\)\.dsc .*/\1/p" | head -n 1)
  [[ $newest ]] || { echo "Debian's sid has no ITK $version"; exit 1; }
  apt-get "${options[@]}" --only-source --download-only -qq source "insighttoolkit5=$newest"
  dpkg-source --no-check --skip-patches -x "insighttoolkit5_$newest.dsc" source.part
  mv source.part source
fi

if [[ ! -d python ]]; then
  python3 -m venv python.part
  mv python.part python
fi
# A moved environment keeps its interpreter; python -m works where its scripts do not.
# Debian's SWIG is too old, and its CMake does not find Python's stable ABI.
python/bin/python -m pip install -q --disable-pip-version-check 'cmake<4' 'swig==4.3.*' numpy pytest 'dask[array]' \
  scikit-build-core build

options=()
for module in AnisotropicSmoothing BridgeNumPy Convolution ImageFeature ImageGrid ImageIntensity ImageNoise \
  IOMeta IONIFTI IONRRD IOPNG Path Smoothing; do
  options+=(-D "Module_ITK$module=ON")
done
for type in unsigned_char unsigned_short signed_short float rgb_unsigned_char covariant_vector_float; do
  options+=(-D "ITK_WRAP_$type=ON")
done
for type in double vector_float vector_double covariant_vector_double rgba_unsigned_char complex_float complex_double \
  unsigned_long_long signed_long_long; do
  options+=(-D "ITK_WRAP_$type=OFF")
done
python/bin/cmake -S source -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON \
  -DBUILD_TESTING=OFF -DBUILD_EXAMPLES=OFF -DITK_BUILD_DEFAULT_MODULES=OFF -DITK_USE_CCACHE=ON \
  -DITK_USE_SYSTEM_ZLIB=ON -DITK_USE_SYSTEM_PNG=ON \
  -DITK_WRAP_PYTHON=ON -DITK_WRAP_IMAGE_DIMS='2;3' -DITK_WRAP_DOC=OFF "${options[@]}" \
  -DPython3_EXECUTABLE="$PWD/python/bin/python" -DPython3_FIND_VIRTUALENV=ONLY \
  -DITK_USE_SYSTEM_CASTXML=ON -DITK_USE_SYSTEM_SWIG=ON -DSWIG_EXECUTABLE="$PWD/python/bin/swig"
python/bin/cmake --build build
touch complete
echo "$cache" >&3
