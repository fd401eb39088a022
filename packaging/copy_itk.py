"""Copies what the Python tests need of a wrapped ITK, and the libraries beneath: copy_itk.py PYTHON_FOLDER TARGET"""

import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

ROOTS = ("CudaImageFilters", "DeviceArrays", "ITKBridgeNumPy", "ITKImageNoise", "ITKIOMeta", "ITKIOPNG", "ITKPyUtils")
OF_THE_MACHINE = re.compile(r"(libc|libm|libdl|librt|libpthread|ld-linux.*)\.so")


def modules_beneath(configuration):
    needed = []
    wanted = list(ROOTS)
    while wanted:
        module = wanted.pop()
        if module not in needed:
            needed.append(module)
            wanted += runpy.run_path(str(configuration / f"{module}Config.py"))["depends"]
    return needed


def libraries_beneath(path):
    listed = subprocess.run(["ldd", path], check=True, capture_output=True, text=True).stdout
    found = re.findall(r"=> (/\S+)", listed)
    return {Path(library) for library in found if not OF_THE_MACHINE.match(Path(library).name)}


def main():
    source, target = map(Path, sys.argv[1:])
    package = target / "itk"
    (package / "Configuration").mkdir(parents=True)
    (target / "lib").mkdir()
    shutil.copy(source / "itkConfig.py", target)
    shutil.copytree(source / "itk" / "support", package / "support", ignore=shutil.ignore_patterns("__pycache__"))
    (package / "Configuration" / "__init__.py").touch()
    # The classes of all submodules: without their library they are but text.
    for path in (source / "itk").glob("*.py"):
        shutil.copy(path, package)
    libraries = set()
    for module in modules_beneath(source / "itk" / "Configuration"):
        for path in (source / "itk" / "Configuration").glob(f"{module}[C_]*.py"):
            shutil.copy(path, package / "Configuration")
        extension = source / "itk" / f"_{module}Python.abi3.so"
        if extension.exists():
            shutil.copy(extension, package)
            libraries |= libraries_beneath(extension)
    for library in libraries:
        shutil.copy(library, target / "lib")
    for path in [*package.glob("*.so"), *(target / "lib").iterdir()]:
        subprocess.run(["strip", "--strip-unneeded", path], check=True)


main()
