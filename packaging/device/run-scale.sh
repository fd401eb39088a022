#!/usr/bin/env bash
# Times arrays through a filter, then filters a Zarr volume out of core, in a folder of packaging/package-python.sh:
# bash run-scale.sh FOLDER_ON_A_DISK [OPTION_OF_out_of_core.py...]
set -euo pipefail
[[ $# -ge 1 ]] || { echo "usage: bash run-scale.sh FOLDER_ON_A_DISK [OPTION...]" >&2; exit 2; }
source "$(dirname "${BASH_SOURCE[0]}")/python.sh"
python3 "$here/repository/benchmark/array_round_trip.py"
python3 "$here/repository/examples/python/out_of_core.py" --folder "$1" "${@:2}"
