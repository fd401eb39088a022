"""itk.cuda_image_filters_info(): what of CUDA the filters of this module find."""

import ctypes
import os
import re
from importlib import metadata

from itk.support import cuda_version

_LIBRARIES = re.compile(r"lib(cuda|cudart|cufft|nvrtc|nvJitLink)\.so")


def _newest_cuda_of_the_driver():
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return None
    version = ctypes.c_int()
    if driver.cuDriverGetVersion(ctypes.byref(version)) != 0:
        return None
    return f"{version.value // 1000}.{version.value % 1000 // 10}"


def _driver_version():
    try:
        with open("/sys/module/nvidia/version", encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return None


def _in_words(reason, newest_cuda):
    """The reason; where the driver is older than this module's CUDA, with both versions."""
    if "cudaErrorInsufficientDriver" not in reason:
        return reason
    if newest_cuda is None:
        return f"{reason}: there is no NVIDIA driver, or none that answers"
    return (
        f"{reason}: the NVIDIA driver is for CUDA {newest_cuda} and older, and this module needs one for CUDA "
        f"{cuda_version.CUDA} or later"
    )


def _loaded_libraries():
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as file:
        paths = {line.split(maxsplit=5)[5].strip() for line in file if ".so" in line}
    return sorted(path for path in paths if _LIBRARIES.match(os.path.basename(path)))


def cuda_image_filters_info():
    """Where the filters of this module run, and why; which CUDA libraries this process has loaded.

    Returns
    -------
    dict
        version : str or None
            Of this module's wheel; None where it was not installed as one.
        itk : str
        reason : str
            Why filters run on the CPU unless told otherwise; empty where they run on a GPU. Of a driver that is too old it
            says which CUDA the driver has, and which is needed.
        driver, cuda : str or None
            Version of the NVIDIA driver, and the newest CUDA that it serves; None where there is no driver.
        devices : list of dict
            Of each GPU that runs this module's kernels: name (str), memory and free_memory (int, bytes).
        cufft : str
            Why convolution sums large kernels directly instead of by cuFFT; empty where cuFFT was found.
        libraries : list of str
            Files of the CUDA driver, cuFFT and others that are loaded. CUDA's runtime is inside this module.
    """
    import itk

    runtime = itk.PyDeviceRuntime
    newest_cuda = _newest_cuda_of_the_driver()
    reason = _in_words(runtime._GetUnavailableReason(), newest_cuda)
    devices = []
    for number in range(itk.PyDLPack._GetNumberOfDevices()):
        free, total = runtime._GetMemoryInfo(number)
        devices.append({"name": runtime._GetDeviceName(number), "memory": total, "free_memory": free})
    if not reason and itk.PyDLPack._IsOffByEnvironment():
        reason = "ITK_CUDA_IMAGE_FILTERS=off is in the environment"
    try:
        version = metadata.version("itk-cudaimagefilters")
    except metadata.PackageNotFoundError:
        version = None
    return {
        "version": version,
        "itk": itk.Version.GetITKVersion(),
        "reason": reason,
        "driver": _driver_version(),
        "cuda": newest_cuda,
        "devices": devices,
        "cufft": runtime._GetFFTUnavailableReason(),
        "libraries": _loaded_libraries(),
    }
