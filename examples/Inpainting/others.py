"""What scikit-image and OpenCV make of what the program Inpainting wrote: python others.py OUTPUT_FOLDER IMAGE

Needs numpy, scipy, scikit-image and opencv-python-headless."""
import pathlib
import sys

import cv2
import numpy as np
import scipy.interpolate
import skimage.metrics
import skimage.restoration


def interpolate(image, missing):
    """Linearly on the triangles of known pixels, beyond their hull the nearest one."""
    known, asked = np.argwhere(~missing), np.argwhere(missing)
    values = scipy.interpolate.LinearNDInterpolator(known, image[~missing])(asked)
    nearest = scipy.interpolate.NearestNDInterpolator(known, image[~missing])(asked)
    filled = image.copy()
    filled[missing] = np.where(np.isnan(values), nearest, values)
    return filled


METHODS = {
    "linear interpolation": interpolate,
    "scikit-image, biharmonic": lambda image, missing: skimage.restoration.inpaint_biharmonic(
        image, missing, split_into_regions=False
    ),
    "OpenCV, Navier-Stokes": lambda image, missing: cv2.inpaint(
        image.astype(np.uint8), missing.astype(np.uint8), 3, cv2.INPAINT_NS
    ),
    "OpenCV, Telea": lambda image, missing: cv2.inpaint(
        image.astype(np.uint8), missing.astype(np.uint8), 3, cv2.INPAINT_TELEA
    ),
}


def main(folder, truth):
    truth = cv2.imread(truth, cv2.IMREAD_GRAYSCALE).astype(np.float64)
    missing = cv2.imread(str(pathlib.Path(folder, "mask.png")), cv2.IMREAD_GRAYSCALE) != 0
    image = np.where(missing, 0, truth)
    print("| | PSNR in dB | MSSIM |\n|---|---|---|")
    for name, fill in METHODS.items():
        filled = fill(image, missing).astype(np.float64)
        psnr = skimage.metrics.peak_signal_noise_ratio(truth, filled, data_range=255)
        mssim = skimage.metrics.structural_similarity(
            truth, filled, data_range=255, gaussian_weights=True, use_sample_covariance=False
        )
        print(f"| {name} | {psnr:.2f} | {mssim:.3f} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
