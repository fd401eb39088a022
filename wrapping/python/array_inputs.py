"""itk.device_image(), of whatever holds pixels, and how the filters' functions take arrays and give the like."""

import functools
import os

import numpy as np
from itk.support import helpers
from itk.support.device_arrays import (
    _CUDA,
    device_image_from_cuda_array,
    device_image_from_dlpack,
    device_image_from_image,
)

_DTYPES = (np.uint8, np.int16, np.uint16, np.float32)


def device_image(source, spacing=None, origin=None, direction=None, is_vector=False, pixel_type=None):
    """A DeviceImage of what holds pixels, which are shared where they can be.

    Parameters
    ----------
    source
        The path of a file; an image of ITK's, or a filter that makes one; a MetaTensor of MONAI's, of one channel, whose
        affine gives the geometry; an array of NumPy, CuPy, PyTorch, Dask or another library with __dlpack__,
        __cuda_array_interface__ or __array__, whose axes are z, y, x. NumPy's arrays of the other byte order, with strides
        other than C's, or read-only are copied; bool becomes uint8.
    spacing, origin, direction, is_vector
        Of an array, as of itk.device_image_from_dlpack().
    pixel_type : itk.UC, itk.SS, itk.US or itk.F, optional
        To which a file's pixels are converted.

    Raises TypeError if the elements are neither of uint8, int16, uint16, float32.
    """
    import itk

    if isinstance(source, (str, os.PathLike)):
        source = itk.imread(os.fspath(source), pixel_type)
    if isinstance(source, itk.DeviceImage):
        return source
    if isinstance(source, itk.Object):
        image = itk.output(source)
        if itk.template(image)[1] not in itk.DeviceImage.keys():
            raise TypeError(f"there is no DeviceImage of {itk.template(image)[1]}: cast the image, or pass pixel_type=itk.F")
        return device_image_from_image(image)
    if _is_metatensor(source):
        return _device_image_from_metatensor(source)
    geometry = (spacing, origin, direction, is_vector)
    if _is_on_device(source):
        if hasattr(source, "__dlpack__"):
            return device_image_from_dlpack(source, *geometry)
        return device_image_from_cuda_array(source, *geometry)
    return device_image_from_dlpack(_usable(np.asarray(source)), *geometry)


def _is_on_device(array):
    if hasattr(array, "__dlpack_device__"):
        return array.__dlpack_device__()[0] == _CUDA
    return hasattr(array, "__cuda_array_interface__")


def _usable(array):
    """The array, or a copy that can be shared."""
    if array.dtype == np.bool_:
        array = array.view(np.uint8)
    if array.dtype.type not in _DTYPES:
        raise TypeError(
            f"an array of {array.dtype} is none of uint8, int16, uint16, float32, as DeviceImages are: pass array.astype(...)"
        )
    array = np.require(array, array.dtype.newbyteorder("="), ["C", "W"])
    return array if array.flags.aligned else array.copy()


# MONAI's MetaTensor has its axes in the order channel, x, y, z, and an affine from indices to RAS, or LPS as ITK has it.


def _is_metatensor(array):
    return hasattr(array, "affine") and hasattr(array, "meta") and hasattr(array, "permute")


def _device_image_from_metatensor(tensor):
    affine = np.array([[float(x) for x in row] for row in tensor.affine])
    if str(tensor.meta.get("space", "RAS")).split(".")[-1] != "LPS":
        affine = np.diag([-1, -1] + [1] * (len(affine) - 2)) @ affine
    pixels = tensor.as_tensor() if hasattr(tensor, "as_tensor") else tensor
    if len(pixels.shape) not in (3, 4) or pixels.shape[0] != 1:
        raise TypeError(f"a MetaTensor has one channel and 2 or 3 axes to be a DeviceImage, not a shape of {pixels.shape}")
    pixels = pixels[0]
    axes = len(pixels.shape)
    steps = affine[:axes, :axes]
    spacing = np.linalg.norm(steps, axis=0)
    pixels = pixels.permute(*reversed(range(axes))).contiguous()
    return device_image_from_dlpack(pixels, spacing, affine[:axes, -1], steps / spacing)


def metatensor_from_device_image(image):
    """MONAI's MetaTensor of the pixels, which it shares, in the order channel, x, y, z, with the affine in RAS."""
    import itk
    import torch
    from monai.data import MetaTensor

    axes = image.GetImageDimension()
    affine = np.eye(4)
    affine[:axes, :axes] = itk.array_from_matrix(image.GetDirection()) * np.array(image.GetSpacing())
    affine[:axes, 3] = image.GetOrigin()
    affine = np.diag([-1.0, -1.0, 1.0, 1.0]) @ affine
    pixels = torch.from_dlpack(image).permute(*reversed(range(axes)))[None]
    return MetaTensor(pixels, affine=torch.from_numpy(affine), meta={"space": "RAS"})


# The functions of filters.


def _library_of(value):
    """The library of an array that is taken here, or None: the rest, such as tensors of PyTorch on the host with their
    channels first, is left to ITK."""
    import itk

    if not hasattr(type(value), "shape") or isinstance(value, itk.Object) or not value.shape:
        return None
    library = type(value).__module__.partition(".")[0]
    if _is_metatensor(value):
        return "monai"
    return library if library in ("numpy", "dask") or _is_on_device(value) else None


def _device_type(image_type):
    import itk

    template, parameters = itk.template(image_type)
    return itk.DeviceImage[parameters] if template is itk.Image else image_type


def _like(library, image):
    import itk

    if not isinstance(image, itk.DeviceImage):
        return image
    if library in ("numpy", "dask"):
        return itk.array_view_from_image(image)
    if library == "monai":
        return metatensor_from_device_image(image)
    if library in ("cupy", "torch"):
        return __import__(library).from_dlpack(image)
    return image


def accept_arrays(function):
    """Decorates a filter's function: arrays become DeviceImages, and its results are arrays of the first one's library:
    views of the DeviceImage's pixels, without a copy."""
    otherwise = helpers.accept_array_like_xarray_torch(function)

    def takes(name):
        return "image" in name or "field" in name or name.startswith(("input", "label_input"))

    @functools.wraps(function)
    def with_arrays(*args, **kwargs):
        first = next(filter(None, map(_library_of, args)), None)
        named = {name: value for name, value in kwargs.items() if takes(name.lower()) and _library_of(value)}
        library = first or next(map(_library_of, named.values()), None)
        if library is None:
            return otherwise(*args, **kwargs)
        args = [device_image(value) if _library_of(value) else value for value in args]
        for name, value in named.items():
            kwargs[name] = device_image(value, is_vector="field" in name.lower())
        if "ttype" in kwargs:
            types = kwargs["ttype"]
            kwargs["ttype"] = tuple(map(_device_type, types if isinstance(types, (tuple, list)) else (types,)))
        result = function(*args, **kwargs)
        if isinstance(result, tuple):
            return tuple(_like(library, each) for each in result)
        return _like(library, result)

    return with_arrays
