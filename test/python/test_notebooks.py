"""The notebooks run, and say and show what they are stored with."""

import re
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def outputs(notebook, kind):
    return [o for cell in notebook.cells for o in cell.get("outputs", []) if o.output_type == kind]


def said(notebook):
    """What was printed, without how fast."""
    text = "".join(o.text for o in outputs(notebook, "stream") if o.name == "stdout")
    return re.sub(r"\d+ million voxels", "million voxels", text)


def test_there_are_notebooks():
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_runs_as_stored(path, tmp_path):
    needed = {"larger_than_memory": ["zarr", "dask"], "torch_loader": ["torch"]}
    for module in ("ipykernel", "matplotlib", *needed.get(path.stem, [])):
        pytest.importorskip(module)
    folder = tmp_path / "examples" / "notebooks"
    folder.mkdir(parents=True)
    (tmp_path / "test").symlink_to(ROOT / "test")
    stored = nbformat.read(path, 4)
    notebook = nbformat.read(path, 4)
    resources = {"metadata": {"path": str(folder)}}
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources=resources).execute()
    assert said(notebook) == said(stored) != ""
    assert len(outputs(notebook, "display_data")) == len(outputs(stored, "display_data"))
