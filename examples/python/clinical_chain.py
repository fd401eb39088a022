"""Finds the largest object of a CT volume, and measures it:

    python clinical_chain.py OUTPUT_FOLDER [VOLUME]

The twin of examples/ClinicalChain. Without a volume, of a phantom of a torso.
"""

# %% What is needed: ITK with this module, and NumPy
import sys
from pathlib import Path

import itk
import numpy as np


def make_torso_phantom():
    """128 x 128 x 75 voxels of 0.7 x 0.7 x 1 mm in Hounsfield units: air, a body with lungs and a spine, a table; noise."""
    size = (128, 128, 75)
    x, y, z = np.meshgrid(*(2 * (np.arange(n) + 0.5) / n - 1 for n in size), indexing="ij", sparse=True)
    volume = np.full(size[::-1], -1000, np.int16)
    for center, radius, value in (  # in halves of the sides, from the middle; later ones lie over earlier ones
        ((0, 0, 0), (0.85, 0.6, 0.95), 40),
        ((-0.4, 0, 0), (0.25, 0.34, 0.55), -800),
        ((0.4, 0, 0), (0.25, 0.34, 0.55), -800),
        ((0.35, 0.1, 0), (0.05, 0.05, 0.5), 20),
        ((-0.35, 0.1, 0.1), (0.05, 0.05, 0.4), 20),
        ((0, 0.42, 0), (0.12, 0.1, 0.9), 700),
        ((0, 0.85, 0), (0.7, 0.08, 20), 100),
        ((-0.9, -0.8, 0.3), (0.04, 0.04, 0.04), 300),
    ):
        distance = sum(((axis - c) / r) ** 2 for axis, c, r in zip((x, y, z), center, radius))
        volume[distance.T <= 1] = value
    # The numbers of the C++ program, a linear congruential generator's.
    powers = np.cumprod(np.full(volume.size, 1664525, np.uint32), dtype=np.uint32)
    sums = 1 + np.concatenate((np.zeros(1, np.uint32), np.cumsum(powers[:-1], dtype=np.uint32)))
    random = powers + sums.astype(np.uint32) * np.uint32(1013904223)
    noise = (random >> 24).astype(np.int16).reshape(volume.shape) * np.int16(80) // np.int16(255) - 40
    return itk.device_image_from_array((volume + noise).astype(np.int16), spacing=(0.7, 0.7, 1.0))


# %% The volume. As a DeviceImage, its pixels go to the GPU once, if there is one
folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
volume = itk.device_image_from_image(itk.imread(sys.argv[2], itk.SS)) if len(sys.argv) > 2 else make_torso_phantom()
real, labels = itk.DeviceImage[itk.F, 3], itk.DeviceImage[itk.UC, 3]

# %% What exceeds Otsu's threshold
image = itk.cuda_median_image_filter(volume, radius=(1, 1, 0))
image = itk.cuda_cast_image_filter(image, ttype=(type(volume), real))
image = itk.cuda_smoothing_recursive_gaussian_image_filter(image, sigma=1.0)
otsu = itk.CudaOtsuThresholdImageFilter[real, labels].New(image, inside_value=0, outside_value=1)
otsu.Update()

# %% The largest object, without its holes
ball = itk.FlatStructuringElement[3].Ball(2)
mask = itk.cuda_binary_morphological_opening_image_filter(otsu.GetOutput(), kernel=ball, foreground_value=1)
mask = itk.cuda_binary_shape_keep_n_objects_image_filter(
    mask, number_of_objects=1, foreground_value=1, background_value=0
)
mask = itk.cuda_binary_fillhole_image_filter(mask, foreground_value=1)

# %% Its figures
distance = itk.cuda_signed_maurer_distance_map_image_filter(mask, squared_distance=False, ttype=(labels, real))
statistics = itk.CudaLabelStatisticsImageFilter.New(volume, label_input=mask)
statistics.Update()
depth = itk.CudaLabelStatisticsImageFilter.New(distance, label_input=mask)
depth.Update()
print(
    f"the object: threshold {otsu.GetThreshold():g}, {statistics.GetCount(1)} voxels, mean {statistics.GetMean(1):g}, "
    f"sigma {statistics.GetSigma(1):g}, depth {-depth.GetMinimum(1):g} mm"
)
itk.imwrite(itk.image_from_device_image(mask), str(folder / "object.nii"))
