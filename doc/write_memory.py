"""Writes Memory.md from test/data/memory.json, which the test EveryFilterMemory.IsAsMuchAsIsDocumented compares with what it measures,
and writes where CUDAIMAGEFILTERS_MEMORY names the file.

write_memory.py            writes it
write_memory.py --check    fails if it is not what would be written
"""

import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
HEAD = """# The memory that filters need

## On the host

The host memory of a `DeviceImage` of 1 MiB or more is a block of huge pages, which a pool of the process keeps for the next image
when the image goes: fresh pages of 4 kB are filled with 1.6 GB/s by a thread, and what the pool has is there at once. A block
that was transferred is pinned when it comes back, or at its second transfer: from then on the GPU copies it at the speed of the
bus, where staging takes eight threads for two thirds of it. Pinning takes a second for 20 to 40 GB of huge pages, and for 2 GB of
pages of 4 kB, on a thread of the pool's own; what is pinned already is used meanwhile, and a program that ends after its first
result pins nothing before that.

The first chain of a process pays once for what the driver sets up. On an H200 with 16 host threads a 512³ volume of int16 takes
24 to 39 ms, as the host is (49 ms on one that gave the bus less, too), from host memory through five filters to host memory, and
11 ms from the second time on: 3 ms go to ITK's pool of threads, 2 to 3 to a block of eight pinned buffers of 2 MiB, and most of
the rest to staging and to fresh pages of the result. The filters'
kernels, 10 ms of loading, are loaded beside the upload by a thread of its own (and with `CUDA_MODULE_LOADING=EAGER` while the
context is created), as far as filters know theirs before their inputs are there: pointwise filters, stencils, medians and means.
The context itself is made when the devices are counted, in 0.2 s, of which 8 to 10 ms are its pool of memory.

| to | C++ | environment |
|---|---|---|
| limit what is idle, and what is pinned; by default a quarter of the machine's memory, at most 4 GiB | `itk::device::HostMemory::SetLimit(bytes)` | `ITK_CUDA_IMAGE_FILTERS_HOST_POOL=bytes` |
| switch it off: images have ITK's own memory, and nothing is pinned | `SetLimit(0)` | `ITK_CUDA_IMAGE_FILTERS_HOST_POOL=off` |
| give back what is idle | `Trim()` | |
| see the bytes in use, idle and pinned | `GetUse()` | |

A block is a multiple of 2 MiB, and may be larger by a quarter than the image. After `fork()` the child's images have ITK's own
memory, and buffers of transfers are the parent's alone. A parent's images go on in pinned pages that stay its own from Linux 5.9
on; before, a page that it writes after a `fork()` may be another than the one that the GPU reads: there, fork before the first
transfer. Memory that is taken from a container by `ContainerManageMemoryOff()` is the pool's for good: it must not be deleted.
A `cudaMemcpyAsync()` of your own, to or from pixels that happen to be pinned, returns before it has copied: wait for its stream.

Plain images of 16 MiB and more go in strips through filters of neighbourhoods: Median, Mean (of integers), DiscreteGaussian,
SeparableConvolution, Derivative, GradientMagnitude, Laplacian, SobelEdgeDetection, ZeroCrossing, VotingBinary and the erosions and
dilations, unless `SetStream()` was called. Up to 16 threads, each with a stream of its own, stage, compute and
fetch a strip each of 2 MiB, so that both ways of the bus and the kernels work at once; the GPU holds a few strips
and never the image, which may be larger than its memory. The first such image of a process pins up to 64 buffers of 2 MiB, as one
block, in 6 to 8 ms on the host of an H200, half of them for its pages, which threads fill at once. Windows higher than a
thirty-second of the image take it as a whole.

## On the device

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
