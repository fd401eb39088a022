"""Lets ITK's lazy loader find the functions of array_inputs.py, cuda_info.py, device_arrays.py and
device_progress.py in the namespace itk."""

from itk.support.array_inputs import device_image, metatensor_from_device_image
from itk.support.cuda_info import cuda_image_filters_info
from itk.support.device_arrays import (
    device_image_from_array,
    device_image_from_cuda_array,
    device_image_from_dlpack,
    device_image_from_image,
    image_from_device_image,
)
from itk.support.device_progress import show_progress

swig = {}


def _has_a_docstring():
    pass


cuda_image_filters_info_init_docstring = _has_a_docstring
device_image_init_docstring = _has_a_docstring
device_image_from_array_init_docstring = _has_a_docstring
device_image_from_cuda_array_init_docstring = _has_a_docstring
device_image_from_dlpack_init_docstring = _has_a_docstring
device_image_from_image_init_docstring = _has_a_docstring
image_from_device_image_init_docstring = _has_a_docstring
metatensor_from_device_image_init_docstring = _has_a_docstring
show_progress_init_docstring = _has_a_docstring
