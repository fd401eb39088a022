snake_case_functions = (
    "device_image_from_array",
    "device_image_from_cuda_array",
    "device_image_from_dlpack",
    "device_image_from_image",
    "image_from_device_image",
)
