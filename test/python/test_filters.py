"""Each filter against its CPU counterpart, by its function and as an object."""

import gc
import json
import operator
import pathlib
import re
import time
from typing import NamedTuple

import itk
import numpy as np
import pytest
from conftest import HAS_DEVICE, geometry, random_array, resident_memory
from itk.support.helpers import camel_to_snake_case


class Case(NamedTuple):
    """A filter, the CPU filter that it is to equal, their parameters, and by how much of the range they may differ."""

    class_name: str
    cpu_name: str
    parameters: dict = {}
    types: tuple = (np.uint8, np.int16, np.uint16, np.float32)
    tolerance: float = 0
    to: type = None  # the output's, where it has to be said
    dimensions: tuple = (2, 3)
    differing: float = 0  # part of the pixels that may differ by more, where a comparison decides
    images: dict = {}  # names of parameters that are images, and their types; None for the input's
    scale: float = 1  # of the pixels
    offset: float = 0
    mask_type: bool = False  # whether the types end with that of a mask, which ITK's filter does not have

    @property
    def name(self):
        return camel_to_snake_case(self.class_name)

    @property
    def filter_class(self):
        return getattr(itk, self.class_name)

    @property
    def function(self):
        return getattr(itk, self.name)

    def array(self, dimension, dtype=None):
        array = smooth_array(dimension) * self.scale + self.offset
        dtype = dtype or self.types[-1]
        return (array - array.min() if np.dtype(dtype).kind == "u" else array).astype(dtype)

    def arguments(self, like):
        """The parameters, with images of the kind of `like`, an image or an array; and the types, unless they are clear."""
        image_type, dimension = type(like), like.ndim
        made = {}
        for name, value in self.parameters.items():
            made[name] = make_like(like, value) if isinstance(value, np.ndarray) else value
        for name, dtype in self.images.items():
            array = self.array(dimension, dtype or like.dtype)[::-1]
            made[name] = make_like(like, np.ascontiguousarray(array), GEOMETRIES[dimension])
        if self.to:
            if isinstance(like, np.ndarray):
                image_type = itk.Image[PIXELS[like.dtype.type], dimension]
            kind = itk.DeviceImage if isinstance(like, itk.DeviceImage) else itk.Image
            made["ttype"] = (image_type, kind[PIXELS[self.to], dimension], *([image_type] if self.mask_type else []))
        return made

    def on_cpu(self, image):
        """The result of the CPU filter, of ITK or of this module, which never runs on a device."""
        arguments = self.arguments(image)
        if "kernel_image" in arguments and itk.template(image)[1][0] is not itk.F:
            types = (type(image), type(arguments["kernel_image"]), type(image))
            return itk.ConvolutionImageFilter[types].New(image, **arguments).__internal_call__()
        if self.mask_type:
            arguments["ttype"] = arguments["ttype"][:2]
        if "mask_image" in arguments:
            arguments["ttype"] = (type(image), type(arguments["mask_image"]), type(image))
        return getattr(itk, self.cpu_name)(image, **arguments)


def make_like(like, array, geometry_of_image={}):
    if isinstance(like, np.ndarray):
        return array
    if isinstance(like, itk.DeviceImage):
        return itk.device_image_from_array(array, **geometry_of_image)
    return set_geometry(itk.image_from_array(array), **geometry_of_image)


def read_cases():
    """Those of the list of filters."""
    listed = json.loads((pathlib.Path(__file__).parents[2] / "filters.json").read_text())
    for entry in listed["filters"]:
        entry = {**listed["kinds"].get(entry.get("kind"), {}), **entry}
        for said in entry.get("python", []):
            to = said.get("to", "float32" if said.get("to_float") else None)
            parameters = {
                name: operator.attrgetter(value)(itk) if isinstance(value, str) else value
                for name, value in said.get("parameters", {}).items()
            }
            if "kernel_image" in parameters:
                parameters["kernel_image"] = np.array(parameters["kernel_image"], np.float32)
            yield Case(
                f"Cuda{entry['name']}ImageFilter",
                said.get("cpu", camel_to_snake_case(f"{entry['name']}ImageFilter")),
                parameters,
                tuple(np.dtype(name).type for name in said.get("types", ("uint8", "int16", "uint16", "float32"))),
                said.get("tolerance", 0),
                to and np.dtype(to).type,
                tuple(said.get("dimensions", entry.get("dimensions", (2, 3)))),
                said.get("differing", 0),
                {name: None if of == "same" else np.dtype(of).type for name, of in said.get("images", {}).items()},
                said.get("scale", 1),
                said.get("offset", 0),
                said.get("mask_type", False),
            )


