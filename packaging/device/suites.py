"""Which room a GoogleTest suite belongs to, after a table of each room's patterns of suite names.

suites.py BUILD_JSON PROGRAM [A,B]            prints GoogleTest's filter for the tests of these rooms, or of all
suites.py --by-room BUILD_JSON PROGRAM [A,B]  prints a line for each of them: its name, how many tests it has, their filter
"""

import fnmatch
import json
import pathlib
import re
import subprocess
import sys


def rooms_of(suite, table):
    """The rooms of CudaMedian/0, a suite of one type, or Sizes/CudaMedian, an instantiation, are those of CudaMedian."""
    name = re.sub(r"/\d+$", "", suite).split("/")[-1]
    return [room for room, patterns in table.items() if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)]


def find_fault(suite, table):
    rooms = rooms_of(suite, table)
    if len(rooms) == 1:
        return None
    return f"The suite {suite} belongs to {' and '.join(rooms) or 'no room'} of packaging/rooms.json"


def read_table(build_json):
    return {room: of_room["suites"] for room, of_room in json.loads(build_json.read_text())["rooms"].items()}


def choose_rooms(names, table):
    rooms = names.split(",") if names else list(table)
    unknown = [room for room in rooms if room not in table]
    if unknown:
        sys.exit(f"No such room: {', '.join(unknown)}. There are {', '.join(table)}.")
    return rooms


def count_tests(program):
    """How many tests each suite has."""
    listed = subprocess.run([program, "--gtest_list_tests"], check=True, capture_output=True, text=True).stdout
    found = re.findall(r"^(\S+)\.(?:\s+#.*)?\n((?:  .*(?:\n|\Z))*)", listed, re.MULTILINE)
    return {suite: len(tests.splitlines()) for suite, tests in found}


def make_filter(suites):
    return ":".join(f"{suite}.*" for suite in suites)


def main():
    by_room = "--by-room" in sys.argv
    build_json, program, *names = [argument for argument in sys.argv[1:] if argument != "--by-room"]
    table = read_table(pathlib.Path(build_json))
    rooms = choose_rooms("".join(names), table)
    tests = count_tests(program)
    faults = [fault for fault in (find_fault(suite, table) for suite in tests) if fault]
    if faults:
        sys.exit("\n".join(faults))
    suites_of = {room: [suite for suite in tests if rooms_of(suite, table) == [room]] for room in rooms}
    if not by_room:
        print(make_filter(suite for suites in suites_of.values() for suite in suites))
        return
    for room, suites in suites_of.items():
        if suites:
            print(room, sum(tests[suite] for suite in suites), make_filter(suites))


if __name__ == "__main__":
    main()
