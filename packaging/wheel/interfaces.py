"""Prints the submodules of ITK's wrapping whose interfaces a module needs: interfaces.py ITK_SOURCE MODULE_SOURCE

They are those of the ITK classes that its headers include, and those that these include in turn: bases, and types of
parameters. What a program hands over, such as a transform, need not be among them: its base is.
"""

import re
import sys
from pathlib import Path

# Without a class that the search by headers could find, or found in another header.
ALWAYS = """ITKCommonBase itkImageKernelOperator itkPhasedArray3DSpecialCoordinatesImage itkPyBuffer itkRGBAPixel stdcomplex
vnl_matrix vnl_matrix_fixed vnl_vector vnl_vector_ref"""


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


def name_and_dependencies(path):
    name, *words = re.search(r"itk_module\(([^)]*)\)", re.sub(r"#.*", "", read(path))).group(1).split()
    key = None
    dependencies = []
    for word in words:
        if word.isupper() and not word.startswith("ITK"):
            key = word
        elif key in ("COMPILE_DEPENDS", "DEPENDS", "PRIVATE_DEPENDS"):
            dependencies.append(word)
    return name, dependencies


def closure(names, neighbors):
    found = set()
    wanted = list(names)
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            wanted += neighbors(name)
    return found


def main():
    itk, source = map(Path, sys.argv[1:])
    folders = {}
    dependencies_of = {}
    for path in itk.glob("Modules/*/*/itk-module.cmake"):
        name, dependencies_of[name] = name_and_dependencies(path)
        folders[name] = path.parent
    _, direct = name_and_dependencies(source / "itk-module.cmake")
    depended_on = closure(direct, lambda name: dependencies_of.get(name, []))

    headers = {}
    submodules_of = {}
    for folder in (folders[name] for name in depended_on & folders.keys()):
        here = {path.name: path for path in (folder / "include").glob("itk*.h")}
        headers |= here
        for path in (folder / "wrapping").glob("*.wrap"):
            for wrapped in re.findall(r'itk_wrap_(?:simple_)?class\(\s*"itk::(?:\w+::)*(\w+)', read(path)):
                if f"itk{wrapped}.h" in here:
                    submodules_of.setdefault(f"itk{wrapped}.h", set()).add(path.stem)

    def included_by(path):
        return re.findall(r'#\s*include\s+"(itk\w+\.h)"', read(path))

    own = [path for pattern in ("include/*.h*", "wrapping/include/*.h*") for path in source.glob(pattern)]
    first = [header for path in own for header in included_by(path)]
    found = closure(first, lambda header: included_by(headers[header]) if header in headers else [])
    print(";".join(sorted({*ALWAYS.split()}.union(*(submodules_of.get(header, ()) for header in found)))))


main()
