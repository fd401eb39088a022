"""Pixels lent to other libraries and borrowed from them, without a copy."""

import copy
import gc
import pickle
import weakref

import itk
import numpy as np
import pytest
from conftest import HAS_DEVICE, current_device, geometry, random_array

TYPES = (np.uint8, np.int16, np.uint16, np.float32)
SHAPES = ((5, 7), (3, 5, 7))
EACH = pytest.mark.parametrize("shape", SHAPES, ids=["2D", "3D"])
EACH_TYPE = pytest.mark.parametrize("dtype", TYPES, ids=[np.dtype(dtype).name for dtype in TYPES])
CPU, CUDA = 1, 2


def on_host(image):
    """What NumPy's from_dlpack makes of the image, also where its pixels are on a device."""
    return np.from_dlpack(image, **({"device": "cpu"} if HAS_DEVICE else {}))


def address(array):
    return array.__array_interface__["data"][0]


@EACH
@EACH_TYPE
def test_from_numpy_and_back_without_a_copy(shape, dtype):
    array = random_array(shape, dtype)
    image = itk.device_image_from_dlpack(array)
    assert image.shape == shape and image.dtype == dtype
    assert tuple(image.GetLargestPossibleRegion().GetSize()) == shape[::-1]
    for back in (on_host(image), itk.array_view_from_image(image), np.asarray(image)):
        assert address(back) == address(array) and back.dtype == dtype
        np.testing.assert_array_equal(back, array)
    array[(0,) * array.ndim] = 77
    assert image.GetPixel((0,) * array.ndim) == 77


def test_colour():
    array = random_array((5, 7, 3), np.uint8)
    image = itk.device_image_from_dlpack(array, is_vector=True)
    assert isinstance(image, itk.DeviceImage[itk.RGBPixel[itk.UC], 2])
    assert address(on_host(image)) == address(array) and on_host(image).shape == (5, 7, 3)
    np.testing.assert_array_equal(itk.array_from_image(image), array)


def test_geometry():
    direction = [[0.0, -1.0], [1.0, 0.0]]
    image = itk.device_image_from_dlpack(random_array((5, 7)), (2, 3), (4, 5), np.array(direction))
    assert geometry(image) == ((2.0, 3.0), (4.0, 5.0), direction)


def test_copies_are_copies():
    array = random_array((5, 7))
    image = itk.device_image_from_array(array[:, ::2])
    np.testing.assert_array_equal(itk.array_from_image(image), array[:, ::2])
    view = itk.array_view_from_image(image)
    assert address(itk.array_from_image(image)) != address(view)
    assert address(np.from_dlpack(image, copy=True, **({"device": "cpu"} if HAS_DEVICE else {}))) != address(view)
    made = itk.image_from_array(array, ttype=itk.DeviceImage[itk.F, 2])
    viewed = itk.image_view_from_array(array, ttype=itk.DeviceImage[itk.F, 2])
    assert address(np.asarray(made)) != address(array) == address(np.asarray(viewed))


@pytest.mark.parametrize(
    "array, reason",
    [
        (np.zeros((4, 6), np.float32)[:, ::2], "axis 1 has a stride of 2 elements, not 1"),
        (np.zeros((4, 6), np.float32).T, "pass a contiguous copy"),
        (np.zeros((4, 6)), "neither of uint8, int16, uint16, float32"),
        (np.zeros(4, np.float32), "no DeviceImage of"),
        (np.zeros((1, 2, 3, 4), np.float32), "no DeviceImage of"),
    ],
    ids=["gaps", "Fortran order", "double", "1D", "4D"],
)
def test_arrays_that_would_need_a_copy_are_refused(array, reason):
    with pytest.raises(RuntimeError, match=reason):
        itk.device_image_from_dlpack(array)


def test_read_only_arrays_are_refused():
    array = np.zeros((4, 6), np.float32)
    array.flags.writeable = False
    with pytest.raises((RuntimeError, BufferError), match="read-?only"):
        itk.device_image_from_dlpack(array)


