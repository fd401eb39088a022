"""What scikit-image's non-local means and bm4d make of what the program VolumeDenoising wrote: python others.py Gaussian|Rician
OUTPUT_FOLDER

Needs numpy, scikit-image, bm4d and SimpleITK, which reads the volumes."""

import pathlib
import sys

import bm4d
import numpy as np
import SimpleITK
import skimage.metrics
import skimage.restoration


def by_means(noisy, sigma):
    """With the parameters of scikit-image's example for a known sigma; distances take the noise off."""
    return skimage.restoration.denoise_nl_means(
        noisy, patch_size=3, patch_distance=4, h=0.6 * sigma, sigma=sigma, fast_mode=True
    )


METHODS = {"scikit-image, non-local means": by_means, "bm4d": bm4d.bm4d}


def remove_bias(volume, sigma):
    """From the mean of magnitudes to the true value, as far as they lie above the noise."""
    return np.sqrt(np.maximum(volume**2 - sigma**2, 0))


def similarity(volume, truth):
    """Over the slices across axis 2, which is the first of NumPy's."""
    return np.mean([
        skimage.metrics.structural_similarity(a, b, data_range=255, gaussian_weights=True, use_sample_covariance=False)
        for a, b in zip(truth, volume)
    ])


def read(file):
    return SimpleITK.GetArrayFromImage(SimpleITK.ReadImage(str(file))).astype(np.float64)


def main(law, folder):
    folder = pathlib.Path(folder)
    truth = read(folder / "truth.mha")
    print("| noise | filter | PSNR in dB | MSSIM |\n|---|---|---|---|")
    for percent in (3, 9, 15):
        noisy = read(folder / f"noisy {percent}.mha")
        sigma = 2.55 * percent
        for name, denoise in METHODS.items():
            result = denoise(noisy, sigma)
            if law == "Rician":
                result = remove_bias(result, sigma)
            psnr = skimage.metrics.peak_signal_noise_ratio(truth, result, data_range=255)
            print(f"| {percent} % | {name} | {psnr:.2f} | {similarity(result, truth):.3f} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
