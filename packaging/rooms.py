"""The rooms of src/, and what is proved of them on a GPU. Needs no build.

rooms.py check             fails unless every folder and every suite of tests belongs to one room of rooms.json
rooms.py hashes            a JSON object of each room's patterns of suites and its hash
rooms.py evidence [REPORT] says of which rooms, as they are here, the report lacks something: ends with 1 if something of
                           the code as it is here failed, with 77 if something has yet to be proved, else with 0

A room is a folder of src/ other than Kernels and Device. The room Device is what is no algorithm. A room's hash is over
its folder, Kernels, Device, the lines of src/CMakeLists.txt that are not another room's, its tests, whatever these
include of the repository, and the folders of the rooms whose launchers all of that calls.
"""

import hashlib
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "device"))
import suites
from write_report import TOOLS, has_failed, has_passed, read_report

ROOT = pathlib.Path(__file__).resolve().parent.parent
REPORT = ROOT / "test" / "device-report.json"
SHARED = ("Kernels", "Device")
KINDS = ("tests", *TOOLS)
# What CTest takes for a test that did not run.
TO_BE_PROVED = 77
TEST = re.compile(r"^(?:TYPED_)?TEST(?:_[FP])?\s*\(\s*(\w+)", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
CMAKE_READS = re.compile(r"\$\{CudaImageFilters_SOURCE_DIR\}/([\w./-]+\.\w+)")
# A declaration or a definition; a call is not at a line's beginning.
LAUNCHER = re.compile(r"^(Launch\w+)\(", re.MULTILINE)


class House:
    def __init__(self, root=ROOT):
        self.root = root = root.resolve()
        self.table = json.loads((root / "packaging" / "rooms.json").read_text())
        self.text_of = {}
        self.includes_of = {}
        self.tests = {path: set(TEST.findall(self.read(path))) for path in sorted((root / "test").glob("*.cxx"))}
        self.rooms_of_test = {
            path: {room for name in names for room in suites.rooms_of(name, self.table)} for path, names in self.tests.items()
        }
        declared = {name for path in (root / "include").glob("*.h") for name in LAUNCHER.findall(self.read(path))}
        self.room_of_launcher = {
            name: room
            for room in self.table
            if room not in SHARED
            for path in sorted((root / "src" / room).glob("*.cu*"))
            for name in LAUNCHER.findall(self.read(path))
            if name in declared
        }

    def read(self, path):
        if path not in self.text_of:
            self.text_of[path] = path.read_text()
        return self.text_of[path]

    def files_in(self, folder):
        return {path for path in (self.root / "src" / folder).rglob("*") if path.is_file()}

    def find(self, name, includer):
        for folder in (includer.parent, *(self.root / place for place in ("src", "include", "test", "."))):
            path = (folder / name).resolve()
            if path.is_file() and self.root in path.parents:
                return path
        return None

    def find_includes(self, includer):
        if includer not in self.includes_of:
            pattern = CMAKE_READS if includer.suffix == ".cmake" else INCLUDE
            found = {self.find(name, includer) for name in pattern.findall(self.read(includer))}
            self.includes_of[includer] = found - {None}
        return self.includes_of[includer]

    def with_includes(self, files):
        wanted, found = list(files), set(files)
        while wanted:
            new = self.find_includes(wanted.pop()) - found
            found |= new
            wanted += new
        return found

    def tests_of(self, room):
        return {path for path, rooms in self.rooms_of_test.items() if room in rooms}

    def files_of(self, room):
        """All that the room's hash is over, but CMakeLists.txt."""
        rooms = {room}
        listed = {self.root / name for name in ("filters.json", "filters.cmake") if room == "Factory"}
        while True:
            files = listed.union(self.tests_of(room), *(self.files_in(folder) for folder in (*SHARED, *rooms)))
            if room == "Device":
                return self.with_includes(files | set((self.root / "src").glob("*.cxx")))
            files = self.with_includes(files)
            callers = (path for path in files if not path.name.endswith("Launch.h"))
            words = {word for path in callers for word in re.findall(r"\bLaunch\w+", self.read(path))}
            called = {self.room_of_launcher[word] for word in words & self.room_of_launcher.keys()}
            if called <= rooms:
                return files
            rooms |= called

    def build_lines_of(self, room):
        others = tuple(f"{other}/" for other in self.table if other not in (room, *SHARED))
        lines = self.read(self.root / "src" / "CMakeLists.txt").splitlines()
        return "\n".join(line for line in lines if not line.strip().startswith(others))

    def hash_of(self, room):
        total = hashlib.sha1(self.build_lines_of(room).encode())
        for path in sorted(self.files_of(room)):
            total.update(f"{path.relative_to(self.root)} {hashlib.sha1(path.read_bytes()).hexdigest()}\n".encode())
        return total.hexdigest()

    def find_faults(self):
        """Folders and suites that are not in exactly one room."""
        folders = {path.name for path in (self.root / "src").iterdir() if path.is_dir()} - {"Kernels"}
        faults = [f"src/{name} is no room of packaging/rooms.json" for name in sorted(folders - self.table.keys())]
        faults += [f"The room {name} has no folder src/{name}" for name in sorted(self.table.keys() - folders)]
        names = sorted(set().union(*self.tests.values()))
        return faults + [fault for fault in (suites.find_fault(name, self.table) for name in names) if fault]

    def find_lacking_evidence(self, report):
        """What is lacking, for the rooms that lack something: of a kind of run, why."""
        lacking = {}
        for room in self.table:
            wanted = self.hash_of(room)
            for kind in KINDS:
                entry = report["rooms"].get(room, {}).get(kind)
                if entry is None:
                    reason = "not run"
                elif entry["hash"] != wanted:
                    reason = "ran on other code"
                elif has_failed(entry):
                    reason = "failed"
                elif not has_passed(entry):
                    reason = "ran no test" if entry["finished"] else "did not finish"
                else:
                    continue
                lacking.setdefault(room, {})[kind] = reason
        return lacking


def main():
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    house = House()
    if command == "check":
        sys.exit("\n".join(house.find_faults()) or 0)
    elif command == "hashes":
        rooms = {room: {"suites": house.table[room], "hash": house.hash_of(room)} for room in house.table}
        print(json.dumps(rooms, indent=2))
    elif command == "evidence":
        lacking = house.find_lacking_evidence(read_report(pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else REPORT))
        print(f"Current evidence: {', '.join(room for room in house.table if room not in lacking) or 'of no room'}")
        for room, reasons in lacking.items():
            print(f"{room} lacks current evidence: {', '.join(f'{kind} {reason}' for kind, reason in reasons.items())}")
        failed = any("failed" in reasons.values() for reasons in lacking.values())
        sys.exit(1 if failed else TO_BE_PROVED if lacking else 0)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
