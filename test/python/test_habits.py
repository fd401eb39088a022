"""What users of NumPy and notebooks are used to: anything goes in, and images show themselves."""

import sys
import tempfile
from pathlib import Path

import itk
import numpy as np
import pytest
from conftest import HAS_DEVICE, current_device, geometry, random_array


def address(array):
    return array.__array_interface__["data"][0]


def decode(png):
    """The pixels of a PNG of 8 bits."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture.png"
        path.write_bytes(png)
        pixels = np.array(itk.array_from_image(itk.imread(str(path))))
    assert pixels.dtype == np.uint8
    return pixels


def test_repr():
    image = itk.device_image(random_array((3, 5, 7), np.uint16), spacing=(1, 1.5, 2))
    where = "on the host" if image.GetDevice() < 0 else f"on GPU {image.GetDevice()}"
    assert repr(image) == f"<itk.DeviceImage of uint16, size 7 x 5 x 3, spacing 1 x 1.5 x 2, {where}>"
    assert "3 x uint8" in repr(itk.device_image(random_array((5, 7, 3), np.uint8), is_vector=True))
    assert "not computed yet" in repr(itk.DeviceImage[itk.F, 2].New())
    filtered = itk.cuda_median_image_filter(image, radius=1)
    assert repr(filtered).endswith("on GPU 0>" if HAS_DEVICE else "on the host>")


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.float32])
def test_picture_of_an_image(dtype):
    array = (random_array((40, 50)) - (0 if dtype is np.uint8 else 100)).astype(dtype)
    picture = decode(itk.device_image(array)._repr_png_())
    assert picture.shape == (40, 50) and picture.min() == 0 and picture.max() == 255
    grey = (array.astype(float) - array.min()) / (float(array.max()) - array.min()) * 255
    np.testing.assert_allclose(picture, grey, atol=0.51)


def test_picture_has_square_pixels():
    assert decode(itk.device_image(random_array((40, 50)), spacing=(1, 3))._repr_png_()).shape == (120, 50)
    assert decode(itk.device_image(random_array((40, 2000)))._repr_png_()).shape == (10, 512)


def test_picture_of_colour():
    array = random_array((40, 50, 3), np.uint8)
    np.testing.assert_array_equal(decode(itk.device_image(array, is_vector=True)._repr_png_()), array)


def test_picture_of_a_volume():
    array = np.zeros((10, 30, 20), np.uint8)
    array[5], array[:, 15], array[:, :, 10] = 100, 200, 255
    picture = decode(itk.device_image(array, spacing=(1, 1, 2))._repr_png_())
    assert picture.shape == (30, 20 + 20 + 30)
    assert picture[0, 0] == 0 and picture[0, 20] == round(255 * 100 / 155) and picture[0, 40] == 255


def test_pictures_of_what_cannot_be_seen():
    assert itk.DeviceImage[itk.F, 2].New()._repr_png_() is None
    assert itk.device_image(random_array((4, 5, 2)), is_vector=True)._repr_png_() is None
    assert decode(itk.device_image(np.full((4, 5), np.nan, np.float32))._repr_png_()).max() == 0


def test_from_a_file(tmp_path):
    plain = itk.image_from_array(random_array((4, 5, 6), np.int16))
    plain.SetSpacing((1, 2, 3))
    path = tmp_path / "volume.mha"
    itk.imwrite(plain, str(path))
    for image in (itk.device_image(path), itk.device_image(str(path))):
        assert isinstance(image, itk.DeviceImage[itk.SS, 3]) and geometry(image) == geometry(plain)
        np.testing.assert_array_equal(itk.array_from_image(image), itk.array_from_image(plain))
    assert isinstance(itk.device_image(path, pixel_type=itk.F), itk.DeviceImage[itk.F, 3])
    itk.imwrite(itk.image_from_array(random_array((4, 5), np.float64)), str(path))
    with pytest.raises(TypeError, match="pass pixel_type=itk.F"):
        itk.device_image(path)


def test_from_images():
    plain = itk.image_from_array(random_array((5, 7)))
    image = itk.device_image(plain)
    assert address(itk.array_view_from_image(image)) == address(itk.array_view_from_image(plain))
    assert itk.device_image(image) is image
    median = itk.MedianImageFilter.New(plain, radius=1)
    np.testing.assert_array_equal(np.asarray(itk.device_image(median)), itk.median_image_filter(plain, radius=1))


def test_arrays_are_shared_or_converted():
    array = random_array((6, 8), np.int16)
    assert address(np.asarray(itk.device_image(array))) == address(array)
    read_only = array.copy()
    read_only.flags.writeable = False
    unaligned = np.frombuffer(b"x" + array.tobytes(), np.int16, offset=1).reshape(array.shape)
    turned = (array[::-1], array[:, ::2], array.T, np.asfortranarray(array))
    for strange in (*turned, array.astype(">i2"), read_only, unaligned):
        np.testing.assert_array_equal(np.asarray(itk.device_image(strange)), strange)
        expected = itk.median_image_filter(np.ascontiguousarray(strange, np.int16), radius=1)
        np.testing.assert_array_equal(itk.cuda_median_image_filter(strange, radius=1), expected)
    flags = array > 100
    image = itk.device_image(flags)
    assert isinstance(image, itk.DeviceImage[itk.UC, 2])
    np.testing.assert_array_equal(np.asarray(image), flags)


@pytest.mark.parametrize("dtype", [np.float64, np.int32, np.int64, np.complex64, np.float16])
def test_other_types_are_refused(dtype):
    array = np.zeros((4, 5), dtype)
    for function in (itk.device_image, itk.cuda_median_image_filter):
        with pytest.raises(TypeError, match=rf"{np.dtype(dtype)} .*pass array.astype"):
            function(array)


def test_results_of_arrays_are_views():
    array = random_array((300, 400), np.int16)
    result = itk.cuda_median_image_filter(array, radius=1)
    assert isinstance(result, np.ndarray) and not result.flags.owndata
    np.testing.assert_array_equal(result, itk.median_image_filter(array, radius=1))
    copied = itk.cuda_median_image_filter(array, radius=0)
    assert address(copied) != address(array)
    np.testing.assert_array_equal(copied, array)


def test_the_array_lives_as_long_as_a_result_that_shares_it():
    array = random_array((300, 300))
    expected = array.copy()
    for make in (np.array, itk.image_from_array):
        shared = itk.cuda_change_information_image_filter(make(array), output_spacing=(2, 3), change_spacing=True)
        others = [np.zeros((300, 300), np.float32) for _ in range(10)]
        np.testing.assert_array_equal(np.asarray(shared), expected)
        del others


def test_several_arrays_by_name():
    array, other = random_array((5, 7), np.int16), random_array((5, 7), np.int16, seed=2)
    np.testing.assert_array_equal(itk.cuda_add_image_filter(array, other), array + other)
    np.testing.assert_array_equal(itk.cuda_add_image_filter(array, input2=other), array + other)
    mask = other > 100
    np.testing.assert_array_equal(itk.cuda_mask_image_filter(array, mask_image=mask), np.where(mask, array, 0))


def test_dask():
    dask_array = pytest.importorskip("dask.array")
    array = random_array((50, 60))
    chunked = dask_array.from_array(array, chunks=20)
    np.testing.assert_array_equal(np.asarray(itk.device_image(chunked)), array)
    result = itk.cuda_median_image_filter(chunked, radius=1)
    np.testing.assert_array_equal(result, itk.median_image_filter(array, radius=1))


def test_cupy_in_cupy_out():
    array = random_array((50, 60))
    on_device = current_device(array)
    import cupy

    result = itk.cuda_median_image_filter(on_device, radius=1)
    assert isinstance(result, cupy.ndarray)
    np.testing.assert_array_equal(result.get(), itk.median_image_filter(array, radius=1))
    assert itk.device_image(on_device).__cuda_array_interface__["data"][0] == on_device.data.ptr


def test_torch_on_the_device():
    torch = pytest.importorskip("torch")
    if not (HAS_DEVICE and torch.cuda.is_available()):
        pytest.skip("no CUDA device")
    array = random_array((50, 60))
    result = itk.cuda_median_image_filter(torch.from_numpy(array).cuda(), radius=1)
    assert isinstance(result, torch.Tensor) and result.is_cuda
    np.testing.assert_array_equal(result.cpu().numpy(), itk.median_image_filter(array, radius=1))


class Tensor(np.ndarray):
    """What itk.device_image() uses of a MetaTensor, over NumPy."""

    def permute(self, *axes):
        return self.transpose(*axes)

    def contiguous(self):
        return np.ascontiguousarray(self).view(np.ndarray)


@pytest.mark.parametrize("space", ["RAS", "LPS"])
@pytest.mark.parametrize("dimension", [2, 3])
def test_metatensor_in(space, dimension):
    array = random_array((4, 5, 6)[:dimension])
    tensor = array[None].view(Tensor)
    spacing, origin = np.array([1.0, 2.0, 3.0])[:dimension], np.array([7.0, 8.0, 9.0])[:dimension]
    direction = np.eye(dimension)
    direction[:2, :2] = [[0.6, -0.8], [0.8, 0.6]]
    affine = np.eye(dimension + 1)
    affine[:-1, :-1], affine[:-1, -1] = direction * spacing, origin
    if space == "RAS":
        affine[:2] *= -1
    tensor.affine, tensor.meta = affine, {"space": space}
    image = itk.device_image(tensor)
    np.testing.assert_array_equal(itk.array_from_image(image), array.T)
    np.testing.assert_allclose(itk.spacing(image), spacing)
    np.testing.assert_allclose(itk.origin(image), origin)
    np.testing.assert_allclose(itk.array_from_matrix(image.GetDirection()), direction)


def test_metatensor_there_and_back():
    monai_data = pytest.importorskip("monai.data")
    import torch

    affine = torch.tensor([[-1.0, 0, 0, 7], [0, -2, 0, 8], [0, 0, 3, 9], [0, 0, 0, 1]], dtype=torch.float64)
    tensor = monai_data.MetaTensor(torch.from_numpy(random_array((1, 4, 5, 6))), affine=affine, meta={"space": "RAS"})
    back = itk.metatensor_from_device_image(itk.device_image(tensor))
    assert isinstance(back, monai_data.MetaTensor)
    torch.testing.assert_close(back.as_tensor().cpu(), tensor.as_tensor())
    torch.testing.assert_close(back.affine, affine)
    filtered = itk.cuda_median_image_filter(tensor, radius=1)
    assert isinstance(filtered, monai_data.MetaTensor) and filtered.shape == tensor.shape
    torch.testing.assert_close(filtered.affine, affine)


def test_progress(monkeypatch):
    tqdm = pytest.importorskip("tqdm")
    bars = []

    class Bar(tqdm.tqdm):
        def __init__(self, *arguments, **keywords):
            super().__init__(*arguments, **keywords)
            bars.append(self)

    monkeypatch.setattr("tqdm.auto.tqdm", Bar)
    image = itk.image_from_array(random_array((40, 50)))
    process = itk.MedianImageFilter.New(image, radius=1)
    assert itk.show_progress(process, "median") is process
    process.Update()
    process.SetRadius(2)
    process.Update()
    process.Update()
    assert [(bar.desc, bar.n, bar.total) for bar in bars] == 2 * [("median", 100, 100)]


def test_progress_keeps_no_filter():
    pytest.importorskip("tqdm")
    image = itk.image_from_array(random_array((40, 50)))
    process = itk.show_progress(itk.CudaMedianImageFilter.New(image, radius=1))
    count = image.GetReferenceCount()
    process.Update()
    del process
    assert image.GetReferenceCount() < count


def test_progress_without_tqdm(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    process = itk.MedianImageFilter.New(itk.image_from_array(random_array((40, 50))))
    assert itk.show_progress(process) is process and not process.HasObserver(itk.ProgressEvent())
