snake_case_functions = (
    "cuda_image_filters_info",
    "device_image",
    "device_image_from_array",
    "device_image_from_cuda_array",
    "device_image_from_dlpack",
    "device_image_from_image",
    "image_from_device_image",
    "metatensor_from_device_image",
    "show_progress",
)
