"""DeviceImages and the arrays of other libraries: what itk.DeviceImage has beyond the C++ class, and
itk.device_image_from_dlpack() and its like.

Arrays have their axes in the order of ITK's NumPy views, the reverse of ITK's own: z, y, x, component. `spacing`,
`origin` and `direction` are as for SetSpacing() and so on: x, y, z.
"""

import numpy as np

_CPU, _CUDA = (1, 2)  # DLDeviceType
_INT, _UINT, _FLOAT = (0, 1, 2)  # DLDataTypeCode


def _arrays_of(image):
    import itk

    return itk.PyDeviceImage[type(image)]


def _device_of(image):
    """Where DLPack consumers find the pixels: the device that has them or, if none has, would get them; -1 without."""
    import itk

    device = image.GetDevice()
    if device < 0 and itk.PyDLPack._GetNumberOfDevices() > 0 and not itk.PyDLPack._IsOffByEnvironment():
        device = itk.PyDLPack._GetCurrentDevice()
    return device


def _shape_of(image, keep_axes=False):
    size = [int(length) for length in image.GetBufferedRegion().GetSize()]
    if image.GetNumberOfComponentsPerPixel() > 1:
        size.insert(0, image.GetNumberOfComponentsPerPixel())
    return tuple(size if keep_axes else reversed(size))


def _dtype_of(image):
    import itk

    pixel = itk.template(image)[1][0]
    return np.dtype(pixel.dtype if hasattr(pixel, "dtype") else itk.template(pixel)[1][0].dtype)


def __dlpack_device__(self):
    """(device type, device) of DLPack: CUDA where there is a device, else the CPU."""
    device = _device_of(self)
    return (_CUDA, device) if device >= 0 else (_CPU, 0)


def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
    """The pixels as a DLPack capsule, without a copy unless `copy` is true.

    They are uploaded if the device's are not current, and `stream`, a number as DLPack has it, waits for what writes
    them. The export counts as writing there: the host's pixels are downloaded anew when they are next asked for. After
    writing through the consumer's array later, call ModifiedOnDevice(stream), or Modified() for one on the host. With
    dl_device=(1, 0) the pixels on the host are lent.
    """
    self.Update()
    here = self.__dlpack_device__()
    where = here if dl_device is None else (int(dl_device[0]), int(dl_device[1]))
    if where != here:
        if where[0] != _CPU:
            raise BufferError(f"the pixels are on device {here}, not on {where}")
        if copy is False:
            raise BufferError(f"the pixels are on device {here}, and copy=False forbids to download them")
    versioned = max_version is not None and max_version[0] >= 1
    device = where[1] if where[0] == _CUDA else -1
    number = 1 if stream is None else int(stream)
    return _arrays_of(self)._ToDLPack(self, device, number, bool(copy), versioned)


def __array__(self, dtype=None, copy=None):
    """The pixels on the host, without a copy unless `dtype` or `copy` asks for one; ITK before 5.4.7 would make one."""
    import itk

    if copy is False and dtype is not None and np.dtype(dtype) != _dtype_of(self):
        raise ValueError(f"copy=False forbids to convert {_dtype_of(self)} to {np.dtype(dtype)}")
    view = itk.array_view_from_image(self)
    return np.array(view, dtype) if copy else np.asarray(view, dtype)


@property
def __cuda_array_interface__(self):
    """Version 3 of the CUDA Array Interface. No such attribute where there is no CUDA device.

    As for __dlpack__(), the pixels are uploaded if needed, and the access counts as writing on the device. `stream` is
    the one on which this thread's filters work. A consumer's array is valid until the image is computed anew.
    """
    import itk

    device = _device_of(self)
    if device < 0:
        raise AttributeError("__cuda_array_interface__: there is no CUDA device")
    self.Update()
    return {
        "version": 3,
        "shape": _shape_of(self),
        "typestr": _dtype_of(self).str,
        "data": (_arrays_of(self)._GetDeviceAddress(self, device), False),
        "strides": None,
        "stream": itk.PyDLPack._GetStreamOfThisThread(device),
    }


def ModifiedOnDevice(self, stream=1):
    """Tells that another library writes the pixels on the device, by what it has enqueued on `stream` (a number as
    DLPack has it: 1 is the default stream). Filters and the host then wait for that and use the new pixels."""
    _arrays_of(self)._WrittenOnDevice(self, int(stream))
    self.Modified()


