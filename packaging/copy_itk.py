"""Copies what the Python tests need of the module and of PyPI's itk: copy_itk.py SITE_PACKAGES TARGET"""

import runpy
import shutil
import sys
from pathlib import Path

ROOTS = ("CudaImageFilters", "DeviceArrays", "ITKBridgeNumPy", "ITKImageNoise", "ITKIOMeta", "ITKIONIFTI", "ITKIOPNG", "ITKPyUtils")


def modules_beneath(configuration):
    needed = []
    wanted = list(ROOTS)
    while wanted:
        module = wanted.pop()
        if module not in needed:
            needed.append(module)
            wanted += runpy.run_path(str(configuration / f"{module}Config.py"))["depends"]
    return needed


def main():
    source, target = map(Path, sys.argv[1:])
    package = target / "itk"
    (package / "Configuration").mkdir(parents=True)
    shutil.copy(source / "itkConfig.py", target)
    shutil.copytree(source / "itk_core.libs", target / "itk_core.libs")
    shutil.copytree(source / "itk" / "support", package / "support", ignore=shutil.ignore_patterns("__pycache__"))
    # The classes of all submodules: without their library they are but text.
    for path in (source / "itk").glob("*.py"):
        shutil.copy(path, package)
    for module in modules_beneath(source / "itk" / "Configuration"):
        for path in (source / "itk" / "Configuration").glob(f"{module}[C_]*.py"):
            shutil.copy(path, package / "Configuration")
        extension = source / "itk" / f"_{module}Python.abi3.so"
        if extension.exists():
            shutil.copy(extension, package)


main()
