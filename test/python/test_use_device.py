"""Where a filter runs can be chosen, by name or by the enumeration."""

import json
import pathlib
import re

import itk
import numpy as np
import pytest
from conftest import HAS_DEVICE, random_array

FILTERS = [f["name"] for f in json.loads((pathlib.Path(__file__).parents[2] / "filters.json").read_text())["filters"]]
NAMES = ("Auto", "Always", "Never")
ENUMERATION = tuple(getattr(itk.DeviceImageFilterEnums, f"UseDevice_{name}") for name in NAMES)


@pytest.mark.parametrize("values", [NAMES, ENUMERATION], ids=["names", "enumeration"])
def test_where_a_function_runs(values):
    auto, always, never = values
    image = itk.device_image_from_array(random_array((50, 60)))
    on_cpu = itk.cuda_median_image_filter(image, radius=1, use_device=never)
    assert on_cpu.GetDevice() == -1
    chosen = itk.cuda_median_image_filter(image, radius=1, use_device=auto)
    assert chosen.GetDevice() == (0 if HAS_DEVICE else -1)
    np.testing.assert_array_equal(np.asarray(chosen), np.asarray(on_cpu))
    if HAS_DEVICE:
        on_device = itk.cuda_median_image_filter(image, radius=1, use_device=always)
        np.testing.assert_array_equal(np.asarray(on_device), np.asarray(on_cpu))


@pytest.mark.skipif(HAS_DEVICE, reason="there is a CUDA device")
@pytest.mark.parametrize("always", ["Always", ENUMERATION[1]], ids=repr)
def test_always_without_a_device_says_why(always):
    reason = itk.PyDeviceRuntime._GetUnavailableReason()
    with pytest.raises(RuntimeError, match=f"UseDevice is Always, but {re.escape(reason)}"):
        itk.cuda_median_image_filter(random_array((50, 60)), radius=1, use_device=always)


@pytest.mark.parametrize("name", FILTERS)
def test_every_filter_takes_names(name):
    process = next(iter(getattr(itk, f"Cuda{name}ImageFilter").values())).New()
    for use_device, value in zip(NAMES, ENUMERATION):
        process.SetUseDevice(use_device)
        assert process.GetUseDevice() == value


@pytest.mark.parametrize("wrong", ["auto", "GPU", "", 3, -1, 1 << 70, True, None], ids=repr)
def test_other_values_are_refused(wrong):
    array = random_array((50, 60))
    process = itk.CudaMedianImageFilter.New(itk.device_image_from_array(array))
    reason = re.escape(f"use_device is {wrong!r}: it has to be 'Auto', 'Always' or 'Never'")
    with pytest.raises(ValueError, match=reason):
        process.SetUseDevice(wrong)
    assert process.GetUseDevice() == itk.DeviceImageFilterEnums.UseDevice_Auto
    with pytest.raises(ValueError, match=reason):
        itk.cuda_median_image_filter(array, radius=1, use_device=wrong)