PIXELS = {np.uint8: itk.UC, np.int16: itk.SS, np.uint16: itk.US, np.float32: itk.F}
SHAPES = {2: (61, 83), 3: (13, 31, 42)}
GEOMETRIES = {
    2: {"spacing": (1.0, 1.0), "origin": (-3.0, 5.0), "direction": np.array([[0.0, -1.0], [1.0, 0.0]])},
    3: {"spacing": (1.0, 1.0, 1.0), "origin": (1.0, 2.0, 3.0), "direction": np.diag([1.0, -1.0, -1.0])},
}


def smooth_array(dimension, dtype=np.float32):
    """Noise with something in it to find, of either sign where the type has one."""
    array = random_array(SHAPES[dimension], np.float32) / 4
    array[..., 10:30, 20:50] += 120
    return (array if np.dtype(dtype).kind == "u" else array - 60).astype(dtype)


def set_geometry(image, spacing=None, origin=None, direction=None):
    if spacing:
        image.SetSpacing(spacing)
        image.SetOrigin(origin)
        image.SetDirection(direction)
    return image


def plain_image(array, dimension):
    return set_geometry(itk.image_from_array(array), **GEOMETRIES[dimension])


CASES = list(read_cases())


def identify(case):
    return case.name[5:-13] + (f"-to-{np.dtype(case.to).name}" if case.to else "")


INSTANCES = [
    pytest.param(case, dimension, dtype, id=f"{identify(case)}-{dimension}D-{np.dtype(dtype).name}")
    for case in CASES
    for dimension in case.dimensions
    for dtype in case.types
]
EACH = pytest.mark.parametrize("case", CASES, ids=[f"{identify(case)}-{case.dimensions[-1]}D" for case in CASES])


def assert_like_cpu(case, result, expected):
    result, expected = itk.array_from_image(result), itk.array_from_image(expected)
    assert result.shape == expected.shape and result.dtype == expected.dtype
    assert expected.max() > expected.min()
    difference = np.abs(result.astype(np.float64) - expected.astype(np.float64))
    allowed = case.tolerance * float(expected.max() - expected.min())
    assert np.mean(difference > allowed) <= case.differing


@pytest.mark.parametrize("case, dimension, dtype", INSTANCES)
def test_equals_its_cpu_counterpart(case, dimension, dtype):
    array = case.array(dimension, dtype)
    before = array.copy()
    plain = plain_image(array, dimension)
    expected = case.on_cpu(plain)

    device_image = itk.device_image_from_array(array, **GEOMETRIES[dimension])
    from_device_image = case.function(device_image, **case.arguments(device_image))
    assert isinstance(from_device_image, itk.DeviceImage)
    assert geometry(from_device_image) == geometry(expected)
    assert_like_cpu(case, from_device_image, expected)

    from_plain = case.function(plain, **case.arguments(plain))
    assert type(from_plain) is type(expected)
    assert geometry(from_plain) == geometry(expected)
    assert_like_cpu(case, from_plain, expected)
    for image in (plain, device_image):
        np.testing.assert_array_equal(itk.array_from_image(image), before)


@EACH
def test_numpy_in_numpy_out(case):
    array = case.array(case.dimensions[-1])
    result = case.function(array, **case.arguments(array))
    assert isinstance(result, np.ndarray)
    image = itk.device_image_from_array(array, **GEOMETRIES[case.dimensions[-1]])
    expected = case.function(image, **case.arguments(image))
    np.testing.assert_array_equal(result, itk.array_from_image(expected))


@EACH
def test_object_interface(case):
    image = itk.device_image_from_array(case.array(case.dimensions[-1]), **GEOMETRIES[case.dimensions[-1]])
    instance = case.filter_class.New(image, **case.arguments(image))
    instance.Update()
    by_function = case.function(image, **case.arguments(image))
    np.testing.assert_array_equal(itk.array_from_image(instance.GetOutput()), itk.array_from_image(by_function))
    assert instance.GetRanOnDevice() == HAS_DEVICE


@EACH
def test_stays_on_the_device_between_calls(case):
    image = itk.device_image_from_array(case.array(case.dimensions[-1]), **GEOMETRIES[case.dimensions[-1]])
    first = itk.cuda_median_image_filter(image, radius=1)
    second = case.function(first, **case.arguments(first))
    assert first.GetDevice() == second.GetDevice() == (0 if HAS_DEVICE else -1)
    assert image.GetDevice() == (0 if HAS_DEVICE else -1)


