"""What doc/write_bounds.py reads of a profile that was made up."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "doc"))
import write_bounds

HEADER = '"ID","Kernel Name","Grid Size","Metric Name","Metric Value"'
STALLS = [f"smsp__average_warps_issue_stalled_{stall}_per_issue_active.ratio" for stall in write_bounds.STALLS]
METRICS = [write_bounds.TIME, write_bounds.WARPS, *write_bounds.UNITS, *STALLS]


def launch(identity, name, milliseconds, **values):
    """The lines of a launch, of whose metrics those are 0 that are not given."""
    given = {write_bounds.TIME: milliseconds * 1e6, **values}
    return [f'"{identity}","{name}","(8, 1, 1)","{metric}","{given.get(metric, 0):,.0f}"' for metric in METRICS]


def read(*lines):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "run.csv"
        path.write_text("\n".join(["# A GPU, 1.2, 2026-01-01", *lines]) + "\n")
        return write_bounds.read(path)


class Bounds(unittest.TestCase):
    def test_a_kernel_that_is_launched_again_is_taken_once(self):
        lines = ["# Mean/3x3", HEADER, *launch(0, "First", 2), *launch(1, "Second", 3), *launch(2, "First", 9)]
        lines += ["# Mean/5x5", HEADER, *launch(0, "First", 4)]
        run = read(*lines)
        self.assertEqual(run["context"], {"gpu": "A GPU", "driver": "1.2", "date": "2026-01-01"})
        times = [[(kernel["name"], kernel[write_bounds.TIME]) for kernel in each["kernels"]] for each in run["benchmarks"]]
        self.assertEqual(times, [[("First", 2e6), ("Second", 3e6)], [("First", 4e6)]])

    def test_the_units_that_are_used_most_are_shown_and_kernels_that_take_no_time_are_not(self):
        busy = dict(zip(write_bounds.UNITS, (10, 80, 20, 40)))
        busy[STALLS[2]] = 5
        text = write_bounds.write(read("# Mean/3x3", HEADER, *launch(0, "Long", 10, **busy), *launch(1, "Short", 0.1)))
        self.assertIn("| `Long` | 10.0 | L2 cache 80 %, instruction issue 40 %, L1 cache and shared memory 20 % |", text)
        self.assertIn("| a barrier |", text)
        self.assertNotIn("Short", text)

    def test_a_later_run_of_some_benchmarks_takes_their_place_and_says_when(self):
        run = read("# Mean/3x3", HEADER, *launch(0, "First", 2), "# Mean/5x5", HEADER, *launch(0, "Second", 4))
        later = read("# Mean/5x5", HEADER, *launch(0, "Second", 3), "# Mean/7x7", HEADER, *launch(0, "Third", 5))
        later["context"]["date"] = "2026-02-02"
        renewed = write_bounds.renew(run, later)
        self.assertEqual([each["name"] for each in renewed["benchmarks"]], ["Mean/3x3", "Mean/5x5", "Mean/7x7"])
        text = write_bounds.write(renewed)
        self.assertIn("counted on 2026-01-01", text)
        self.assertIn("| `Mean/3x3` | `First` | 2.00 |", text)
        self.assertIn("| `Mean/5x5`, 2026-02-02 | `Second` | 3.00 |", text)
        later["context"]["gpu"] = "Another"
        self.assertEqual(write_bounds.renew(run, later), later)


if __name__ == "__main__":
    unittest.main()
