"""The type stubs of the wheel, against what there is at run time."""

import ast
import inspect
import json
import pathlib
import subprocess
import sys

import itk
import pytest
from itk.Configuration.DeviceArrays_snake_case import snake_case_functions
from itk.support.helpers import camel_to_snake_case, snake_to_camel_case

FOLDER = pathlib.Path(itk.__file__).parents[1] / "itk-stubs"
if not FOLDER.exists():
    pytest.skip("this is not a wheel, which has the stubs", allow_module_level=True)

LISTED = json.loads((pathlib.Path(__file__).parents[2] / "filters.json").read_text(encoding="utf-8"))["filters"]
FILTERS = [f"Cuda{entry['name']}ImageFilter" for entry in LISTED]
# Of ITK's New(), its functions, and its base of all filters.
OF_ALL = {"auto_progress", "input", "number_of_work_units", "release_data_flag", "ttype"}

GOOD = """
import itk
import numpy as np

image = itk.device_image_from_image(itk.imread("picture.png", itk.F))
smooth: itk.DeviceImage = itk.cuda_median_image_filter(image, radius=(1, 2), use_device="Never")
array: np.ndarray = itk.cuda_discrete_gaussian_image_filter(np.zeros((3, 4), np.float32), variance=1.5)
mean: float = itk.cuda_statistics_image_filter(smooth).GetMean()
median = itk.CudaMedianImageFilter[type(image), type(image)].New(image, radius=1)
median.Update()
itk.MedianImageFilter.New(median.GetOutput(), Radius=2)
devices = itk.cuda_image_filters_info()["devices"]
"""


def stub_nodes(kind):
    nodes = {}
    for node in ast.parse((FOLDER / "_cuda_image_filters.pyi").read_text(encoding="utf-8")).body:
        if isinstance(node, kind):
            nodes.setdefault(node.name, []).append(node)
    return nodes


FUNCTIONS = stub_nodes(ast.FunctionDef)
CLASSES = stub_nodes(ast.ClassDef)


def keywords(function):
    return {argument.arg for argument in function.args.kwonlyargs}


def first_line(docstring):
    return inspect.cleandoc(docstring).partition("\n")[0]


@pytest.mark.parametrize("name", FILTERS)
def test_function(name):
    function = getattr(itk, camel_to_snake_case(name))
    stubs = FUNCTIONS[camel_to_snake_case(name)]
    parameters = inspect.signature(function).parameters.values()
    expected = {parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY}
    methods = {method for instance in getattr(itk, name).values() for method in dir(instance)}
    for stub in stubs:
        assert expected | OF_ALL <= keywords(stub)
        assert stub.args.vararg and not stub.args.kwarg
        for more in keywords(stub) - expected - OF_ALL:
            assert f"Set{snake_to_camel_case(more)}" in methods
    assert first_line(ast.get_docstring(stubs[0])) == first_line(function.__doc__)


@pytest.mark.parametrize("name", [*FILTERS, "DeviceImage"])
def test_class(name):
    (stub,) = CLASSES[name]
    defined = {node.name: node for node in stub.body if isinstance(node, ast.FunctionDef)}
    there = set().union(*map(dir, getattr(itk, name).values()))
    assert defined.keys() <= there
    if name in FILTERS:
        assert {"SetUseDevice", "GetRanOnDevice"} <= defined.keys()
        assert keywords(defined["New"]) == keywords(FUNCTIONS[camel_to_snake_case(name)][0])
        assert first_line(ast.get_docstring(stub)) == first_line(getattr(itk, name).values()[0].__doc__)


@pytest.mark.parametrize("name", snake_case_functions)
def test_function_of_our_own(name):
    function = getattr(itk, name)
    (stub,) = FUNCTIONS[name]
    names = [argument.arg for argument in (*stub.args.args, *stub.args.kwonlyargs)]
    assert names == list(inspect.signature(function).parameters)
    assert ast.get_docstring(stub) == inspect.getdoc(function)


def test_names_are_those_of_itk():
    public = [name for name in {**FUNCTIONS, **CLASSES} if not name.startswith("_")]
    assert all(hasattr(itk, name) for name in public)


@pytest.mark.parametrize(
    "line, words",
    [
        ("", "Success"),
        ("itk.cuda_median_image_filter(image, radios=1)", "radios"),
        ("itk.cuda_median_image_filter(image, radius='wide')", '"radius"'),
        ("itk.cuda_median_image_filter(image, use_device='Sometimes')", "cuda_median_image_filter"),
        ("itk.device_image('picture.png', spaces=(1, 1))", "spaces"),
        ("number: str = itk.cuda_statistics_image_filter(image).GetMean()", "float"),
    ],
)
def test_mypy(tmp_path, line, words):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(GOOD + line, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--cache-dir", tmp_path.parent / "mypy", program]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert told.returncode == (1 if line else 0), told.stdout + told.stderr
    errors = [text for text in told.stdout.splitlines() if ": error: " in text]
    if line:
        assert all(f":{len(GOOD.splitlines()) + 1}: " in text for text in errors)
    assert words in told.stdout
