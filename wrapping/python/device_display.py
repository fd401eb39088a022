"""What an itk.DeviceImage shows of itself: a line of text, and a picture in a notebook."""

import tempfile
from pathlib import Path

import numpy as np


def __repr__(self):
    """One line: pixel type, size and spacing in ITK's order, and where the pixels are."""
    from itk.support.device_arrays import _dtype_of

    region = self.GetLargestPossibleRegion()
    size = " x ".join(str(int(length)) for length in region.GetSize())
    spacing = " x ".join(f"{length:g}" for length in self.GetSpacing())
    components = self.GetNumberOfComponentsPerPixel()
    pixel = f"{components} x {_dtype_of(self)}" if components > 1 else str(_dtype_of(self))
    if self.GetDevice() >= 0:
        where = f"on GPU {self.GetDevice()}"
    else:
        where = "on the host" if self.GetBufferedRegion().GetNumberOfPixels() > 0 else "not computed yet"
    return f"<itk.DeviceImage of {pixel}, size {size}, spacing {spacing}, {where}>"


def _repr_png_(self):
    """A PNG of the image, or of a volume's three middle slices: across z, y and x. Grey from the least value to the
    largest; pixels as large as their spacing says. None of vectors."""
    from itk.support.device_arrays import _array, _dtype_of

    components = self.GetNumberOfComponentsPerPixel()
    if components not in (1, 3) or (components == 3 and _dtype_of(self) != np.uint8):
        return None
    array = _array(self, False, True, False)
    spacing = [float(length) for length in self.GetSpacing()][::-1]
    if array.size == 0:
        return None
    if len(spacing) == 2:
        pictures = [_with_square_pixels(array, spacing, 512)]
    else:
        pictures = [
            _with_square_pixels(array.take(array.shape[axis] // 2, axis), spacing[:axis] + spacing[axis + 1 :], 256)
            for axis in range(3)
        ]
    if components == 1:
        pictures = _to_grey(pictures)
    height = max(len(picture) for picture in pictures)
    margins = [(0, 0)] * (pictures[0].ndim - 1)
    return _encode(np.hstack([np.pad(picture, [(0, height - len(picture)), *margins]) for picture in pictures]))


def _with_square_pixels(picture, spacing, largest):
    """The picture's nearest pixels, with at most `largest` rows and columns."""
    extent = [count * length for count, length in zip(picture.shape, spacing)]
    step = max(min(spacing), max(extent) / largest)
    rows, columns = (
        np.minimum((np.arange(max(1, round(whole / step))) + 0.5) * step / length, count - 1).astype(int)
        for whole, length, count in zip(extent, spacing, picture.shape)
    )
    return picture[rows][:, columns]


def _to_grey(pictures):
    values = np.concatenate([picture.ravel() for picture in pictures]).astype(np.float64)
    values = values[np.isfinite(values)]
    least, largest = (values.min(), values.max()) if values.size else (0.0, 0.0)
    scale = 255 / (largest - least) if largest > least else 0
    return [
        np.nan_to_num((picture.astype(np.float64) - least) * scale, nan=0, posinf=255, neginf=0).round().astype(np.uint8)
        for picture in pictures
    ]


def _encode(picture):
    """As ITK writes PNG, which it does into files alone."""
    import itk

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture.png"
        itk.imwrite(itk.image_from_array(np.ascontiguousarray(picture), is_vector=picture.ndim == 3), str(path))
        return path.read_bytes()
