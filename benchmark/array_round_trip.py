"""Times NumPy in, 3 x 3 x 3 median, NumPy out, and each of its steps: python array_round_trip.py [--size 256] [--calls 30]

The first call is that on an array of this size, of a process whose CUDA context and ITK modules a small array has loaded. Medians
of the later calls, in milliseconds. The steps wait for the device each, which the call as a whole need not.
"""

import argparse
import ctypes
import time
from pathlib import Path
from statistics import median

import itk
import numpy as np

RADIUS = 1


def wait_for_device():
    if itk.PyDLPack._GetNumberOfDevices() > 0:
        stream = ctypes.c_void_p(itk.PyDLPack._GetStreamOfThisThread(itk.PyDLPack._GetCurrentDevice()))
        status = ctypes.CDLL("libcuda.so.1").cuStreamSynchronize(stream)
        assert status == 0, f"cuStreamSynchronize: CUDA error {status}"


def call(array):
    return itk.cuda_median_image_filter(array, radius=RADIUS)


def steps(array):
    """Milliseconds of each step of a call."""
    times = {}
    begin = time.perf_counter()

    def end(step):
        nonlocal begin
        wait_for_device()
        now = time.perf_counter()
        times[step], begin = 1e3 * (now - begin), now

    image = itk.device_image(array)
    end("borrow the array")
    if itk.PyDLPack._GetNumberOfDevices() > 0:
        itk.PyDeviceImage[type(image)]._GetDeviceAddress(image, itk.PyDLPack._GetCurrentDevice())
    end("upload")
    process = itk.CudaMedianImageFilter.New(image, radius=RADIUS)
    end("make the filter")
    process.Update()
    end("kernel, with its memory")
    result = itk.array_view_from_image(process.GetOutput())
    end("download, into fresh pages")
    del result, process, image
    end("give the memory back")
    return times


def of_the_host(array):
    """What NumPy takes to copy as many bytes on one core, for comparison."""
    copy = array.copy()
    begin = time.perf_counter()
    np.copyto(copy, array)
    copied = time.perf_counter()
    fresh = array.copy()
    times = {"copy to warm memory, one core": copied - begin, "copy to fresh memory, one core": time.perf_counter() - copied}
    del fresh
    return {name: 1e3 * seconds for name, seconds in times.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=256, help="of the volume, along each axis")
    parser.add_argument("--calls", type=int, default=30)
    options = parser.parse_args()

    array = np.random.default_rng(1).integers(-1000, 1000, (options.size,) * 3, np.int16)
    info = itk.cuda_image_filters_info()
    print(f"int16 {options.size} cubed, {array.nbytes / 1e6:.1f} MB: {info['reason'] or info['devices'][0]['name']}")
    pages = Path("/sys/kernel/mm/transparent_hugepage/enabled")
    print("transparent huge pages:", pages.read_text(encoding="ascii").strip() if pages.exists() else "none")
    call(np.zeros((8, 8, 8), np.int16))

    calls = []
    for _ in range(options.calls + 1):
        begin = time.perf_counter()
        result = call(array)  # the one before goes meanwhile
        calls.append(1e3 * (time.perf_counter() - begin))
    print(f"first call {calls[0]:.2f} ms, later ones {median(calls[1:]):.2f} ms, {min(calls[1:]):.2f} at best")
    del result

    for measure in (steps, of_the_host):
        rounds = [measure(array) for _ in range(options.calls)]
        for name in rounds[0]:
            print(f"{name:>32} {median(each[name] for each in rounds):8.2f} ms")


if __name__ == "__main__":
    main()
