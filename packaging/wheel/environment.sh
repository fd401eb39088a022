#!/usr/bin/env bash
# Makes a new environment with a wheel, PyPI's itk and what the tests use: environment.sh FOLDER WHEEL
# ITK_VERSION=5.4.0 chooses another ITK than the newest that the wheel takes; PYTHON another interpreter.
set -euo pipefail
"${PYTHON:-python3}" -m venv --clear "$1"
"$1/bin/pip" install -q --disable-pip-version-check --no-compile "$2" "itk==${ITK_VERSION:-5.4.*}" pytest \
  'dask[array,distributed]' ipykernel matplotlib mypy nbclient tqdm zarr
"$1/bin/pip" check --disable-pip-version-check
# Of ITK's thousand modules once: each process that may keep no bytecode would compile those it loads.
"$1/bin/python" -m compileall -q -j 0 "$1"/lib/python3.*/site-packages/itk