@EACH
def test_help_is_readable(case):
    text = case.function.__doc__
    assert re.search("on (a CUDA|the) device", text.split("\n\n")[0])
    assert f"itk.{case.name}(image, ...)" in text
    assert "Proxy of" not in text and "\\brief" not in text


def test_colour():
    array = random_array((40, 50, 3), np.uint8)
    image = itk.device_image_from_array(array, is_vector=True)
    result = itk.cuda_isoline_denoising_image_filter(image, noise_level=20.0)
    expected = itk.isoline_denoising_image_filter(itk.image_from_array(array, is_vector=True), noise_level=20.0)
    difference = np.abs(np.asarray(result).astype(int) - np.asarray(expected).astype(int))
    assert result.shape == (40, 50, 3) and difference.max() <= 1


def test_isolines_by_tubes_and_groups():
    model = itk.IsolineDenoisingImageFilterEnums.Model_TubesAndGroups
    array = random_array((40, 50), np.uint8)
    result = itk.cuda_isoline_denoising_image_filter(itk.device_image_from_array(array), noise_level=20.0, model=model)
    expected = itk.isoline_denoising_image_filter(itk.image_from_array(array), noise_level=20.0, model=model)
    tubes = itk.isoline_denoising_image_filter(
        itk.image_from_array(array), noise_level=20.0, model=itk.IsolineDenoisingImageFilterEnums.Model_Tubes
    )
    difference = np.abs(np.asarray(result).astype(int) - np.asarray(expected).astype(int))
    assert difference.max() <= 1 and not np.array_equal(np.asarray(expected), np.asarray(tubes))


def test_sobel_has_a_second_output():
    image = itk.device_image_from_array(smooth_array(2))
    magnitude, direction = itk.cuda_sobel_edge_detection_image_filter(image, compute_direction=True)
    expected = itk.sobel_edge_detection_direction_image_filter(plain_image(smooth_array(2), 2), compute_direction=True)
    assert isinstance(direction, itk.DeviceImage)
    np.testing.assert_allclose(np.asarray(magnitude), np.asarray(expected[0]), atol=1e-2)
    strong = np.asarray(expected[0]) > 1  # where the gradient is nearly zero its direction is rounding
    turned = np.angle(np.exp(1j * (np.asarray(direction) - np.asarray(expected[1]))))
    assert np.abs(turned[strong]).max() < 1e-3


def test_inpainting_by_two_dictionaries_has_two_parts():
    array = smooth_array(2)
    mask = (random_array(array.shape) < 80).astype(np.uint8)
    parameters = {"transform": itk.InpaintingImageFilterEnums.Transform_Morphological, "number_of_iterations": 5}
    image, mask_image = itk.device_image_from_array(array), itk.device_image_from_array(mask)
    on_device = itk.CudaInpaintingImageFilter.New(image, mask_image=mask_image, **parameters)
    on_cpu = itk.InpaintingImageFilter.New(plain_image(array, 2), mask_image=plain_image(mask, 2), **parameters)
    for instance in (on_device, on_cpu):
        instance.Update()
    cartoon, texture = on_device.GetCartoonOutput(), on_device.GetTextureOutput()
    assert isinstance(cartoon, itk.DeviceImage) and isinstance(texture, itk.DeviceImage)
    np.testing.assert_array_equal(np.asarray(cartoon), np.asarray(on_cpu.GetCartoonOutput()))
    np.testing.assert_array_equal(np.asarray(texture), np.asarray(on_cpu.GetTextureOutput()))
    filled = np.asarray(on_device.GetOutput())
    np.testing.assert_array_equal(filled[mask == 0], array[mask == 0])
    np.testing.assert_array_equal(filled[mask != 0], (np.asarray(cartoon) + np.asarray(texture))[mask != 0])


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint16, np.float32])
def test_snake(dtype):
    y, x = np.mgrid[:200, :220]
    disc = (y - 90) ** 2 + (x - 120) ** 2 < 50**2
    array = (np.random.default_rng(3).normal(100, 20, disc.shape) + 40 * disc).clip(0, 255).astype(dtype)
    image = itk.device_image_from_array(array)
    mask, polygon = itk.cuda_polygonal_region_snake_image_filter(image)
    assert mask.GetDevice() == (0 if HAS_DEVICE else -1)
    inside = itk.array_from_image(mask) > 0
    assert np.count_nonzero(inside & disc) / np.count_nonzero(inside | disc) > 0.97

    vertices = polygon.GetVertexList()
    expected, expected_polygon = itk.polygonal_region_snake_image_filter(itk.image_from_array(array))
    expected_vertices = expected_polygon.GetVertexList()
    np.testing.assert_array_equal(inside, np.asarray(expected) > 0)
    assert vertices.Size() == expected_vertices.Size() > 8
    for i in range(vertices.Size()):
        assert tuple(vertices.ElementAt(i)) == tuple(expected_vertices.ElementAt(i))

    from_array, _ = itk.cuda_polygonal_region_snake_image_filter(array)
    np.testing.assert_array_equal(from_array > 0, inside)


