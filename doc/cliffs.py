"""Finds, in the rows of a run of CudaImageFiltersCliffs, the cases that are more than twice as slow as what is beside them.

A case is too slow beside another
- of a window that holds its own, or its own turned: that does at least its work;
- of a window a step smaller, by more than the window grew: work grows with the window's pixels at most;
- of a larger image, in time; of one of nearly the same side, a tenth more or less, in pixels a second;
- of pixel types that are as large or larger.
"""

import collections
import re

SLOWER = 2.0
NEARLY = 1.1
BYTES = {"uint8": 1, "int16": 2, "uint16": 2, "int32": 4, "uint32": 4, "float": 4}

Case = collections.namedtuple("Case", "name kind filter dimension types window side rate")
Cliff = collections.namedtuple("Cliff", "case beside factor")


def read(run):
    """The cases of a run, by their names, which are Window/FILTER/DIMENSION/TYPES/WINDOW/SIDE or Size/FILTER/DIMENSION/first/SIDE."""
    cases = []
    for row in run["benchmarks"]:
        if "items_per_second" not in row:
            continue
        kind, name, dimension, types, *window, side = row["name"].split("/")
        window = tuple(map(int, window[0].split("x"))) if window else ()
        cases.append(Case(row["name"], kind, name, int(dimension[0]), types, window, int(side), row["items_per_second"]))
    return cases


def pixels(window):
    product = 1
    for side in window:
        product *= side
    return product


def holds(window, other):
    return window != other and all(map(int.__ge__, window, other))


def is_a_step_larger(window, other, windows):
    """Whether no window of the walk lies between the two."""
    return holds(window, other) and not any(holds(window, between) and holds(between, other) for between in windows)


def seconds(case):
    return case.side**case.dimension / case.rate


def bytes_of(types):
    return sum(BYTES.get(name, 0) for name in types.split("-"))


def slowness(case, other, windows):
    """How many times too slow a case is beside another; 0 where nothing follows from that one."""
    if (case.kind, case.filter, case.dimension) != (other.kind, other.filter, other.dimension) or case is other:
        return 0
    alike = [case.types == other.types, case.window == other.window, case.side == other.side]
    if alike == [True, False, True]:
        if holds(other.window, case.window) or sorted(other.window) == sorted(case.window):
            return other.rate / case.rate
        if is_a_step_larger(case.window, other.window, windows):
            return other.rate / case.rate * pixels(other.window) / pixels(case.window)
    elif alike == [True, True, False]:
        in_time = seconds(case) / seconds(other) if other.side > case.side else 0
        is_near = max(case.side, other.side) <= NEARLY * min(case.side, other.side)
        return max(in_time, other.rate / case.rate if is_near else 0)
    elif alike == [False, True, True] and bytes_of(other.types) >= bytes_of(case.types):
        return other.rate / case.rate
    return 0


def find(cases):
    """The worst neighbour of each case that is too slow beside one, the worst case first."""
    groups = collections.defaultdict(list)
    for case in cases:
        groups[case.kind, case.filter, case.dimension].append(case)
    cliffs = []
    for group in groups.values():
        windows = {case.window for case in group}
        for case in group:
            factor, beside = max(((slowness(case, other, windows), other) for other in group), key=lambda pair: pair[0])
            if factor > SLOWER:
                cliffs.append(Cliff(case, beside, factor))
    return sorted(cliffs, key=lambda cliff: -cliff.factor)


def get_bound(name, bounds):
    """What is known to bound a case: the text of the first pattern that matches its name."""
    return next((text for pattern, text in bounds.items() if re.fullmatch(pattern, name)), None)
