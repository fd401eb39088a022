"""The programs that the documentation shows do what it says."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import itk
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]


def run_python(arguments, folder):
    finished = subprocess.run(
        [sys.executable, *map(str, arguments)], cwd=folder, env=dict(os.environ), capture_output=True, text=True, timeout=300
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def test_the_readme_works_as_printed(tmp_path):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    shutil.copy(ROOT / "test" / "data" / "boat.png", tmp_path / "picture.png")
    (tmp_path / "program.py").write_text(blocks[0], encoding="utf-8")
    output = run_python(["program.py"], tmp_path)
    assert int(re.search(r"(\d+) edge pixels", output).group(1)) > 1000
    assert itk.imread(str(tmp_path / "edges.png")).shape == (512, 512)


def test_denoise_edges_segment(tmp_path):
    output = run_python([ROOT / "examples" / "python" / "denoise_edges_segment.py",
                         ROOT / "test" / "data" / "cameraman.png", tmp_path], tmp_path)
    noisy, denoised = map(float, re.search(r"noisy: (.*) dB, denoised: (.*) dB", output).groups())
    assert denoised > noisy + 5
    inside, outside = map(int, re.search(r"mean grey (\d+) inside and (\d+) outside", output).groups())
    assert inside + 70 < outside
    for name in ("1-denoised", "2-edges", "3-segment"):
        assert np.asarray(itk.imread(str(tmp_path / f"{name}.png"))).std() > 10


def test_isotropic_volume_is_as_in_cpp(tmp_path):
    output = run_python([ROOT / "examples" / "python" / "isotropic_volume.py", tmp_path], tmp_path)
    assert "became (160, 200, 148) of 1 mm; threshold " in output
    for name in ("axial", "coronal", "sagittal"):
        picture, in_cpp = (
            np.asarray(itk.imread(str(folder / f"{name}.png")))
            for folder in (tmp_path, ROOT / "examples" / "IsotropicVolume")
        )
        np.testing.assert_array_equal(picture, in_cpp)


def test_clinical_chain_is_as_in_cpp(tmp_path):
    output = run_python([ROOT / "examples" / "python" / "clinical_chain.py", tmp_path], tmp_path)
    assert output.strip() in (ROOT / "examples" / "ClinicalChain" / "README.md").read_text(encoding="utf-8")
    labels = np.asarray(itk.imread(str(tmp_path / "object.nii")))
    assert np.bincount(labels.ravel()).tolist() == [labels.size - 312686, 312686]


@pytest.mark.parametrize("workers", [1, 2])
def test_out_of_core(tmp_path, workers):
    pytest.importorskip("dask.array")
    zarr = pytest.importorskip("zarr", "3.0")
    if workers > 1:
        pytest.importorskip("distributed")
    program = ROOT / "examples" / "python" / "out_of_core.py"
    output = run_python([program, "--size", "64", "--chunk", "27", "--workers", workers, "--folder", tmp_path, "--keep"], tmp_path)
    assert "27 chunks of 27 cubed" in output
    assert int(re.search(r"8 regions filtered at once: 0 of (\d+) voxels differ\n$", output).group(1)) > 8 * 13**3
    volume, denoised = (zarr.open_array(tmp_path / name, mode="r")[:] for name in ("volume.zarr", "denoised.zarr"))
    assert volume.shape == (64, 64, 64) and volume.dtype == np.int16 and volume.std() > 100
    whole = itk.mean_image_filter(itk.median_image_filter(itk.image_from_array(volume), radius=1), radius=1)
    np.testing.assert_array_equal(denoised, whole)


def test_out_of_core_gives_each_worker_a_gpu(tmp_path):
    pytest.importorskip("distributed")
    (tmp_path / "program.py").write_text(
        """
import os, out_of_core
from distributed import Client

if __name__ == "__main__":
    out_of_core.count_gpus = lambda: 2
    out_of_core.importlib.util.find_spec = lambda name: None  # no dask-cuda
    with out_of_core.cluster_of(2, threads=1) as cluster, Client(cluster) as client:
        print(sorted(client.run(os.getenv, "CUDA_VISIBLE_DEVICES").values()))
""",
        encoding="utf-8",
    )
    environment = {
        "PYTHONPATH": os.pathsep.join([str(ROOT / "examples" / "python"), os.environ.get("PYTHONPATH", "")]),
        "DASK_DISTRIBUTED__DIAGNOSTICS__NVML": "False",  # which asks for GPUs that this machine need not have
    }
    for visible, seen in ({}, "['0', '1']"), ({"CUDA_VISIBLE_DEVICES": "3,5"}, "['3', '5']"):
        inherited = {name: value for name, value in os.environ.items() if name != "CUDA_VISIBLE_DEVICES"}
        finished = subprocess.run([sys.executable, "program.py"], cwd=tmp_path, env={**inherited, **environment, **visible},
                                  capture_output=True, text=True, timeout=300)
        assert (finished.returncode, finished.stdout.strip()) == (0, seen), finished.stderr


def test_out_of_core_refuses_a_chunk_below_its_overlap(tmp_path):
    pytest.importorskip("dask.array")
    pytest.importorskip("zarr", "3.0")
    arguments = [sys.executable, ROOT / "examples" / "python" / "out_of_core.py", "--size", "64", "--chunk", "21"]
    finished = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert finished.returncode == 2 and "the last chunk, of 1, is smaller than the overlap of 2" in finished.stderr
    assert not list(tmp_path.iterdir())
