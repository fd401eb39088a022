"""Which room a GoogleTest suite belongs to, after a table of each room's patterns of suite names.

suites.py BUILD_JSON PROGRAM [A,B]    prints GoogleTest's filter for the tests of these rooms, or of all
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


def list_suites(program):
    listed = subprocess.run([program, "--gtest_list_tests"], check=True, capture_output=True, text=True).stdout
    return re.findall(r"^(\S+)\.(?:\s+#.*)?$", listed, re.MULTILINE)


def main():
    table = read_table(pathlib.Path(sys.argv[1]))
    rooms = choose_rooms(sys.argv[3] if len(sys.argv) > 3 else "", table)
    suites = list_suites(sys.argv[2])
    faults = [fault for fault in (find_fault(suite, table) for suite in suites) if fault]
    if faults:
        sys.exit("\n".join(faults))
    print(":".join(f"{suite}.*" for suite in suites if rooms_of(suite, table)[0] in rooms))


if __name__ == "__main__":
    main()
