"""Makes the voxels of a volume isotropic, masks it by Otsu's threshold, writes its three middle slices:

    python isotropic_volume.py OUTPUT_FOLDER [VOLUME [SPACING_IN_MM]]

The twin of examples/IsotropicVolume. Without a volume, of a phantom of a head in CT.
"""

# %% What is needed: ITK with this module, and NumPy
import sys
from pathlib import Path

import itk
import numpy as np

AIR = -1024


def make_head_phantom():
    """160 x 200 x 60 voxels of 1.0 x 1.0 x 2.5 mm in Hounsfield units: air, and ellipsoids of skull, brain and others."""
    size, spacing = np.array([160, 200, 60]), np.array([1.0, 1.0, 2.5])
    origin = -0.5 * (size - 1) * spacing
    x, y, z = np.meshgrid(*(o + s * np.arange(n) for o, s, n in zip(origin, spacing, size)), indexing="ij", sparse=True)
    volume = np.full(size[::-1], -1000, np.int16)
    for center, radius, value in (  # in mm from the middle; later ones lie over earlier ones
        ((0, 0, 0), (70, 90, 68), 1000),
        ((0, 0, 0), (64, 84, 62), 40),
        ((-14, 6, 8), (9, 30, 18), 5),
        ((14, 6, 8), (9, 30, 18), 5),
        ((30, -40, 10), (6, 6, 6), 300),
    ):
        distance = sum(((axis - c) / r) ** 2 for axis, c, r in zip((x, y, z), center, radius))
        volume[distance.T <= 1] = value
    return itk.device_image_from_array(volume, spacing=spacing, origin=origin)


def write_middle_slice(volume, axis, file):
    """The slice in the middle of an axis, of 8 bits."""
    region = volume.GetLargestPossibleRegion()
    index, size = list(region.GetIndex()), list(region.GetSize())
    index[axis] += size[axis] // 2
    size[axis] = 0
    region.SetIndex(index)
    region.SetSize(size)
    types = itk.template(volume)[1][0]
    extract = itk.CudaExtractImageFilter[type(volume), itk.DeviceImage[types, 2]].New(volume, extraction_region=region)
    extract.SetDirectionCollapseToIdentity()
    picture = itk.DeviceImage[itk.UC, 2]
    rescaled = itk.cuda_rescale_intensity_image_filter(extract.GetOutput(), ttype=(itk.DeviceImage[types, 2], picture))
    itk.imwrite(itk.image_from_device_image(rescaled), file)


# %% The volume. As a DeviceImage, its pixels go to the GPU once, if there is one
folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
spacing = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
if len(sys.argv) > 2:
    volume = itk.device_image_from_image(itk.imread(sys.argv[2], itk.SS))
else:
    volume = make_head_phantom()

# %% Isotropic voxels, by linear interpolation of the identity, unless another interpolator or transform is given
size = [int((n - 1) * s / spacing) + 1 for n, s in zip(itk.size(volume), itk.spacing(volume))]
resampled = itk.cuda_resample_image_filter(
    volume,
    size=size,
    output_spacing=3 * [spacing],
    output_origin=itk.origin(volume),
    output_direction=volume.GetDirection(),
    default_pixel_value=AIR,
)

# %% What exceeds Otsu's threshold
otsu = itk.CudaOtsuThresholdImageFilter.New(resampled, inside_value=0, outside_value=1)
otsu.Update()
masked = itk.cuda_mask_image_filter(resampled, mask_image=otsu.GetOutput(), outside_value=AIR)

# %% Three slices
for axis, name in enumerate(("sagittal", "coronal", "axial")):
    write_middle_slice(masked, axis, str(folder / f"{name}.png"))
print(
    f"{tuple(itk.size(volume))} voxels of {tuple(itk.spacing(volume))} mm became {tuple(size)} of {spacing:g} mm; "
    f"threshold {otsu.GetThreshold()}"
)
