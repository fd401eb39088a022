"""How doc/renew_benchmarks.py joins runs, and what doc/figures.py says of rows of an earlier one."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "doc"))
from figures import EARLIER, MISSING, Figures
from renew_benchmarks import renew


def run(gpu, date, **rates):
    context = {"gpu": gpu, "driver": "1.2", "cuda": "13.0", "date": date}
    return {"context": context, "benchmarks": [{"name": name, "items_per_second": rate * 1e9} for name, rate in rates.items()]}


def speeds(joined, names="abc"):
    figures = Figures(joined, {})
    return [figures.speed(name) for name in names]


class Renewed(unittest.TestCase):
    def test_rows_of_the_same_machine_take_the_place_of_older_ones(self):
        joined = renew(run("A", "2026-01-01", a=100, b=200), run("A", "2026-02-02", b=300, c=400))
        self.assertEqual(speeds(joined), ["100", "300", "400"])
        self.assertEqual((joined["context"]["date"], joined["context"]["renewed"]), ("2026-01-01", "2026-02-02"))

    def test_rows_of_another_machine_are_marked_where_it_has_no_later_ones(self):
        joined = renew(run("A", "2026-01-01", a=100, b=200), run("B", "2026-02-02", b=300))
        self.assertEqual(speeds(joined), ["100" + EARLIER, "300", MISSING])
        self.assertEqual((joined["context"]["gpu"], joined["earlier"]["context"]["gpu"]), ("B", "A"))

    def test_a_marked_row_loses_its_mark_when_it_is_measured_again(self):
        joined = renew(run("A", "2026-01-01", a=100, b=200), run("B", "2026-02-02", b=300))
        again = renew(joined, run("B", "2026-03-03", a=150))
        self.assertEqual(speeds(again), ["150", "300", MISSING])
        self.assertEqual(again["earlier"]["benchmarks"], [])

    def test_a_run_of_all_rows_takes_the_place_of_the_whole_but_of_what_it_lacks(self):
        joined = renew(run("A", "2026-01-01", a=100, b=200), run("A", "2026-02-02", a=150, b=250))
        self.assertEqual(joined, run("A", "2026-02-02", a=150, b=250))
        marked = renew(run("A", "2026-01-01", a=100, b=200), run("B", "2026-02-02", b=300))
        self.assertEqual(speeds(renew(marked, run("B", "2026-03-03", b=310))), ["100" + EARLIER, "310", MISSING])


if __name__ == "__main__":
    unittest.main()
