"""Writes Evidence.md: what test/device-report.json proves of the code as it is here.

write_evidence.py            writes it
write_evidence.py --check    fails if it is not what would be written
"""

import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "packaging"))
sys.dont_write_bytecode = True
import rooms
from write_report import read_report

HEAD = """# What was proved on a GPU

From `test/device-report.json`, written from what runs there left, and from the code as it is here: doc/write_evidence.py wrote this.
A *room* is a folder of `src/` with all that it depends on; [CONTRIBUTING.md](../CONTRIBUTING.md) says more. Numbers are of
tests that passed, and that were skipped; memcheck, racecheck, initcheck and synccheck are compute-sanitizer's, under which
tests are smaller. *Other code* means that the room, its tests, or what they depend on has changed since. A room is proved
as it is here if every kind of run on this code came to its end without a failure or an error.
"""


def describe(entry, reason, expected):
    if entry is None:
        return "not run"
    ended = entry["passed"] + entry["failed"] + entry["skipped"]
    found = f"{entry['failed']} failed, {entry.get('errors', 0)} errors"
    words = {
        None: f"{entry['passed']}" + (f", {entry['skipped']} skipped" if entry["skipped"] else ""),
        "ran on other code": "other code",
        "failed": f"**{found}**",
        "did not finish": f"unfinished: {ended} of {expected} ended, {found}" if ended else "unfinished",
        "ran no test": "no test",
    }
    return words[reason]


def write(house, report):
    lacking = house.find_lacking_evidence(report)
    entries = [entry for of_room in report["rooms"].values() for entry in of_room.values()]
    gpus = sorted({f"{entry['gpu']}, driver {entry['driver']}, CUDA {entry['cuda']}" for entry in entries})
    dates = sorted({entry["date"][:10] for entry in entries})
    lines = [HEAD, f"{'; '.join(gpus)}; {' to '.join(dates[:1] + dates[1:][-1:])}.", ""]
    proved = len(house.table) - len(lacking)
    lines += [f"**{proved} of {len(house.table)} rooms are proved as they are here.**", ""]
    lines += [f"| room | {' | '.join(rooms.KINDS)} |", "|---" * (len(rooms.KINDS) + 1) + "|"]
    for room in house.table:
        of_room = report["rooms"].get(room, {})
        expected = sum(of_room.get("tests", {}).get(end, 0) for end in ("passed", "failed", "skipped"))
        reasons = lacking.get(room, {})
        cells = [describe(of_room.get(kind), reasons.get(kind), expected) for kind in rooms.KINDS]
        lines.append(f"| {room} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main():
    text = write(rooms.House(), read_report(rooms.REPORT))
    path = FOLDER / "Evidence.md"
    if sys.argv[1:] != ["--check"]:
        path.write_text(text)
    elif path.read_text() != text:
        sys.exit(f"doc/Evidence.md is not what the report and the code come to: run doc/write_evidence.py\n{text}")


if __name__ == "__main__":
    main()
