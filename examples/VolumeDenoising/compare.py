"""Runs the program VolumeDenoising, scikit-image's non-local means and bm4d on crops of volumes, and writes quality.json, of
which write_tables.py makes the tables of the README:

python compare.py PROGRAM FOLDER [VOLUME...]

PROGRAM is build/examples/VolumeDenoising; FOLDER keeps each volume with each noise; VOLUME is one of VOLUMES below, and
without any all are taken. What FOLDER has of others is kept. Needs numpy, scipy, scikit-image, bm4d, pillow and SimpleITK."""

import json
import os
import pathlib
import subprocess
import sys
import time

import bm4d
import numpy as np
import PIL.Image
import PIL.ImageDraw
import scipy.stats
import SimpleITK
import skimage.metrics
import skimage.restoration

MRICRON = os.environ.get("MRICRON_TEMPLATES", "/usr/share/mricron/templates") + "/"
# Of each volume its file, and of its crop the first voxel.
VOLUMES = {
    "phantom": ("phantom", (20, 48, 36)),
    "ch2": (MRICRON + "ch2.nii.gz", (0, 64, 68)),
    "inia19": (MRICRON + "inia19-t1-brain.nii.gz", (22, 78, 48)),
    "KmeansTest": ("/usr/share/doc/insighttoolkit5-examples/examples/Data/KmeansTest_T1UCharRaw.nii.gz", (28, 38, 15)),
}
SIZE = (40, 48, 32)
PERCENTS = (3, 9, 15)
LAWS = ("Gaussian", "Rician")


class RicianLaw:
    """Of magnitudes with noise of a standard deviation of 1."""

    def __init__(self):
        self.truth = np.linspace(0, 60, 6001)
        self.mean = scipy.stats.rice.mean(np.minimum(self.truth, 30))
        large = self.truth > 30
        self.mean[large] = np.sqrt(self.truth[large] ** 2 + 1)
        deviation = np.ones_like(self.truth)
        deviation[~large] = scipy.stats.rice.std(self.truth[~large])
        # The function of a magnitude whose noise has everywhere a standard deviation of 1, to first order.
        steps = np.diff(self.mean) * 2 / (deviation[1:] + deviation[:-1])
        self.stable = np.concatenate(([0], np.cumsum(steps))) + self.mean[0] / deviation[0]
        self.slope = 1 / deviation[0]
        # Its expectation for each true value.
        normal = scipy.stats.norm.ppf((np.arange(100) + 0.5) / 100)
        real, imaginary = np.meshgrid(normal, normal)
        self.stable_mean = np.array([self.stabilise(np.hypot(t + real, imaginary)).mean() for t in self.truth[::20]])

    def invert_mean(self, mean):
        return np.where(
            mean < 30, np.interp(mean, self.mean, self.truth), np.sqrt(np.maximum(mean**2 - 1, 0))
        )

    def stabilise(self, magnitude):
        above = self.stable[-1] + magnitude - self.mean[-1]
        inside = np.interp(magnitude, self.mean, self.stable)
        return np.where(magnitude < self.mean[0], magnitude * self.slope, np.where(magnitude > self.mean[-1], above, inside))

    def invert_stabilised(self, stable_mean):
        """The true value whose stabilised magnitudes have this expectation."""
        above = self.truth[::20][-1] + stable_mean - self.stable_mean[-1]
        inside = np.interp(stable_mean, self.stable_mean, self.truth[::20])
        return np.where(stable_mean > self.stable_mean[-1], above, inside)


RICIAN = RicianLaw()


def use_means(noisy, sigma):
    """The nearest to the truth of these is taken: windows of 9 x 9 x 9 voxels, distances that take the noise off."""
    for patch in (5, 7):
        for h in (0.3, 0.4, 0.6):
            yield skimage.restoration.denoise_nl_means(
                noisy, patch_size=patch, patch_distance=4, h=h * sigma, sigma=sigma, fast_mode=True
            )


def use_bm4d(noisy, sigma):
    yield bm4d.bm4d(noisy, sigma)


METHODS = {"scikit-image, non-local means": use_means, "bm4d": use_bm4d}


def psnr(volume, truth):
    return float(skimage.metrics.peak_signal_noise_ratio(truth, volume, data_range=255))


def similarity(volume, truth):
    """Over the slices across axis 2, which is the first of NumPy's."""
    return float(np.mean([
        skimage.metrics.structural_similarity(a, b, data_range=255, gaussian_weights=True, use_sample_covariance=False)
        for a, b in zip(truth, volume)
    ]))


def read(file):
    return SimpleITK.GetArrayFromImage(SimpleITK.ReadImage(str(file))).astype(np.float64)


