"""Filters a volume larger than memory from one Zarr store to another by Dask, as fast as the disk allows:

    python out_of_core.py [--size 2048] [--chunk 256] [--folder FOLDER] [--workers N] [--threads N] [--keep]

Needs zarr 3 and dask[array]; several workers need dask[distributed], and have a GPU each. Both volumes are of int16
and not compressed: a size of 2048 takes 2 x 17 GB of disk. Of an array in memory, `da.from_array` makes chunks in place of
`da.from_zarr`, and `compute` the result in place of `da.store`. Times include the disk: files are written out and dropped from
the system's cache before the clock stops. Ends with status 1 if chunks make a difference.
"""

import argparse
import contextlib
import importlib.util
import logging
import os
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import dask
import dask.array as da
import numpy as np
import zarr

MEDIAN_RADIUS = 1
MEAN_RADIUS = 1
OVERLAP = MEDIAN_RADIUS + MEAN_RADIUS  # a Gaussian's radius would be (maximum_kernel_width - 1) / 2


def denoise(chunk):
    """Median, then mean: the chunk goes to the GPU once and comes back once."""
    import itk  # in the worker, whose GPU is chosen by then

    image = itk.device_image(chunk)
    image = itk.cuda_median_image_filter(image, radius=MEDIAN_RADIUS)
    return itk.array_view_from_image(itk.cuda_mean_image_filter(image, radius=MEAN_RADIUS))


def load_itk():
    """ITK loads its parts when they are first used, which threads must not do at once."""
    denoise(np.zeros((8, 8, 8), np.int16))


def phantom(block_info):
    """A chunk of spherical shells in noise."""
    begin, end = np.transpose(block_info[None]["array-location"])
    z, y, x = (np.arange(b, e, dtype=np.float32) for b, e in zip(begin, end))
    distance = np.sqrt(z[:, None, None] ** 2 + y[:, None] ** 2 + x**2)
    noise = np.random.default_rng(begin).integers(-100, 100, distance.shape, np.int16)
    return (300 * np.sin(distance / 12)).astype(np.int16) + noise


def create(path, shape, chunk):
    return zarr.create_array(path, shape=shape, chunks=(chunk,) * 3, dtype=np.int16, compressors=None)


def drop_from_cache(path):
    """Writes a file, or the files of a folder, to the disk, from where they are read next."""
    for file in [path] if path.is_file() else [p for p in path.rglob("*") if p.is_file()]:
        descriptor = os.open(file, os.O_RDWR)
        os.fsync(descriptor)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(descriptor)


def disk_speed(path, size, threads, block_size=1 << 25):
    """Bytes a second that the disk writes and reads: a plain file, in blocks, by as many threads as filter."""
    block = np.random.default_rng(1).bytes(block_size)
    shares = [range(thread * block_size, size, threads * block_size) for thread in range(threads)]
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT)

    def write(offsets):
        return sum(os.pwrite(descriptor, block, offset) for offset in offsets)

    def read(offsets):
        buffers = [bytearray(block_size)]  # the same again: fresh memory would be slower than many a disk
        return sum(os.preadv(descriptor, buffers, offset) for offset in offsets)

    speeds = []
    with ThreadPoolExecutor(threads) as pool:
        for access in (write, read):
            begin = time.perf_counter()
            transferred = sum(pool.map(access, shares))
            os.fsync(descriptor)
            speeds.append(transferred / (time.perf_counter() - begin))
            drop_from_cache(path)
    os.close(descriptor)
    path.unlink()
    return speeds


def count_gpus():
    import itk

    info = itk.cuda_image_filters_info()
    return 0 if info["reason"] else len(info["devices"])


def cluster_of(workers, threads):
    """Processes, with a GPU each where there are enough: by dask-cuda, or else, as it does, by CUDA_VISIBLE_DEVICES."""
    from distributed import LocalCluster, Nanny, Scheduler, SpecCluster

    options = {"n_workers": workers, "threads_per_worker": threads, "dashboard_address": None}
    if workers > count_gpus():
        return LocalCluster(**options)
    if importlib.util.find_spec("dask_cuda"):
        from dask_cuda import LocalCUDACluster

        return LocalCUDACluster(**options)
    visible = os.environ.get("CUDA_VISIBLE_DEVICES", ",".join(map(str, range(workers)))).split(",")
    common = {"host": "127.0.0.1", "silence_logs": logging.WARNING}
    processes = {
        name: {"cls": Nanny, "options": {"nthreads": threads, "env": {"CUDA_VISIBLE_DEVICES": visible[name]}, **common}}
        for name in range(workers)
    }
    scheduler = {"cls": Scheduler, "options": {"host": "127.0.0.1", "port": 0, "dashboard": False}}
    return SpecCluster(processes, scheduler, silence_logs=logging.WARNING)