def test_snake_as_an_object():
    array = smooth_array(2)
    image = itk.device_image_from_array(array)
    snake = itk.CudaPolygonalRegionSnakeImageFilter.New(
        image, noise_law=itk.PolygonalRegionSnakeImageFilterEnums.NoiseLaw_GaussianOfKnownSigma, sigma=18.0
    )
    rounds = []
    snake.AddObserver(itk.IterationEvent(), lambda: rounds.append(snake.GetCriterion()))
    snake.Update()
    assert snake.GetRanOnDevice() == HAS_DEVICE and snake.HasConverged()
    assert np.asarray(snake.GetOutput()).sum() == snake.GetNumberOfTargetPixels(0) == pytest.approx(20 * 30, rel=0.02)
    assert len(rounds) == snake.GetElapsedRounds() and rounds[-1] <= rounds[0]


def test_noise_level():
    image = itk.device_image_from_array(random_array((200, 200)))
    calculator = itk.NoiseLevelImageCalculator[type(image)].New(Image=image)
    calculator.Compute()
    assert calculator.GetNoiseLevel() == pytest.approx(255 / np.sqrt(12), rel=0.2)


def test_exceptions_arrive_as_runtime_errors_with_their_text():
    with pytest.raises(RuntimeError, match="odd in length"):
        itk.cuda_separable_convolution_image_filter(itk.device_image_from_array(smooth_array(2)), operators=[[1, 2]])
    with pytest.raises(RuntimeError, match="Input Primary is required but not set"):
        itk.CudaMedianImageFilter[itk.DeviceImage[itk.F, 2], itk.DeviceImage[itk.F, 2]].New().Update()


def best_seconds_per_call(functions, calls=10, rounds=300):
    """Of each function; they take turns of a millisecond or two, as a machine that others use is slow for longer."""
    best = [float("inf")] * len(functions)
    for _ in range(rounds):
        for index, function in enumerate(functions):
            begin = time.perf_counter()
            for _ in range(calls):
                function()
            best[index] = min(best[index], (time.perf_counter() - begin) / calls)
    return best


def function_and_cpp_calls(function, filter_class, image):
    """A filter's function, and the wrapped C++ calls that it makes, whose own wrapping costs about 1 us each."""

    def by_cpp_calls():
        instance = filter_class.__New_orig__()
        instance.SetInput(image)
        instance.SetRadius(1)
        instance.UpdateLargestPossibleRegion()
        return instance.GetOutput()

    return lambda: function(image, radius=1), by_cpp_calls


def test_a_call_costs_less_than_that_of_itks_own_function():
    """Both on the same machine, as microseconds differ between machines."""
    image = itk.device_image_from_array(np.zeros((4, 4), np.float32))
    plain_image = itk.image_from_array(np.zeros((4, 4), np.float32))
    own_class = itk.MedianImageFilter[type(plain_image), type(plain_image)]
    filter_class = itk.CudaMedianImageFilter[type(image), type(image)]
    own = function_and_cpp_calls(itk.median_image_filter, own_class, plain_image)
    ours = function_and_cpp_calls(itk.cuda_median_image_filter, filter_class, image)
    threads = itk.get_nthreads()
    itk.set_nthreads(1)
    try:
        own_function, own_cpp, function, cpp = best_seconds_per_call([*own, *ours])
    finally:
        itk.set_nthreads(threads)
    own_cost, cost = own_function - own_cpp, function - cpp
    print(f"the function costs {cost * 1e6:.1f} us over the C++ calls, ITK's own {own_cost * 1e6:.1f}")
    assert cost < 0.75 * own_cost


def test_nothing_leaks():
    array = random_array((256, 256))

    def chain():
        image = itk.device_image_from_array(array)
        return np.from_dlpack(itk.cuda_mean_image_filter(itk.cuda_median_image_filter(image, radius=1), radius=1),
                              **({"device": "cpu"} if HAS_DEVICE else {}))

    def repeat(times):
        for _ in range(times):
            chain()
        gc.collect()
        return resident_memory(), len(gc.get_objects())

    memory, objects = repeat(50)
    memory_after, objects_after = repeat(1000)
    assert memory_after - memory < 20 * array.nbytes  # of 1,000 calls with three images each
    assert objects_after - objects < 100
