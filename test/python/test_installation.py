"""What itk.cuda_image_filters_info() tells, and with which versions of ITK the module can be used."""

import os
import re
import subprocess
import sys

import itk
import numpy as np
import pytest
from conftest import HAS_DEVICE


def test_info():
    info = itk.cuda_image_filters_info()
    assert info["itk"] == itk.Version.GetITKVersion()
    assert (info["reason"] == "") == HAS_DEVICE == bool(info["devices"])
    for device in info["devices"]:
        assert device["name"] and 0 < device["free_memory"] <= device["memory"]
    if HAS_DEVICE:
        assert re.fullmatch(r"\d+\.\d+", info["cuda"]) and any("libcuda.so" in path for path in info["libraries"])
        assert (info["cufft"] == "") == any("libcufft.so" in path for path in info["libraries"])
    assert "why" in itk.cuda_image_filters_info.__doc__


def test_info_where_the_user_wants_the_cpu():
    program = "import itk; print(itk.cuda_image_filters_info()['reason'])"
    environment = {**os.environ, "ITK_CUDA_IMAGE_FILTERS": "off", "PATH": ""}
    if not HAS_DEVICE:
        pytest.skip("no CUDA device")
    told = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert told.stdout == "ITK_CUDA_IMAGE_FILTERS=off is in the environment\n"


@pytest.mark.parametrize(
    "newest_cuda, words",
    [
        ("12.4", "the NVIDIA driver is for CUDA 12.4 and older, and this module needs one for CUDA 13.0 or later"),
        (None, "there is no NVIDIA driver, or none that answers"),
    ],
)
def test_info_of_a_driver_that_is_too_old(monkeypatch, newest_cuda, words):
    from itk.support import cuda_info, cuda_version

    reason = "no CUDA device works (cudaErrorInsufficientDriver)"
    monkeypatch.setattr(itk.PyDeviceRuntime, "_GetUnavailableReason", lambda: reason)
    monkeypatch.setattr(cuda_info, "_newest_cuda_of_the_driver", lambda: newest_cuda)
    monkeypatch.setattr(cuda_version, "CUDA", "13.0")
    info = itk.cuda_image_filters_info()
    assert info["reason"] == f"{reason}: {words}" and info["cuda"] == newest_cuda


@pytest.mark.skipif(not HAS_DEVICE, reason="no CUDA device")
def test_the_cuda_that_is_needed():
    from itk.support import cuda_version

    needed = tuple(map(int, cuda_version.CUDA.split(".")))
    assert (12, 0) <= needed <= tuple(map(int, itk.cuda_image_filters_info()["cuda"].split(".")))


def test_another_series_of_itk_is_an_import_error():
    from itk.support import cuda_version

    cuda_version.check(f"{cuda_version.SERIES}.99")
    for other in ("5.3.0", "6.0.1", f"{cuda_version.SERIES}9.0"):
        with pytest.raises(ImportError, match=f"was built for ITK {cuda_version.SERIES}, and this is ITK {other}: pip"):
            cuda_version.check(other)


def test_numpy_gets_the_pixels_without_a_copy_beside_any_itk():
    image = itk.device_image_from_array(np.zeros((3, 4), np.float32))
    for array in (image.__array__(), image.__array__(copy=False), image.__array__(np.float32, copy=False)):
        assert np.shares_memory(array, itk.array_view_from_image(image))
    assert not np.shares_memory(image.__array__(copy=True), itk.array_view_from_image(image))
    assert image.__array__(np.float64).dtype == np.float64
    with pytest.raises(ValueError, match="copy=False forbids to convert float32 to float64"):
        image.__array__(np.float64, copy=False)
