"""Fails unless a wheel is whole: check.py WHEEL

It holds the extension and the licences, has the tag of ITK's wheels, is small enough, and carries no library of its
own beside the extension.
"""

import re
import sys
import zipfile
from pathlib import Path

TAG = "cp311-abi3-manylinux_2_28_x86_64"
MEGABYTES = 60
FILES = (
    r"itk/_CudaImageFiltersPython\.abi3\.so",
    r"itk/CudaImageFiltersPython\.py",
    r"itk/Configuration/CudaImageFiltersConfig\.py",
    r"itk/Configuration/CudaImageFilters_snake_case\.py",
    r"itk/Configuration/DeviceArraysConfig\.py",
    r"itk/support/device_arrays\.py",
    *(rf"itk-stubs/{name}" for name in (r"__init__\.pyi", r"_cuda_image_filters\.pyi", r"py\.typed")),
    *(rf"[^/]*\.dist-info/licenses/{name}(\.txt)?" for name in ("LICENSE", "ITK", "VNL", "CUDA")),
)


def main():
    path = Path(sys.argv[1])
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        record = next(wheel.read(name).decode() for name in names if name.endswith(".dist-info/RECORD"))
    recorded = {line.partition(",")[0] for line in record.splitlines()}
    problems = [f"no {pattern}" for pattern in FILES if not any(re.fullmatch(pattern, name) for name in names)]
    problems += [f"its RECORD has no {name}" for name in names if not name.endswith("/") and name not in recorded]
    if TAG not in path.name:
        problems.append(f"its tag is not {TAG}")
    megabytes = path.stat().st_size / 1e6
    if megabytes > MEGABYTES:
        problems.append(f"{megabytes:.0f} MB are more than {MEGABYTES}")
    carried = [name for name in names if ".libs/" in name]
    if carried:
        problems.append(f"it carries {', '.join(carried)}")
    if problems:
        raise SystemExit(f"{path}: " + "; ".join(problems))
    print(f"{path.name}: {megabytes:.1f} MB, {len(names)} files")


main()
