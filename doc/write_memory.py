"""Writes Memory.md from test/data/memory.json, which the test EveryFilterMemory.IsAsMuchAsIsDocumented compares with what it measures,
and writes where CUDAIMAGEFILTERS_MEMORY names the file.

write_memory.py            writes it
write_memory.py --check    fails if it is not what would be written
"""

import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
HEAD = """# The device memory that filters need

Bytes of device memory that `Update()` has at its peak beside the images that it reads and writes, per pixel of the first
input, and gives back when it ends: of images of 1000 × 1002, or 112 × 114 × 116, pixels, with the first of the types and the
parameters of filters.json. doc/write_memory.py wrote this from test/data/memory.json, which a test compares to 5 %. Beside them
each filter needs its inputs and its outputs; one that runs in place, its inputs alone. `itk::device::Runtime::GetMemoryUse()`
has what a process uses, and `TrimPool()` gives back what it does not.

| filter | types | bytes per pixel |
|---|---|---|
"""


def describe(bytes_per_pixel):
    return "not measured yet" if bytes_per_pixel is None else f"{bytes_per_pixel:g}"


def write():
    table = json.loads((FOLDER.parent / "filters.json").read_text())
    memory = json.loads((FOLDER.parent / "test" / "data" / "memory.json").read_text())
    lines = []
    for entry in table["filters"]:
        types = entry.get("types", table["kinds"].get(entry.get("kind"), {}).get("types"))
        first = table["types"][types[0]]["types"][0] if types[0] in table["types"] else types[0]
        lines.append(f"| Cuda{entry['name']}ImageFilter | {first.replace(' ', ', ')} | {describe(memory.get(entry['name']))} |\n")
    return HEAD + "".join(lines)


def main():
    path = FOLDER / "Memory.md"
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if path.read_text() == write() else "doc/Memory.md is not what doc/write_memory.py writes.")
    path.write_text(write())


if __name__ == "__main__":
    main()