def __reduce__(self):
    """Pickled with the pixels, spacing, origin and direction."""
    import itk

    geometry = (tuple(self.GetSpacing()), tuple(self.GetOrigin()), itk.array_from_matrix(self.GetDirection()))
    return _unpickle, (itk.array_from_image(self), *geometry, self.GetNumberOfComponentsPerPixel() > 1)


def _unpickle(array, spacing, origin, direction, is_vector):
    return device_image_from_dlpack(array, spacing, origin, direction, is_vector)


def __internal_call__(self):
    """What the snake case functions call: the output, or the outputs, or the filter itself if its results are no images.
    Their types are known here, so that ITK's own search for them is saved."""
    if not hasattr(self, "GetOutput"):
        self.Update()
        return self
    self.UpdateLargestPossibleRegion()
    number = self.GetNumberOfIndexedOutputs()
    if number == 1:
        return _like_input(self.GetOutput(), self)
    # GetOutput() gives images alone; a snake's other outputs are polygons.
    other = self.GetPolygon if hasattr(self, "GetPolygon") else lambda i: self.GetOutput(i + 1)
    return (self.GetOutput(), *map(other, range(number - 1)))


def _like_input(output, process):
    """The output, as an itk.Image where the input was one of which itkPyDeviceArgument.h made a DeviceImage."""
    image = process.GetInput()
    return image_from_device_image(output) if image is not None and image.GetObjectName() == "itk.Image" else output


def SetOperators(self, *operators):
    """Sets the operators from sequences of coefficients, odd in length, one per axis in the order x, y, z."""
    if len(operators) == 1 and np.ndim(operators[0][0]) > 0:
        (operators,) = operators
    for axis, coefficients in enumerate(operators):
        self.SetOperator(axis, coefficients)


# What itk.array_from_image() and its like call: the static functions of itk.PyBuffer.


def _GetArrayViewFromImage(image):
    image.Update()
    return _arrays_of(image)._GetBytes(image, True)


def _array(image, keep_axes, update, to_write):
    if update:
        image.Update()
    memory = _arrays_of(image)._GetBytes(image, to_write)
    return np.frombuffer(memory, _dtype_of(image)).reshape(_shape_of(image, keep_axes))


def GetArrayViewFromImage(image, keep_axes=False, update=True):
    """The pixels on the host, without a copy. Counts as writing there; call Modified() after writing once more."""
    from itk.itkPyBufferPython import NDArrayITKBase

    return NDArrayITKBase(_array(image, keep_axes, update, True), image)


def GetArrayFromImage(image, keep_axes=False, update=True):
    """A copy of the pixels. Those on the device stay current."""
    return _array(image, keep_axes, update, False).copy()


@classmethod
def GetImageViewFromArray(cls, array, is_vector=False, need_contiguous=True):
    """A DeviceImage of the memory of a NumPy array in C order."""
    return cls._FromDLPack(np.ascontiguousarray(array).__dlpack__(), 0)


@classmethod
def GetImageFromArray(cls, array, is_vector=False):
    """A DeviceImage of a copy of a NumPy array."""
    return cls._FromDLPack(np.array(array, order="C").__dlpack__(), 0)


# Functions of the namespace itk.


def _with_geometry(image, spacing, origin, direction):
    if spacing is not None:
        image.SetSpacing([float(length) for length in spacing])
    if origin is not None:
        image.SetOrigin([float(coordinate) for coordinate in origin])
    if direction is not None:
        image.SetDirection(direction)
    return image


def _capsule_of(array):
    import itk

    arguments = {"max_version": (1, 0)}
    device_type, device = array.__dlpack_device__()
    if device_type not in (_CPU, 3) and device < itk.PyDLPack._GetNumberOfDevices():
        arguments["stream"] = itk.PyDLPack._GetStreamOfThisThread(device)
    try:
        return array.__dlpack__(**arguments)
    except TypeError:  # of before DLPack 1.0
        del arguments["max_version"]
        return array.__dlpack__(**arguments)


