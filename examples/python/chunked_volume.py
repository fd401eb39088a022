"""Filters a volume in chunks by Dask, and compares with the volume filtered at once.

    python chunked_volume.py [--size 192] [--chunk 64] [--workers 1]

Each worker is a process with a GPU of its own, the one of its number, or runs on the CPU if there is none. Dask pulls the
chunks through them, so a volume may be larger than a GPU's memory, or, read by Dask from files, than the host's. On several
machines the same function runs on a dask.distributed cluster with one worker a GPU.
"""

import argparse
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

import dask
import dask.array as da
import numpy as np

MEDIAN_RADIUS = 1
VARIANCE = 2.0
GAUSSIAN_RADIUS = 8  # a wider kernel is cut there: MaximumKernelWidth is 2 * 8 + 1
GRADIENT_RADIUS = 1
OVERLAP = MEDIAN_RADIUS + GAUSSIAN_RADIUS + GRADIENT_RADIUS


def steepness(volume):
    """How steep a noisy volume is: median, Gaussian, length of the gradient, which stay on the GPU in between."""
    import itk  # in the worker, after it has chosen its GPU

    image = itk.device_image_from_array(volume)
    image = itk.cuda_median_image_filter(image, radius=MEDIAN_RADIUS)
    image = itk.cuda_discrete_gaussian_image_filter(
        image, variance=VARIANCE, maximum_error=1e-4, maximum_kernel_width=2 * GAUSSIAN_RADIUS + 1
    )
    image = itk.cuda_gradient_magnitude_image_filter(image)
    return itk.array_from_image(image)


def choose_gpu(numbers):
    """A worker's first act: it sees one GPU alone."""
    os.environ["CUDA_VISIBLE_DEVICES"] = str(numbers.get())


def make_volume(size):
    """Two overlapping balls in Gaussian noise."""
    z, y, x = np.ogrid[:size, :size, :size]
    volume = np.random.default_rng(1).normal(100, 20, (size, size, size))
    for center, level in (0.4, 60), (0.6, 90):
        ball = sum((axis - center * size) ** 2 for axis in (z, y, x)) < (0.25 * size) ** 2
        volume[ball] += level
    return volume.astype(np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=192, help="of the volume, along each axis")
    parser.add_argument("--chunk", type=int, default=64, help="size of a chunk, without its overlap")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()

    volume = make_volume(options.size)
    chunks = da.from_array(volume, chunks=options.chunk)
    # At the volume's own border the filters' conditions hold, so nothing is put around it.
    filtered = da.map_overlap(steepness, chunks, depth=OVERLAP, boundary="none", dtype=np.float32, meta=np.float32([[[]]]))

    context = multiprocessing.get_context("spawn")
    numbers = context.Queue()
    for number in range(options.workers):
        numbers.put(number)
    with ProcessPoolExecutor(options.workers, context, choose_gpu, (numbers,)) as workers:
        with dask.config.set(scheduler="processes", pool=workers):
            result = filtered.compute()
        whole = workers.submit(steepness, volume).result()

    different = np.count_nonzero(result != whole)
    print(f"{chunks.npartitions} chunks of {options.chunk} cubed, overlap {OVERLAP}: {different} voxels differ from the whole")
    return int(different != 0)


if __name__ == "__main__":
    raise SystemExit(main())
