"""Pictures and helpers of the tests. They run wherever the wrapped module can be imported, with a GPU or without."""

import os

import itk
import numpy as np
import pytest

HAS_DEVICE = itk.PyDLPack._GetNumberOfDevices() > 0 and not itk.PyDLPack._IsOffByEnvironment()


def random_array(shape, dtype=np.float32, seed=1):
    return (np.random.default_rng(seed).random(shape) * 255).astype(dtype)


def geometry(image):
    return (
        tuple(image.GetSpacing()),
        tuple(image.GetOrigin()),
        itk.array_from_matrix(image.GetDirection()).tolist(),
    )


def current_device(array):
    """The same pixels on the GPU, as another library's array, where there is one."""
    cupy = pytest.importorskip("cupy")
    if not HAS_DEVICE:
        pytest.skip("no CUDA device")
    return cupy.asarray(array)


def resident_memory():
    """Bytes of this process in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
