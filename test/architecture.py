#!/usr/bin/env python3
#  Copyright The CudaImageFilters Contributors
#
#  Licensed under the Apache License, Version 2.0 (the "License");
#  you may not use this file except in compliance with the License.
#  You may obtain a copy of the License at
#
#         https://www.apache.org/licenses/LICENSE-2.0.txt
#
#  Unless required by applicable law or agreed to in writing, software
#  distributed under the License is distributed on an "AS IS" BASIS,
#  WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
#  See the License for the specific language governing permissions and
#  limitations under the License.
"""Checks who includes whom: architecture.py [root of the repository]

- A room, src/<Algorithm>, includes its own files, Kernels, Device and public headers; of those of filters the Launch
  headers alone, unless it is Factory, which is about all filters. Kernels includes Kernels and Device, and Device itself.
- What nvcc compiles, a .cu with all that it includes, has no header of ITK.
- A public header, in include/, includes with all that it includes none of CUDA and none in src/.

Prints every include that breaks a rule; the exit status is 1 where there is any."""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^">]+)[">]', re.MULTILINE)
CUDA = re.compile(r"(cuda|cufft|cub/|thrust/|cooperative_groups|device_launch_parameters|math_constants|.*\.cuh$)")
SHARED = {"Kernels": {"Kernels", "Device"}, "Device": {"Device"}}
GENERATED = {"itkCudaImageFiltersConfigure.h", "CudaImageFiltersExport.h"}


class Tree:
    def __init__(self, root):
        self.public = root / "include"
        self.source = root / "src"
        self._includes = {}

    def name(self, file):
        return file.relative_to(self.public.parent).as_posix()

    def room(self, file):
        """The folder of src that a file is in; None for those in include and in src itself."""
        parts = file.relative_to(self.public.parent).parts
        return parts[1] if parts[0] == "src" and len(parts) > 2 else None

    def includes(self, file):
        """Pairs of what stands in the directive and the project's file that it means, or None."""
        if file not in self._includes:
            found = INCLUDE.findall(file.read_text())
            self._includes[file] = [(target, self._resolve(file, quote, target)) for quote, target in found]
        return self._includes[file]

    def _resolve(self, file, quote, target):
        folders = [file.parent] if quote == '"' else []
        for folder in folders + [self.source, self.public]:
            candidate = (folder / target).resolve()
            if candidate.is_file():
                return candidate
        return None

    def closure(self, file):
        """(file, target, resolved) for all includes of a file and of the project's files that it reaches."""
        seen = {file}
        ahead = [file]
        while ahead:
            current = ahead.pop()
            for target, resolved in self.includes(current):
                yield current, target, resolved
                if resolved is not None and resolved not in seen:
                    seen.add(resolved)
                    ahead.append(resolved)


def check_rooms(tree):
    for file in sorted(tree.source.rglob("*")):
        room = tree.room(file)
        if room is None or not file.is_file():
            continue
        allowed = SHARED.get(room, {room, "Kernels", "Device"})
        for target, resolved in tree.includes(file):
            if resolved is None:
                continue
            other = tree.room(resolved)
            if other is not None and other not in allowed:
                yield f"{tree.name(file)} includes {target}, of another room"
            if other is None and room != "Factory" and re.fullmatch(r"itkCuda(?!.*(Launch|Enums)\.h$).*", resolved.name):
                yield f"{tree.name(file)} includes {target}, which is no Launch header"


def check_device_code(tree):
    for file in sorted(tree.source.rglob("*.cu")):
        for current, target, resolved in tree.closure(file):
            if resolved is None and re.match(r"(itk|vnl)", target) and target not in GENERATED:
                yield f"{tree.name(file)} reaches {target}, of ITK, through {tree.name(current)}"


def check_public_headers(tree):
    for file in sorted(tree.public.iterdir()):
        for current, target, resolved in tree.closure(file):
            if resolved is None and CUDA.match(target):
                yield f"{tree.name(file)} reaches {target}, of CUDA, through {tree.name(current)}"
            if resolved is not None and resolved.parent != tree.public:
                yield f"{tree.name(file)} reaches {target}, which is not public, through {tree.name(current)}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    tree = Tree(root)
    failures = sorted({line for check in (check_rooms, check_device_code, check_public_headers) for line in check(tree)})
    print("\n".join(failures) or "Every include keeps the rules.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
