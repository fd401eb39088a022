#!/usr/bin/env bash
# Sourced by what runs Python in the folder of packaging/package-python.sh: unpacks its packages once, beside it or into
# UNPACK_DIR, and lets python3 find them.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
unpacked=${UNPACK_DIR:-$here}
mkdir -p "$unpacked"
unpacked=$(realpath "$unpacked")
if [[ ! -d $unpacked/itk ]]; then
  python3 -m pip install -q --disable-pip-version-check --no-index --no-deps --no-compile --target "$unpacked/packages" \
    "$here"/wheels/*.whl
  rm -rf "$unpacked/itk.part"
  mkdir "$unpacked/itk.part"
  tar -C "$unpacked/itk.part" -xf "$here/itk.tar.xz"
  python3 -m zipfile -e "$here"/itk_cudaimagefilters-*.whl "$unpacked/itk.part"
  mv "$unpacked/itk.part" "$unpacked/itk"
fi
export PYTHONPATH=$unpacked/itk:$unpacked/packages PYTHONUNBUFFERED=1
