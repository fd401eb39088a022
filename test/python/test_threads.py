"""Other threads of Python run while a filter works, and what it calls of Python has the GIL."""

import contextlib
import functools
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import itk
import numpy as np
import pytest
from conftest import random_array

VOLUME = random_array((56, 56, 56))
# On one thread of the CPU about half a second, in one call from Python.
SLOWLY = {"radius": 3, "use_device": "Never", "number_of_work_units": 1}


@contextlib.contextmanager
def meanwhile(run):
    """Another thread calls run() again and again."""
    stop = threading.Event()

    def repeat():
        while not stop.wait(0.001):
            run()

    other = threading.Thread(target=repeat)
    other.start()
    try:
        yield
    finally:
        stop.set()
        other.join()


def slow_median():
    return itk.CudaMedianImageFilter.New(itk.device_image_from_array(VOLUME), **SLOWLY)


def update_image():
    median = slow_median()
    median.GetOutput().Update()


def update_measure():
    median = slow_median()
    itk.CudaStatisticsImageFilter.New(median.GetOutput(), use_device="Never").Update()


WAYS = {
    "Update": lambda: slow_median().Update(),
    "UpdateLargestPossibleRegion": lambda: slow_median().UpdateLargestPossibleRegion(),
    "an image's Update": update_image,
    "a measure's Update": update_measure,
    "a function": lambda: itk.cuda_median_image_filter(VOLUME, **SLOWLY),
}


@pytest.mark.parametrize("way", WAYS)
def test_another_thread_runs_during(way):
    times = []
    with meanwhile(lambda: times.append(time.perf_counter())):
        begin = time.perf_counter()
        WAYS[way]()
        end = time.perf_counter()
    # Near the begin and the end Python itself runs.
    quarter = (end - begin) / 4
    assert quarter > 0.02
    assert any(begin + quarter < noted < end - quarter for noted in times)


def test_several_threads_at_once():
    arrays = [random_array((50, 60), seed=seed) for seed in range(32)]
    filtered = functools.partial(itk.cuda_median_image_filter, radius=2)
    expected = [filtered(array) for array in arrays]
    with ThreadPoolExecutor(8) as pool:
        for result, wanted in zip(pool.map(filtered, arrays), expected):
            np.testing.assert_array_equal(result, wanted)


def test_exceptions_in_several_threads():
    def fail(number):
        image = itk.device_image_from_array(np.full((5, 6), number, np.float32))
        process = itk.CudaMedianImageFilter.New(image, use_device="Never")
        process.AddObserver(itk.StartEvent(), lambda: 1 / 0)
        with pytest.raises(RuntimeError, match="error executing the *CommandCallable"):
            process.Update()
        with pytest.raises(RuntimeError, match="Input Primary is required but not set"):
            itk.CudaMedianImageFilter[itk.DeviceImage[itk.F, 2], itk.DeviceImage[itk.F, 2]].New().Update()
        return number

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(fail, range(40))) == list(range(40))


@pytest.mark.parametrize("update", ["Update", "UpdateLargestPossibleRegion"])
def test_observers_run_python(update):
    process = slow_median()
    seen = []
    process.AddObserver(itk.StartEvent(), lambda: seen.append("start"))
    process.AddObserver(itk.ProgressEvent(), lambda: seen.append(process.GetProgress()))
    process.AddObserver(itk.EndEvent(), lambda: seen.append("end"))
    with meanwhile(lambda: [str(number) for number in range(100)]):
        getattr(process, update)()
    assert seen[0] == "start" and seen[-1] == "end"
    progress = seen[1:-1]
    assert len(progress) > 2 and 0 <= min(progress) < max(progress) <= 1


@pytest.mark.parametrize("image_type", [itk.Image[itk.F, 2], itk.DeviceImage[itk.F, 2]], ids=["plain", "device"])
def test_a_filter_in_python_before(image_type):
    array = random_array((40, 50))
    plain = itk.image_from_array(array)
    doubled = itk.PyImageFilter.New(plain)
    doubled.SetPyGenerateData(lambda process: double(process, array))
    doubled.UpdateOutputInformation()  # tells it which object of Python it is
    median = itk.CudaMedianImageFilter[image_type, image_type].New()
    median.SetInput(doubled.GetOutput())
    median.SetRadius(1)
    median.Update()
    np.testing.assert_array_equal(itk.array_from_image(median.GetOutput()), itk.median_image_filter(2 * array, radius=1))


def double(process, array):
    output = process.GetOutput()
    output.SetBufferedRegion(output.GetRequestedRegion())
    output.Allocate()
    itk.array_view_from_image(output, update=False)[:] = 2 * array
