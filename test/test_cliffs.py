"""What doc/cliffs.py finds in rows that were made up."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "doc"))
import cliffs


def find(**rates):
    """Names of what is found where cases, whose names have _ for /, have these rates."""
    rows = [{"name": name.replace("_", "/"), "items_per_second": rate} for name, rate in rates.items()]
    return [cliff.case.name for cliff in cliffs.find(cliffs.read({"benchmarks": rows}))]


class Cliffs(unittest.TestCase):
    def test_a_window_is_slow_beside_one_that_holds_it(self):
        rates = {"Window_A_2D_uint8_5x3_64": 40, "Window_A_2D_uint8_5x5_64": 100}
        self.assertEqual(find(**rates), ["Window/A/2D/uint8/5x3/64"])

    def test_a_window_is_slow_beside_itself_turned(self):
        rates = {"Window_A_2D_uint8_5x3_64": 40, "Window_A_2D_uint8_3x5_64": 100}
        self.assertEqual(find(**rates), ["Window/A/2D/uint8/5x3/64"])

    def test_a_window_may_be_slower_by_what_it_grew(self):
        self.assertEqual(find(Window_A_2D_uint8_15x15_64=100, Window_A_2D_uint8_17x17_64=45), [])
        self.assertEqual(find(Window_A_2D_uint8_15x15_64=100, Window_A_2D_uint8_17x17_64=30), ["Window/A/2D/uint8/17x17/64"])

    def test_only_the_next_smaller_window_counts(self):
        rates = {"Window_A_2D_uint8_3x3_64": 1000, "Window_A_2D_uint8_5x5_64": 200, "Window_A_2D_uint8_7x7_64": 60}
        self.assertEqual(find(**rates), [])

    def test_windows_that_neither_holds_the_other_say_nothing(self):
        self.assertEqual(find(Window_A_2D_uint8_9x3_64=10, Window_A_2D_uint8_5x7_64=100), [])

    def test_an_image_is_slow_beside_a_larger_one_in_time(self):
        self.assertEqual(find(Size_A_2D_first_512=1, Size_A_2D_first_1024=100), ["Size/A/2D/first/512"])
        self.assertEqual(find(Size_A_2D_first_512=10, Size_A_2D_first_1024=70), [])

    def test_an_image_is_slow_beside_one_of_nearly_its_side(self):
        self.assertEqual(find(Size_A_2D_first_1024=100, Size_A_2D_first_1025=49), ["Size/A/2D/first/1025"])
        self.assertEqual(find(Size_A_2D_first_1024=100, Size_A_2D_first_1025=51), [])

    def test_pixels_are_slow_beside_larger_ones(self):
        rates = {"Window_A_2D_uint16-uint16_3x3_64": 40, "Window_A_2D_float-float_3x3_64": 100}
        self.assertEqual(find(**rates), ["Window/A/2D/uint16-uint16/3x3/64"])
        rates = {"Window_A_2D_uint8-uint8_3x3_64": 100, "Window_A_2D_float-float_3x3_64": 40}
        self.assertEqual(find(**rates), [])

    def test_filters_are_not_compared_with_each_other(self):
        self.assertEqual(find(Size_A_2D_first_512=1, Size_B_2D_first_512=100, Size_A_3D_first_512=100), [])

    def test_rows_that_failed_are_no_cases(self):
        self.assertEqual(cliffs.read({"benchmarks": [{"name": "Size/A/2D/first/512", "error_occurred": True}]}), [])

    def test_the_worst_comes_first(self):
        rates = {"Size_A_2D_first_1024": 100, "Size_A_2D_first_1025": 40, "Size_B_2D_first_1024": 100, "Size_B_2D_first_1025": 20}
        self.assertEqual(find(**rates), ["Size/B/2D/first/1025", "Size/A/2D/first/1025"])

    def test_a_bound_is_found_by_the_whole_name(self):
        self.assertEqual(cliffs.get_bound("Size/A/2D/first/512", {"Size/A/.*": "launches"}), "launches")
        self.assertIsNone(cliffs.get_bound("Size/A/2D/first/512", {"A": "launches"}))


if __name__ == "__main__":
    unittest.main()