def _device_image_of(capsule, stream, is_vector, geometry):
    import itk

    code, bits, shape = itk.PyDLPack._Describe(capsule)
    types = {(_UINT, 8): itk.UC, (_INT, 16): itk.SS, (_UINT, 16): itk.US, (_FLOAT, 32): itk.F}
    if (code, bits) not in types:
        raise RuntimeError("the array's elements are neither of uint8, int16, uint16, float32: pass array.astype(...)")
    pixel = types[code, bits]
    dimension = len(shape)
    if is_vector:
        pixel = itk.Vector[pixel, shape[-1]] if pixel is itk.F else itk.RGBPixel[pixel]
        dimension -= 1
    if (pixel, dimension) not in itk.DeviceImage.keys():
        raise RuntimeError(f"there is no DeviceImage of {pixel} with {dimension} dimensions")
    image = itk.PyDeviceImage[itk.DeviceImage[pixel, dimension]]._FromDLPack(capsule, stream)
    return _with_geometry(image, *geometry)


def device_image_from_dlpack(array, spacing=None, origin=None, direction=None, is_vector=False):
    """A DeviceImage of the memory of `array`, without a copy.

    Parameters
    ----------
    array : any object with __dlpack__, of NumPy, CuPy, PyTorch and others, on the host or on a CUDA device
        uint8, int16, uint16 or float32, two or three axes, in C order. Both share the pixels, and the array lives as
        long as the image uses them. After writing through it, call the image's Modified(), or ModifiedOnDevice() for
        an array on a device.
    spacing, origin : sequences of float, optional
        In ITK's order: x, y, z.
    direction : array or itk.Matrix, optional
    is_vector : bool
        Whether the last axis is the three components of RGB pixels (uint8), or those of vectors (float32) as long as
        the image has dimensions.

    Raises RuntimeError, with the reason, where the array would have to be copied.
    """
    return _device_image_of(_capsule_of(array), 0, is_vector, (spacing, origin, direction))


def device_image_from_cuda_array(array, spacing=None, origin=None, direction=None, is_vector=False):
    """As device_image_from_dlpack(), of any object with __cuda_array_interface__ (version 3), such as of Numba and CuPy.

    It is taken to be on the current device. Filters wait for the stream that it names.
    """
    import itk

    interface = array.__cuda_array_interface__
    address, is_read_only = interface["data"]
    if is_read_only or interface.get("mask") is not None:
        raise RuntimeError("the array is " + ("read-only" if is_read_only else "masked") + ": pass a copy")
    dtype = np.dtype(interface["typestr"])
    strides = interface.get("strides") or ()
    if any(stride % dtype.itemsize for stride in strides):
        raise RuntimeError(f"the array has strides of {strides} bytes: pass a contiguous copy")
    device = itk.PyDLPack._GetCurrentDevice() if itk.PyDLPack._GetNumberOfDevices() > 0 else 0
    capsule = itk.PyDLPack._MakeCapsuleOnDevice(
        array,
        address,
        device,
        {"i": _INT, "u": _UINT, "f": _FLOAT}.get(dtype.kind, 255),
        8 * dtype.itemsize,
        tuple(interface["shape"]),
        tuple(stride // dtype.itemsize for stride in strides),
    )
    return _device_image_of(capsule, interface.get("stream") or 0, is_vector, (spacing, origin, direction))


def device_image_from_array(array, spacing=None, origin=None, direction=None, is_vector=False):
    """A DeviceImage of a copy of `array`, which need not be contiguous. Else as device_image_from_dlpack()."""
    return device_image_from_dlpack(np.array(array, order="C"), spacing, origin, direction, is_vector)


def device_image_from_image(image):
    """A DeviceImage of the pixels and the geometry of an itk.Image, without a copy on the host.

    Both share the pixels: after writing through `image`, call the result's Modified().
    """
    import itk

    image = itk.output(image)
    image.Update()
    result = itk.DeviceImage[itk.template(image)[1]].New()
    result.Graft(image)
    result._SetBase(image)  # may hold the memory, of an array
    return result


def image_from_device_image(image):
    """An itk.Image of the pixels and the geometry of a DeviceImage, downloaded if they are on the device alone.

    Both share the pixels: after writing through the result, call the Modified() of `image`.
    """
    import itk

    image = itk.output(image)
    image.Update()
    image.MakeHostCurrent()
    result = itk.Image[itk.template(image)[1]].New()
    result.Graft(image)
    return result
