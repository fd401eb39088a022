"""Filters that say where pixels come from by regions, transforms and several images, against their CPU counterparts."""

import itk
import numpy as np
import pytest
from conftest import geometry, random_array

TYPES = pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint16, np.float32])
DIMENSIONS = pytest.mark.parametrize("dimension", [2, 3])
KINDS = pytest.mark.parametrize("is_plain", [True, False], ids=["plain", "device"])
SHAPES = {2: (31, 44), 3: (13, 22, 35)}


def make_images(dimension, dtype, seed=1):
    """A plain image and a DeviceImage of the same pixels, in an oblique frame."""
    plain = itk.image_from_array(random_array(SHAPES[dimension], dtype, seed))
    plain.SetSpacing([0.7, 1.3, 2.5][:dimension])
    plain.SetOrigin([-5.0, 3.0, 11.0][:dimension])
    turn = np.eye(dimension)
    turn[:2, :2] = [[0.8, -0.6], [0.6, 0.8]]
    plain.SetDirection(turn)
    return plain, itk.device_image_from_image(plain)


def assert_equal(result, expected, is_plain, tolerance=0):
    assert isinstance(result, itk.DeviceImage) != is_plain
    assert geometry(result) == geometry(expected)
    result, expected = itk.array_from_image(result), itk.array_from_image(expected)
    assert result.dtype == expected.dtype and expected.min() < expected.max()
    np.testing.assert_allclose(result.astype(float), expected.astype(float), rtol=0, atol=tolerance)


def make_region(index, size):
    region = itk.ImageRegion[len(index)]()
    region.SetIndex(index)
    region.SetSize(size)
    return region


@TYPES
@DIMENSIONS
@KINDS
def test_regions(dimension, dtype, is_plain):
    plain, device = make_images(dimension, dtype)
    image = plain if is_plain else device
    region = make_region([3, 2, 4][:dimension], [20, 11, 7][:dimension])
    assert_equal(
        itk.cuda_region_of_interest_image_filter(image, region_of_interest=region),
        itk.region_of_interest_image_filter(plain, region_of_interest=region),
        is_plain,
    )
    assert_equal(
        itk.cuda_extract_image_filter(image, extraction_region=region),
        itk.extract_image_filter(plain, extraction_region=region),
        is_plain,
    )


@TYPES
def test_a_slice_of_a_volume(dtype):
    plain, device = make_images(3, dtype)
    region = make_region([0, 5, 0], [35, 0, 13])
    slice_type = itk.template(plain)[1][0]
    results = []
    for image, of, name in ((plain, itk.Image, "Extract"), (device, itk.DeviceImage, "CudaExtract")):
        types = (type(image), of[slice_type, 2])
        extract = getattr(itk, f"{name}ImageFilter")[types].New(image, extraction_region=region)
        extract.SetDirectionCollapseToIdentity()
        extract.Update()
        results.append(extract.GetOutput())
    assert_equal(results[1], results[0], False)


@TYPES
@DIMENSIONS
@KINDS
def test_paste(dimension, dtype, is_plain):
    plain, device = make_images(dimension, dtype)
    other_plain, other_device = make_images(dimension, dtype, seed=2)
    parameters = {
        "source_region": make_region([1, 2, 3][:dimension], [15, 9, 5][:dimension]),
        "destination_index": [7, 4, 2][:dimension],
    }
    result = itk.cuda_paste_image_filter(
        plain if is_plain else device, source_image=other_plain if is_plain else other_device, **parameters
    )
    assert_equal(result, itk.paste_image_filter(plain, source_image=other_plain, **parameters), is_plain)


@TYPES
@KINDS
def test_orient(dtype, is_plain):
    plain, device = make_images(3, dtype)
    for image in (plain, device):
        image.SetDirection(np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]))
    orientation = itk.SpatialOrientationEnums.ValidCoordinateOrientations_ITK_COORDINATE_ORIENTATION_RAI
    parameters = {"use_image_direction": True, "desired_coordinate_orientation": orientation}
    result = itk.cuda_orient_image_filter(plain if is_plain else device, **parameters)
    assert_equal(result, itk.orient_image_filter(plain, **parameters), is_plain)


def make_transform(dimension):
    transform = itk.AffineTransform[itk.D, dimension].New()
    transform.Scale(0.9)
    transform.Rotate(0, 1, 0.3)
    transform.Translate([2.0, -1.0, 0.5][:dimension])
    return transform


@TYPES
@DIMENSIONS
@KINDS
@pytest.mark.parametrize("interpolator", ["Linear", "NearestNeighbor"])
def test_resample(dimension, dtype, is_plain, interpolator):
    plain, device = make_images(dimension, dtype)
    image = plain if is_plain else device
    template = getattr(itk, f"{interpolator}InterpolateImageFunction")
    parameters = resampling(plain)
    result = itk.cuda_resample_image_filter(image, interpolator=template[type(device), itk.D].New(), **parameters)
    expected = itk.resample_image_filter(plain, interpolator=template[type(plain), itk.D].New(), **parameters)
    assert_equal(result, expected, is_plain)