@contextlib.contextmanager
def workers_of(workers, threads):
    """Where Dask computes meanwhile: threads of this process, or processes, with a GPU each where there are enough."""
    load_itk()
    if workers == 1:
        with dask.config.set(scheduler="threads", num_workers=threads):
            yield
        return
    from distributed import Client

    with cluster_of(workers, threads) as cluster, Client(cluster) as client:
        client.run(load_itk)
        yield


def count_differences(source, result, chunk, samples):
    """Filters random regions at once, each across eight chunks or at the volume's border: (voxels that differ, voxels)."""
    random = np.random.default_rng(1)
    different = compared = 0
    for _ in range(samples):
        corner = [min(n, chunk * random.integers(0, -(-n // chunk), endpoint=True)) for n in source.shape]
        region = [slice(max(0, c - chunk // 2), min(c + chunk // 2, n)) for c, n in zip(corner, source.shape)]
        wider = [slice(max(0, r.start - OVERLAP), min(r.stop + OVERLAP, n)) for r, n in zip(region, source.shape)]
        inner = tuple(slice(r.start - w.start, r.stop - w.start) for r, w in zip(region, wider))
        differs = denoise(source[tuple(wider)])[inner] != result[tuple(region)]
        different += np.count_nonzero(differs)
        compared += differs.size
    return different, compared


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=2048, help="of the volume, along each axis")
    parser.add_argument("--chunk", type=int, default=256, help="size of a chunk, without its overlap")
    parser.add_argument("--folder", type=Path, default=Path("."), help="on the disk that is to hold the volumes")
    parser.add_argument("--workers", type=int, help="processes: one for each GPU, if dask[distributed] is installed, else one")
    parser.add_argument("--threads", type=int, default=min(8, os.cpu_count()), help="of each worker")
    parser.add_argument("--samples", type=int, default=8, help="regions that are filtered at once, to compare")
    parser.add_argument("--keep", action="store_true", help="leave volume.zarr and denoised.zarr")
    options = parser.parse_args()
    if not options.workers:
        options.workers = max(1, count_gpus()) if importlib.util.find_spec("distributed") else 1
    if 0 < options.size % options.chunk < OVERLAP:
        parser.error(f"the last chunk, of {options.size % options.chunk}, is smaller than the overlap of {OVERLAP}")
    return options


def main():
    options = parse_arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    shape = (options.size,) * 3
    voxels = options.size**3
    size = 2 * voxels

    writing, reading = disk_speed(options.folder / "plain.bin", min(4 << 30, max(size, 1 << 25)), options.threads)
    print(f"the disk: writes {writing / 1e9:.2f} GB/s, reads {reading / 1e9:.2f} GB/s")

    paths = [options.folder / "volume.zarr", options.folder / "denoised.zarr"]
    for path in paths:
        shutil.rmtree(path, ignore_errors=True)
    source, result = (create(path, shape, options.chunk) for path in paths)
    with workers_of(options.workers, options.threads):
        begin = time.perf_counter()
        chunks = da.from_zarr(source)
        types = {"dtype": np.int16, "meta": np.int16([[[]]])}
        da.store(da.map_blocks(phantom, chunks=chunks.chunks, **types), source, lock=False)
        drop_from_cache(paths[0])
        seconds = time.perf_counter() - begin
        print(f"{chunks.npartitions} chunks of {options.chunk} cubed, {size / 1e9:.1f} GB, made in {seconds:.1f} s")

        begin = time.perf_counter()
        # At the volume's own border the filters' conditions hold, so nothing is put around it.
        filtered = da.map_overlap(denoise, chunks, depth=OVERLAP, boundary="none", **types)
        da.store(filtered, result, lock=False)
        drop_from_cache(paths[1])
        seconds = time.perf_counter() - begin
    gpus = min(count_gpus(), options.workers)
    print(
        f"filtered by {options.workers} x {options.threads} threads on {f'{gpus} GPU' if gpus else 'the CPU'} in {seconds:.1f} s: "
        f"{voxels / seconds / 1e6:.1f} million voxels/s, {2 * size / seconds / 1e9:.2f} GB/s read and written; "
        f"the disk alone takes {size / reading + size / writing:.1f} s"
    )

    different, compared = count_differences(source, result, options.chunk, options.samples)
    print(f"{options.samples} regions filtered at once: {different} of {compared} voxels differ")
    if not options.keep:
        for path in paths:
            shutil.rmtree(path)
    return int(different != 0)


if __name__ == "__main__":
    raise SystemExit(main())
