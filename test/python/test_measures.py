"""Filters whose results are no images, against their CPU counterparts."""

import itk
import numpy as np
import pytest
from conftest import HAS_DEVICE, random_array

TYPES = pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint16, np.float32])
SHAPES = pytest.mark.parametrize("shape", [(41, 52), (11, 22, 33)], ids=["2D", "3D"])
KINDS = pytest.mark.parametrize("make_image", [itk.image_from_array, itk.device_image_from_array], ids=["plain", "device"])


def values(shape, dtype):
    array = random_array(shape)
    return (array if np.dtype(dtype).kind == "u" else array - 100).astype(dtype)


@TYPES
@SHAPES
@KINDS
def test_statistics(shape, dtype, make_image):
    array = values(shape, dtype)
    measured = itk.cuda_statistics_image_filter(make_image(array))
    expected = itk.StatisticsImageFilter.New(itk.image_from_array(array))
    expected.Update()
    assert measured.GetRanOnDevice() == HAS_DEVICE
    assert (measured.GetMinimum(), measured.GetMaximum()) == (array.min(), array.max())
    for name in ("Mean", "Sigma", "Variance", "Sum", "SumOfSquares"):
        assert getattr(measured, f"Get{name}")() == pytest.approx(getattr(expected, f"Get{name}")(), rel=1e-9)


@TYPES
@SHAPES
@KINDS
def test_minimum_maximum(shape, dtype, make_image):
    array = values(shape, dtype)
    measured = itk.cuda_minimum_maximum_image_filter(make_image(array))
    assert measured.GetRanOnDevice() == HAS_DEVICE
    assert (measured.GetMinimum(), measured.GetMaximum()) == (array.min(), array.max())


@TYPES
@SHAPES
def test_minimum_maximum_calculator(shape, dtype):
    array = values(shape, dtype)
    image = itk.device_image_from_array(array)
    calculator = itk.CudaMinimumMaximumImageCalculator[type(image)].New()
    calculator.SetImage(image)
    calculator.Compute()
    assert calculator.GetRanOnDevice() == HAS_DEVICE
    assert (calculator.GetMinimum(), calculator.GetMaximum()) == (array.min(), array.max())
    assert array[tuple(calculator.GetIndexOfMaximum())[::-1]] == array.max()
    assert array[tuple(calculator.GetIndexOfMinimum())[::-1]] == array.min()


@TYPES
@SHAPES
@pytest.mark.parametrize("label_type", [np.uint8, np.uint16])
@KINDS
def test_label_statistics(shape, dtype, label_type, make_image):
    array = values(shape, dtype)
    labels = (random_array(shape, np.uint8, seed=2) // 32 * 31).astype(label_type)
    image, label_image = make_image(array), make_image(labels)
    types = (type(image), type(label_image))
    measured = itk.CudaLabelStatisticsImageFilter[types].New(image, label_input=label_image, use_histograms=True)
    measured.SetHistogramParameters(64, -128, 256)
    measured.Update()
    assert measured.GetRanOnDevice() == HAS_DEVICE
    assert sorted(measured.GetValidLabelValues()) == np.unique(labels).tolist()
    for label in np.unique(labels).tolist():
        inside = array[labels == label].astype(np.float64)
        assert measured.GetCount(label) == inside.size
        assert (measured.GetMinimum(label), measured.GetMaximum(label)) == (inside.min(), inside.max())
        assert measured.GetMean(label) == pytest.approx(inside.mean(), rel=1e-9)
        assert measured.GetSum(label) == pytest.approx(inside.sum(), rel=1e-9)
        assert measured.GetVariance(label) == pytest.approx(inside.var(ddof=1), rel=1e-9)
        assert abs(measured.GetMedian(label) - np.median(inside)) < 12  # in bins of six
        box = [(int(where.min()), int(where.max())) for where in np.nonzero(labels == label)[::-1]]
        assert list(measured.GetBoundingBox(label)) == [bound for bounds in box for bound in bounds]
    assert not measured.HasLabel(254)


@pytest.mark.parametrize("name", ["statistics", "minimum_maximum"])
def test_numpy_in(name):
    array = values((20, 30), np.int16)
    measured = getattr(itk, f"cuda_{name}_image_filter")(array)
    assert (measured.GetMinimum(), measured.GetMaximum()) == (array.min(), array.max())
