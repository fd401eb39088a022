#!/usr/bin/env bash
# Builds of ITK what the wheel needs, in the folder of prepare.sh: bash packaging/wheel/build-itk.sh FOLDER
# The interfaces of the modules that this one depends on, and static libraries; none of ITK's own Python modules.
set -euo pipefail
script=$(realpath "${BASH_SOURCE[0]}")
source=$(realpath "$(dirname "$script")/../..")
cd "$1"
tools=$PWD/tools/bin
mkdir -p itk-build

interfaces=$("$tools/python" "$source/packaging/wheel/interfaces.py" itk-source "$source")
# Any other list of interfaces, of modules or of this script configures anew.
key=$(echo "$interfaces" | cat - "$script" "$source/itk-module.cmake" | sha256sum)
if [[ $(cat itk-build/key 2>/dev/null) == "$key" ]]; then
  exit
fi

modules=(-D Module_ITKTBB=ON)
for module in $(sed -n '/^  DEPENDS/,/^  TEST_DEPENDS/s/^ *\(ITK[A-Za-z]*\)$/\1/p' "$source/itk-module.cmake") ITKBridgeNumPy; do
  modules+=(-D "Module_$module=ON")
done
# As PyPI's wheels are configured.
PATH=$tools:$PATH cmake -S itk-source -B itk-build -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_C_COMPILER="$PWD/gcc/bin/gcc" -DCMAKE_CXX_COMPILER="$PWD/gcc/bin/g++" \
  -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
  -DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DBUILD_TESTING=OFF -DBUILD_EXAMPLES=OFF \
  -DITK_BUILD_DEFAULT_MODULES=OFF "${modules[@]}" -DTBB_DIR="$PWD/tbb" \
  -DITK_LEGACY_SILENT=ON -DITK_WRAP_PYTHON=ON -DITK_WRAP_DOC=OFF -DITK_WRAP_IMAGE_DIMS='2;3' \
  -DITK_WRAP_ONLY="${interfaces//;/|}" -DITK_WRAP_unsigned_short=ON -DITK_WRAP_double=ON -DITK_WRAP_complex_double=ON \
  -DWRAP_ITK_INSTALL_COMPONENT_IDENTIFIER=PythonWheel -DPY_SITE_PACKAGES_PATH=. \
  -DPython3_EXECUTABLE="$tools/python" -DPython3_FIND_VIRTUALENV=ONLY -DPython3_INCLUDE_DIR="$PWD/tools/python-include" \
  -DITK_USE_SYSTEM_CASTXML=ON -DCASTXML_EXECUTABLE="$tools/castxml" \
  -DITK_USE_SYSTEM_SWIG=ON -DSWIG_EXECUTABLE="$tools/swig"

cd itk-build
targets() {  # SED_PATTERN of a name and of what follows
  ninja -t targets all | sed -nE "s#^($1): $2\$#\1#p"
}
# What reads files stands on the link line, through ITKMesh and ITKSpatialObjects, but gives nothing to it.
unused='lib/lib(ITKIO|itkgdcm|itk(jpeg|png|tiff|testlib)|ITK(EXPAT|znz|niftiio|giftiio|NrrdIO|QuadEdgeMesh|TestKernel)).*'
libraries=$(targets 'lib/lib[A-Za-z0-9._-]*\.a' '.*')
mapfile -t wanted < <(grep -vE "^$unused" <<<"$libraries"; targets 'ITK\w+Swig' phony)
ninja "${wanted[@]}"
for library in $(grep -E "^$unused" <<<"$libraries"); do
  [[ -e $library ]] || ar rc "$library"
done
echo "$key" >key
