"""Denoises a picture, finds its edges and cuts its main object out: python denoise_edges_segment.py [PICTURE] [FOLDER]

Cells begin with # %%, as notebooks in many editors have them. Figures are saved as PNG in FOLDER.
"""

# %% What is needed: ITK with this module, and NumPy
import sys
from pathlib import Path

import itk
import numpy as np

PICTURES = Path(__file__).resolve().parents[2] / "test" / "data"
picture = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES / "cameraman.png"
folder = Path(sys.argv[2]) if len(sys.argv) > 2 else Path("python-output")
folder.mkdir(parents=True, exist_ok=True)


def show(name, *pictures):
    """Saves pictures side by side. Grey ones are arrays of two axes, coloured ones of three."""
    coloured = [np.stack(3 * [p], axis=-1) if p.ndim == 2 else p for p in map(np.asarray, pictures)]
    row = np.concatenate([np.clip(p, 0, 255).astype(np.uint8) for p in coloured], axis=1)
    row = row.repeat(2, axis=0).repeat(2, axis=1)  # each pixel four times as large
    itk.imwrite(itk.image_from_array(np.ascontiguousarray(row), is_vector=True), str(folder / f"{name}.png"))


def paint(grey, mask, colour):
    coloured = np.stack(3 * [np.asarray(grey)], axis=-1)
    coloured[np.asarray(mask) > 0] = colour
    return coloured


# %% A noisy picture. As a DeviceImage, its pixels go to the GPU once, if there is one
clean = itk.imread(str(picture), itk.F)
noisy = itk.device_image_from_image(itk.additive_gaussian_noise_image_filter(clean, standard_deviation=25.0, seed=1))

# %% Denoise: means along lines of even grey. The noise level is estimated where none is given
denoised = itk.cuda_isoline_denoising_image_filter(noisy)
show("1-denoised", noisy, denoised)


# %% How much better? In decibels, against the picture without noise
def decibels(image):
    return 10 * np.log10(255**2 / np.mean((np.asarray(image) - np.asarray(clean)) ** 2))


print(f"noisy: {decibels(noisy):.1f} dB, denoised: {decibels(denoised):.1f} dB")

# %% Edges, of the noisy picture and of the denoised one: the same Canny, the same thresholds
thresholds = {"variance": 1.5, "lower_threshold": 8, "upper_threshold": 14}
edges_of_noisy = itk.cuda_canny_edge_detection_image_filter(noisy, **thresholds)
edges = itk.cuda_canny_edge_detection_image_filter(denoised, **thresholds)
yellow = (255, 220, 0)
show("2-edges", paint(noisy, edges_of_noisy, yellow), paint(denoised, edges, yellow))
print(f"edge pixels: {int(np.sum(edges_of_noisy))} in the noisy picture, {int(np.sum(edges))} in the denoised one")

# %% Segment: a polygon that makes the picture's two regions most likely. It reckons with the noise, so it takes the noisy
# picture. The last vertex is the first one
mask, polygon = itk.cuda_polygonal_region_snake_image_filter(noisy)
inside = itk.array_from_image(mask)
outline = np.hypot(*np.gradient(inside.astype(np.float32))) > 0
red = (255, 40, 40)
show("3-segment", paint(noisy, outline, red), 255 * inside)
greys = [np.mean(np.asarray(clean)[inside == label]) for label in (1, 0)]
print(f"a polygon of {polygon.GetVertexList().Size() - 1} nodes, mean grey {greys[0]:.0f} inside and {greys[1]:.0f} outside")
print(f"Look at {folder.resolve()}")
