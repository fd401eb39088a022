"""Writes what run-tests.sh or run-sanitizer.sh left in a folder of results into device-report.json there.

write_report.py RESULTS ROOMS KIND...    ROOMS is A,B or empty for all; KIND is tests or a tool of compute-sanitizer

For each room and kind the report has one line: the hash of what ran, on which GPU, and how it ended. Lines of what did
not run this time stay as they are, and so do those of runs of the same code in which more tests passed, as where there were two
GPUs: what they proved is proved. Exits with 1 unless all that ran passed. With GTEST_FILTER it only prints the counts.
"""

import collections
import datetime
import fcntl
import json
import os
import pathlib
import re
import sys

import suites

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
# Tests of the CPU alone can make a whole shard.
USED_NO_DEVICE = "Target application terminated before first instrumented API call"


class Run:
    """What a kind's processes left, by room: the tests' ends, the errors that the tool found, and whether all came to
    their end. A process has tests of one room."""

    def __init__(self, results, kind, table):
        self.is_tool = kind != "tests"
        self.counts = collections.defaultdict(collections.Counter)
        self.errors = collections.Counter()
        self.finished = {}
        self.end = (results / "build.json").stat().st_mtime
        name = f"sanitizer-{kind}" if self.is_tool else kind
        shards = collections.defaultdict(list)
        for path in sorted(results.glob(f"{name}-*-of-*.code")):
            room, _, total = re.fullmatch(rf"{name}-(.+)-(\d+)-of-(\d+)", path.stem).groups()
            self.end = max(self.end, path.stat().st_mtime)
            shards[room].append((int(total), *self.add_process(path, table)))
        for room, ended in shards.items():
            self.finished[room] = {total for total, _, _ in ended} == {len(ended)} and all(end for _, end, _ in ended)
            self.errors[room] = sum(errors for _, _, errors in ended)

    def add_process(self, code, table):
        """Whether the process reached its end, and how many errors the tool found."""
        tests = code.with_suffix(".json")
        if not code.exists() or not tests.exists():
            return False, 0
        try:
            suites_run = json.loads(tests.read_text())["testsuites"]
        except json.JSONDecodeError:  # ended while it wrote
            return False, 0
        failed, errors, used_device = self.add_tests(suites_run, table), 0, True
        if self.is_tool:
            logs = (code.with_suffix(suffix) for suffix in (".log", ".txt"))
            log = "".join(path.read_text(errors="replace") for path in logs if path.exists())
            found = re.findall(r"SUMMARY: (\d+) (?:error|hazard)", log)
            used_device = USED_NO_DEVICE not in log
            if not found and used_device:
                return False, 0
            errors = sum(map(int, found))
        return code.read_text().strip() == "0" or failed > 0 or errors > 0 or not used_device, errors

    def add_tests(self, suites_run, table):
        failed = 0
        for suite in suites_run:
            for test in suite["testsuite"]:
                if test["status"] == "NOTRUN":
                    continue
                end = "skipped" if test["result"] == "SKIPPED" else "passed"
                if test.get("failures"):
                    end = "failed"
                    failed += 1
                for room in suites.rooms_of(suite["name"], table):
                    self.counts[room][end] += 1
        return failed

    def describe(self, rooms):
        """Of these rooms, or of all that ran if it is None."""
        finished = all(self.finished.get(room, False) for room in rooms or self.finished)
        rooms = rooms or {*self.counts, *self.finished}
        counts = sum((self.counts[room] for room in rooms), collections.Counter())
        described = {"finished": finished, **{end: counts[end] for end in ("passed", "failed", "skipped")}}
        if self.is_tool:
            described["errors"] = sum(self.errors[room] for room in rooms)
        return described


def has_failed(entry):
    return entry["failed"] > 0 or entry.get("errors", 0) > 0


def has_passed(entry):
    return entry["finished"] and entry["passed"] > 0 and not has_failed(entry)


def has_proved_more(old, new):
    is_same = old is not None and old["hash"] == new["hash"]
    return is_same and has_passed(old) and has_passed(new) and old["passed"] > new["passed"]


def format_report(report):
    rooms = []
    for room, of_room in sorted(report["rooms"].items()):
        lines = [f'      "{kind}": {json.dumps(of_room[kind])}' for kind in ("tests", *TOOLS) if kind in of_room]
        rooms.append(f'    "{room}": {{\n' + ",\n".join(lines) + "\n    }")
    return '{\n  "rooms": {\n' + ",\n".join(rooms) + "\n  }\n}\n"


def read_report(path):
    report = json.loads(path.read_text()) if path.exists() else {}
    return report if "rooms" in report else {"rooms": {}}


def main():
    results, names, kinds = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    build = json.loads((results / "build.json").read_text())
    table = suites.read_table(results / "build.json")
    rooms = suites.choose_rooms(names, table)
    runs = {kind: Run(results, kind, table) for kind in kinds}
    reports = not os.environ.get("GTEST_FILTER")
    total = {kind: run.describe(rooms if reports else None) for kind, run in runs.items()}
    for kind, described in total.items():
        print(f"{kind}: {json.dumps(described)}")
    if reports:
        machine = {**json.loads((results / "machine.json").read_text()), "cuda": build["cuda"]}
        path = results / "device-report.json"
        with open(results / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            report = read_report(path)
            # Rooms that the code no longer has.
            report["rooms"] = {room: of_room for room, of_room in report["rooms"].items() if room in table}
            for room in rooms:
                for kind, run in runs.items():
                    date = datetime.datetime.fromtimestamp(run.end, datetime.timezone.utc).isoformat(timespec="seconds")
                    entry = {"hash": build["rooms"][room]["hash"], "date": date, **machine, **run.describe([room])}
                    of_room = report["rooms"].setdefault(room, {})
                    if not has_proved_more(of_room.get(kind), entry):
                        of_room[kind] = entry
            path.write_text(format_report(report))
    sys.exit(not all(map(has_passed, total.values())))


if __name__ == "__main__":
    main()