class OldProducer:
    """An array of a library from before DLPack 1.0."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__()


def test_both_versions_of_dlpack():
    array = random_array((5, 7))
    image = itk.device_image_from_dlpack(OldProducer(array))
    assert address(np.asarray(image)) == address(array)
    host = {"dl_device": (CPU, 0)}
    assert '"dltensor"' in repr(image.__dlpack__(**host))
    assert '"dltensor_versioned"' in repr(image.__dlpack__(max_version=(1, 0), **host))

    class Consumed:
        """Lends one capsule, as no producer should, again and again."""

        capsule = image.__dlpack__(**host)

        def __dlpack_device__(self):
            return (CPU, 0)

        def __dlpack__(self, **arguments):
            return self.capsule

    assert np.asarray(itk.device_image_from_dlpack(Consumed())).shape == (5, 7)
    with pytest.raises(RuntimeError, match="no DLPack capsule, or one that was used already"):
        itk.device_image_from_dlpack(Consumed())


def test_devices():
    image = itk.device_image_from_array(random_array((5, 7)))
    assert image.__dlpack_device__() == ((CUDA, 0) if HAS_DEVICE else (CPU, 0))
    assert hasattr(image, "__cuda_array_interface__") == HAS_DEVICE
    with pytest.raises(BufferError, match="not on"):
        image.__dlpack__(dl_device=(CUDA, 99))


def test_the_array_lives_as_long_as_the_image():
    class Owner(np.ndarray):
        pass

    array = random_array((5, 7)).view(Owner)
    gone = weakref.ref(array)
    expected = np.array(array)
    image = itk.device_image_from_dlpack(array)
    del array
    gc.collect()
    assert gone() is not None
    copied = itk.cuda_median_image_filter(image, radius=0)
    np.testing.assert_array_equal(itk.array_from_image(copied), expected)
    del image, copied
    gc.collect()
    assert gone() is None


def test_the_pixels_live_as_long_as_the_array():
    array = random_array((300, 300))
    lent = on_host(itk.device_image_from_array(array))
    view = itk.array_view_from_image(itk.device_image_from_array(array))
    unused = itk.device_image_from_array(array).__dlpack__()
    gc.collect()
    others = [itk.device_image_from_array(np.zeros((300, 300), np.float32)) for _ in range(10)]
    np.testing.assert_array_equal(lent, array)
    np.testing.assert_array_equal(view, array)
    del unused, others


def test_plain_images():
    array = random_array((5, 7))
    plain = itk.image_from_array(array)
    plain.SetOrigin((5, 6))
    image = itk.device_image_from_image(plain)
    assert isinstance(image, itk.DeviceImage) and geometry(image) == geometry(plain)
    filtered = itk.cuda_median_image_filter(image, radius=1)
    back = itk.image_from_device_image(filtered)
    assert type(back) is type(plain) and geometry(back) == geometry(plain)
    np.testing.assert_array_equal(itk.array_from_image(back), itk.median_image_filter(array, radius=1))


def test_pickle_and_deepcopy():
    array = random_array((3, 5, 7), np.uint16)
    image = itk.device_image_from_array(array, (1, 2, 3), (4, 5, 6), np.diag([1.0, -1.0, -1.0]))
    for other in (pickle.loads(pickle.dumps(image)), copy.deepcopy(image)):
        assert type(other) is type(image) and geometry(other) == geometry(image)
        np.testing.assert_array_equal(itk.array_from_image(other), array)


def test_nothing_can_be_modified_on_a_device_that_has_no_pixels():
    image = itk.device_image_from_array(random_array((5, 7)))
    with pytest.raises(RuntimeError, match="the pixels are not on a device"):
        image.ModifiedOnDevice()


def test_the_next_filter_sees_what_numpy_wrote():
    array = random_array((5, 7))
    image = itk.device_image_from_dlpack(array)
    copied = itk.CudaMedianImageFilter.New(image, radius=0)
    copied.Update()
    itk.array_view_from_image(image)[:] = 3
    image.Modified()
    copied.Update()
    assert (itk.array_from_image(copied.GetOutput()) == 3).all()


# With a GPU and CuPy.


@EACH
@EACH_TYPE
def test_from_cupy_and_back_without_a_copy(shape, dtype):
    array = random_array(shape, dtype)
    on_device = current_device(array)
    import cupy

    image = itk.device_image_from_dlpack(on_device)
    assert image.GetDevice() == on_device.device.id and image.shape == shape
    interface = image.__cuda_array_interface__
    assert interface["version"] == 3 and interface["stream"] > 2 and interface["strides"] is None
    for back in (cupy.from_dlpack(image), cupy.asarray(image)):
        assert back.data.ptr == on_device.data.ptr and back.dtype == dtype and back.shape == shape
        np.testing.assert_array_equal(back.get(), array)
    np.testing.assert_array_equal(itk.array_from_image(image), array)


class CudaArray:
    """An array that is known by its CUDA Array Interface alone."""

    def __init__(self, array, stream, **changes):
        self.array = array
        self.__cuda_array_interface__ = {**array.__cuda_array_interface__, "stream": stream, **changes}


def test_from_the_cuda_array_interface_without_a_copy():
    array = random_array((2000, 2001))
    on_device = current_device(array)
    import cupy

    expected = itk.median_image_filter(array + 20, radius=1)
    for stream in (cupy.cuda.Stream.null, cupy.cuda.Stream(non_blocking=True)):
        with stream:
            made = on_device.copy()
            for _ in range(20):
                made += 1
        producer = CudaArray(made, stream.ptr or 1)
        gone = weakref.ref(producer)
        image = itk.device_image_from_cuda_array(producer, spacing=(2, 3))
        assert image.__cuda_array_interface__["data"][0] == made.data.ptr and tuple(image.GetSpacing()) == (2, 3)
        del made, producer
        gc.collect()
        assert gone() is not None
        filtered = itk.cuda_median_image_filter(image, radius=1)
        np.testing.assert_array_equal(itk.array_from_image(filtered), expected)
        del image, filtered
        gc.collect()
        assert gone() is None
    for strange, reason in (
        (CudaArray(on_device[:, ::2], 1), "axis 1 has a stride of 2 elements, not 1"),
        (CudaArray(on_device, 1, typestr="<c8"), "neither of uint8, int16, uint16, float32"),
        (CudaArray(on_device, 1, data=(on_device.data.ptr, True)), "read-only"),
        (CudaArray(on_device, 1, mask=on_device), "masked"),
    ):
        with pytest.raises(RuntimeError, match=reason):
            itk.device_image_from_cuda_array(strange)


@pytest.mark.skipif(HAS_DEVICE, reason="there is a CUDA device")
def test_a_cuda_array_needs_a_device():
    class Interface:
        __cuda_array_interface__ = {"version": 3, "shape": (4, 6), "typestr": "<f4", "data": (4096, False)}

    owner = Interface()
    gone = weakref.ref(owner)
    with pytest.raises(RuntimeError, match="the array is on CUDA device"):
        itk.device_image_from_cuda_array(owner)
    del owner
    gc.collect()
    assert gone() is None


def test_cupy_sees_what_the_filter_made():
    array = random_array((301, 300))
    on_device = current_device(array)
    import cupy

    for _ in range(20):
        filtered = itk.cuda_median_image_filter(itk.device_image_from_dlpack(on_device), radius=1)
        assert cupy.array_equal(cupy.from_dlpack(filtered), cupy.asarray(itk.median_image_filter(array, radius=1)))
        assert cupy.asarray(filtered).sum() == cupy.from_dlpack(filtered).sum()


def test_the_filter_sees_what_cupy_made():
    array = random_array((2000, 2000))
    on_device = current_device(array)
    import cupy

    expected = itk.median_image_filter(array + 20, radius=1)
    for stream in (cupy.cuda.Stream.null, cupy.cuda.Stream(non_blocking=True)):
        with stream:
            made = on_device.copy()
            for _ in range(20):
                made += 1
            image = itk.device_image_from_dlpack(made)
            filtered = itk.cuda_median_image_filter(image, radius=1)
        np.testing.assert_array_equal(itk.array_from_image(filtered), expected)


def test_the_filter_sees_what_cupy_wrote_into_an_image():
    current_device(np.zeros(1))
    import cupy

    image = itk.device_image_from_array(np.zeros((2000, 2000), np.float32))
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        array = cupy.from_dlpack(image)
        for _ in range(50):
            array += 1
        image.ModifiedOnDevice(stream.ptr)
    filtered = itk.CudaMedianImageFilter.New(image, radius=1)
    filtered.Update()
    assert (itk.array_from_image(filtered.GetOutput()) == 50).all()
    assert (itk.array_from_image(image) == 50).all()
    with stream:
        array += 1
        image.ModifiedOnDevice(stream.ptr)
    filtered.Update()
    assert (itk.array_from_image(filtered.GetOutput()) == 51).all()


def test_cupy_arrays_that_begin_anywhere():
    array = random_array((64, 65))
    on_device = current_device(array)
    for rows in range(1, 5):
        image = itk.device_image_from_dlpack(on_device[rows:])
        for name in ("median", "mean", "sobel_edge_detection", "gradient_magnitude", "zero_crossing"):
            function = getattr(itk, f"cuda_{name}_image_filter")
            expected = function(itk.device_image_from_array(array[rows:]))
            np.testing.assert_array_equal(itk.array_from_image(function(image)), itk.array_from_image(expected))


def test_device_memory_is_given_back():
    array = random_array((1000, 1000))
    current_device(array)
    import cupy

    def chain():
        image = itk.device_image_from_dlpack(cupy.asarray(array))
        return cupy.from_dlpack(itk.cuda_median_image_filter(image, radius=1))

    for _ in range(20):
        chain()
    cupy.cuda.Device().synchronize()
    free, _ = cupy.cuda.runtime.memGetInfo()
    for _ in range(1000):
        chain()
    cupy.cuda.Device().synchronize()
    assert free - cupy.cuda.runtime.memGetInfo()[0] < 50 * array.nbytes


@pytest.mark.parametrize("where", ["cpu", "cuda"])
def test_torch(where):
    torch = pytest.importorskip("torch")
    if where == "cuda" and not (HAS_DEVICE and torch.cuda.is_available()):
        pytest.skip("no CUDA device")
    array = random_array((50, 60))
    tensor = torch.from_numpy(array).to(where)
    image = itk.device_image_from_dlpack(tensor)
    filtered = itk.cuda_median_image_filter(image, radius=1)
    back = torch.from_dlpack(filtered)
    assert back.device.type == ("cuda" if HAS_DEVICE else "cpu")
    np.testing.assert_array_equal(back.cpu().numpy(), itk.median_image_filter(array, radius=1))
    if where == "cuda" or not HAS_DEVICE:
        assert torch.from_dlpack(image).data_ptr() == tensor.data_ptr()