def denoise(noisy, sigma, law):
    """Of each method its name and what it may return."""
    for name, method in METHODS.items():
        if law == "Gaussian":
            yield name, method(noisy, sigma)
        else:
            yield f"{name}, corrected", (sigma * RICIAN.invert_mean(result / sigma) for result in method(noisy, sigma))
            stable = RICIAN.stabilise(noisy / sigma)
            yield f"{name}, stabilised", (sigma * RICIAN.invert_stabilised(result) for result in method(stable, 1.0))


def compare(program, folder, name, law):
    """Figures of one volume with one noise, of the program's filters and the others."""
    file, start = VOLUMES[name]
    folder.mkdir(parents=True, exist_ok=True)
    crop = [str(number) for number in (*start, *SIZE)]
    table = subprocess.run([program, law, folder, file, *crop, *map(str, PERCENTS)], check=True, capture_output=True, text=True)
    figures = []

    def add(percent, filter_name, *values):
        row = {"volume": name, "law": law, "percent": percent, "filter": filter_name}
        figures.append(row | dict(zip(("psnr", "mssim", "seconds"), values)))
        print(*figures[-1].values(), flush=True)

    for line in table.stdout.splitlines()[2:]:
        percent, filter_name, *values = (cell.strip() for cell in line.strip("| ").split(" | "))
        add(int(percent), filter_name, *map(float, values))
    truth = read(folder / "truth.mha")
    for percent in PERCENTS:
        noisy = read(folder / f"noisy {percent}.mha")
        for filter_name, results in denoise(noisy, 2.55 * percent, law):
            before = time.process_time()
            best = max(results, key=lambda result: psnr(result, truth))
            seconds = time.process_time() - before
            add(percent, filter_name, round(psnr(best, truth), 3), round(similarity(best, truth), 4), round(seconds, 1))
            SimpleITK.WriteImage(
                SimpleITK.GetImageFromArray(best.astype(np.float32)), str(folder / f"{filter_name} {percent}.mha")
            )
    return {"crop": {"start": start, "size": SIZE}, "figures": figures}


def draw(folder, percent, file, scale=4, columns=5):
    """The middle slice of the truth and of what there is for this noise, each with its name above."""
    names = [row["filter"] for row in json.loads((folder / "figures.json").read_text())["figures"] if row["percent"] == percent]
    names.remove("noisy")
    # Program's and others' in one order: what is compared with, then this module's.
    names.sort(key=lambda name: name.startswith("VolumeDenoising"))
    tiles = [("truth", "truth.mha"), *((name, f"{name} {percent}.mha") for name in ("noisy", *names))]
    slices = [(name, read(folder / path)[SIZE[2] // 2]) for name, path in tiles]
    width, height, head = SIZE[0] * scale + 6, SIZE[1] * scale + 22, 16
    picture = PIL.Image.new("L", (width * columns, height * -(-len(slices) // columns)), 255)
    pen = PIL.ImageDraw.Draw(picture)
    for i, (name, pixels) in enumerate(slices):
        x, y = width * (i % columns), height * (i // columns)
        for long, short in (("CurvatureAnisotropic", "Curvature"), ("scikit-image, ", ""), ("level estimated", "estimated")):
            name = name.replace(long, short)
        pen.text((x + 2, y + 2), name, 0)
        tile = PIL.Image.fromarray(np.clip(np.rint(pixels), 0, 255).astype(np.uint8))
        picture.paste(tile.resize((SIZE[0] * scale, SIZE[1] * scale), PIL.Image.Resampling.NEAREST), (x, y + head))
    picture.save(file, optimize=True)


def collect(folder):
    """Writes quality.json and pictures from the volumes for which the folder has both laws."""
    done = [name for name in VOLUMES if all((folder / f"{name} {law}" / "figures.json").exists() for law in LAWS)]
    results = [json.loads((folder / f"{name} {law}" / "figures.json").read_text()) for name in done for law in LAWS]
    crops = {result["figures"][0]["volume"]: result["crop"] for result in results}
    rows = [json.dumps(row) for result in results for row in result["figures"]]
    here = pathlib.Path(__file__).parent
    (here / "quality.json").write_text(f'{{"crops": {json.dumps(crops)},\n"figures": [\n' + ",\n".join(rows) + "\n]}\n")
    for law in LAWS:
        if "ch2" in done:
            draw(folder / f"ch2 {law}", 9, here / f"slices-{law}.png")


def main(program, folder, *names):
    folder = pathlib.Path(folder)
    for name in names or VOLUMES:
        for law in LAWS:
            place = folder / f"{name} {law}"
            result = compare(program, place, name, law)
            (place / "figures.json").write_text(json.dumps(result))
        collect(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
