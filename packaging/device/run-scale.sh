#!/usr/bin/env bash
# Times arrays through a filter, then filters a Zarr volume out of core, in the folder that packaging/package-python.sh --scale
# made: bash run-scale.sh FOLDER_ON_A_DISK [OPTION_OF_out_of_core.py...]
set -euo pipefail
[[ $# -ge 1 ]] || { echo "usage: bash run-scale.sh FOLDER_ON_A_DISK [OPTION...]" >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1"
disk=$(realpath "$1")
if [[ ! -d $disk/itk ]]; then
  python3 -m pip install -q --disable-pip-version-check --no-index --no-deps --no-compile --target "$disk/packages" "$here"/wheels/*.whl
  mkdir -p "$disk/itk.part"
  tar -C "$disk/itk.part" -xf "$here/itk.tar.xz"
  mv "$disk/itk.part" "$disk/itk"
fi
export PYTHONPATH=$disk/itk:$disk/packages PYTHONUNBUFFERED=1
python3 "$here/array_round_trip.py"
python3 "$here/out_of_core.py" --folder "$disk/volumes" "${@:2}"