@TYPES
@DIMENSIONS
def test_resample_by_splines(dimension, dtype):
    """Against splines with coefficients of float; integers are rounded down, within their range."""
    plain, device = make_images(dimension, dtype)
    parameters = resampling(plain)
    template = itk.BSplineInterpolateImageFunction
    result = itk.cuda_resample_image_filter(
        device, interpolator=template[type(device), itk.D, itk.D].New(), **parameters
    )
    real = itk.cast_image_filter(plain, ttype=(type(plain), itk.Image[itk.F, dimension]))
    expected = itk.resample_image_filter(
        real, interpolator=template[type(real), itk.D, itk.F].New(), **parameters
    )
    assert geometry(result) == geometry(expected) and result.dtype == dtype
    expected = itk.array_from_image(expected)
    assert expected.std() > 10
    if dtype is not np.float32:
        expected = expected.clip(np.iinfo(dtype).min, np.iinfo(dtype).max)
    np.testing.assert_allclose(np.asarray(result, float), expected, atol=0.01 if dtype is np.float32 else 1.01)


def resampling(plain):
    dimension = plain.GetImageDimension()
    return {
        "size": [40, 33, 17][:dimension],
        "output_spacing": [0.6, 1.1, 2.0][:dimension],
        "output_origin": plain.GetOrigin(),
        "output_direction": plain.GetDirection(),
        "transform": make_transform(dimension),
        "default_pixel_value": 3,
    }


@DIMENSIONS
def test_resample_to_the_grid_of_another_image(dimension):
    plain, device = make_images(dimension, np.float32)
    reference, reference_on_device = make_images(dimension, np.float32, seed=2)
    for image in (reference, reference_on_device):
        image.SetSpacing([1.0] * dimension)
    result = itk.cuda_resample_image_filter(device, reference_image=reference_on_device, use_reference_image=True)
    expected = itk.resample_image_filter(plain, reference_image=reference, use_reference_image=True)
    assert_equal(result, expected, False)


@TYPES
@DIMENSIONS
@KINDS
def test_warp(dimension, dtype, is_plain):
    plain, device = make_images(dimension, dtype)
    shifts = random_array((*SHAPES[dimension], dimension)) / 64 - 2
    field = itk.image_view_from_array(shifts, ttype=itk.Image[itk.Vector[itk.F, dimension], dimension])
    field.CopyInformation(plain)
    field_on_device = itk.device_image_from_array(
        shifts, tuple(field.GetSpacing()), tuple(field.GetOrigin()), field.GetDirection(), is_vector=True
    )
    parameters = {
        "output_spacing": plain.GetSpacing(),
        "output_origin": plain.GetOrigin(),
        "output_direction": plain.GetDirection(),
    }
    result = itk.cuda_warp_image_filter(
        plain if is_plain else device, displacement_field=field if is_plain else field_on_device, **parameters
    )
    types = (type(plain), type(plain), type(field))
    expected = itk.WarpImageFilter[types].New(plain, displacement_field=field, **parameters)
    expected.Update()
    assert_equal(result, expected.GetOutput(), is_plain)


@DIMENSIONS
def test_vectors_of_images_and_back(dimension):
    arrays = [random_array(SHAPES[dimension], np.float32, seed) for seed in range(dimension)]
    field = itk.cuda_compose_image_filter(*map(itk.device_image_from_array, arrays))
    assert isinstance(field, itk.DeviceImage[itk.Vector[itk.F, dimension], dimension])
    np.testing.assert_array_equal(itk.array_from_image(field), np.stack(arrays, axis=-1))
    for index, array in enumerate(arrays):
        component = itk.cuda_vector_index_selection_cast_image_filter(field, index=index)
        np.testing.assert_array_equal(itk.array_from_image(component), array)


@DIMENSIONS
def test_diffusion_of_vectors(dimension):
    array = random_array((*SHAPES[dimension], dimension))
    parameters = {"number_of_iterations": 3, "time_step": 0.05, "conductance_parameter": 1.5}
    image = itk.device_image_from_array(array, is_vector=True)
    result = itk.cuda_vector_gradient_anisotropic_diffusion_image_filter(image, **parameters)
    assert isinstance(result, itk.DeviceImage[itk.Vector[itk.F, dimension], dimension])
    plain = itk.image_view_from_array(array, ttype=itk.Image[itk.Vector[itk.F, dimension], dimension])
    expected = itk.vector_gradient_anisotropic_diffusion_image_filter(plain, **parameters)
    difference = np.abs(itk.array_from_image(result) - itk.array_from_image(expected))
    assert difference.max() <= 1e-5 * np.ptp(array)
    assert np.abs(itk.array_from_image(expected) - array).max() > 0.01 * np.ptp(array)


@DIMENSIONS
def test_colours_of_images_and_back(dimension):
    arrays = [random_array(SHAPES[dimension], np.uint8, seed) for seed in range(3)]
    picture = itk.cuda_compose_image_filter(*map(itk.device_image_from_array, arrays))
    assert isinstance(picture, itk.DeviceImage[itk.RGBPixel[itk.UC], dimension])
    np.testing.assert_array_equal(itk.array_from_image(picture), np.stack(arrays, axis=-1))
    for index, array in enumerate(arrays):
        component = itk.cuda_vector_index_selection_cast_image_filter(picture, index=index)
        np.testing.assert_array_equal(itk.array_from_image(component), array)
