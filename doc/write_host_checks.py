"""Writes HostChecks.md from host-checks.json, beside this file: what the checks found that watch the host's code.

write_host_checks.py               writes it
write_host_checks.py TOOL FOLDER   first keeps what a run of TOOL (address, thread, coverage or tidy) left in FOLDER
write_host_checks.py --hash        prints the hash of the code, which a run of TOOL puts into FOLDER/code before it begins
write_host_checks.py --check       fails if it is not what would be written
write_host_checks.py --current     says which checks the code as it is here lacks: ends with 1 if one failed, with 77, which says
                                   that the test is skipped, if one was not made, else with 0
"""

import collections
import datetime
import hashlib
import json
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent
RESULTS = FOLDER / "host-checks.json"
TOOLS = {
    "address": "AddressSanitizer, UndefinedBehaviorSanitizer",
    "thread": "ThreadSanitizer",
    "coverage": "gcov",
    "tidy": "clang-tidy",
}
CHECKED = ("CMakeLists.txt", "filters.cmake", "filters.json", "include", "src", "test", ".clang-tidy")
HEAD = """# What watches the host's code

Written by `doc/write_host_checks.py` from [host-checks.json](host-checks.json), where `test/sanitize.sh`, `test/coverage.sh` and
`test/tidy.sh` put what they found, on a machine without a GPU. Tests are those of arithmetic, of CPU filters and of all that is done
on pretended devices; under a sanitizer there are fewer random rounds. *With CUDA* they include each call of each filter's `Update()`
over a pretended runtime, whose kernels do nothing. What a sanitizer says ends the program, which is then not clean. The code is the
beginning of a hash over the sources; `doc/write_host_checks.py --current` says whether it is that of the code as it is here.
"""
COVERAGE = """Of .cu files, and of what only these include, nothing is counted; without CUDA, nothing either of what is compiled for it alone.
Of templates counts what these tests instantiate.
"""


def hash_of_sources():
    digest = hashlib.sha256()
    for place in map(ROOT.joinpath, CHECKED):
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            name = path.relative_to(ROOT)
            is_code = path.is_file() and name.suffix != ".py" and name.name != "device-report.json"
            if is_code and not {"python", "__pycache__"} & set(name.parts):
                digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def read_driver(folder, name):
    """The numbers of a driver's tests; of one that did not come to its end there are none."""
    entry = {"status": int((folder / f"{name}.status").read_text())}
    results = folder / f"{name}.json"
    if results.exists():
        tests = [test for suite in json.loads(results.read_text())["testsuites"] for test in suite["testsuite"]]
        ran = [test for test in tests if test["status"] == "RUN"]
        entry["failed"] = sum("failures" in test for test in ran)
        entry["skipped"] = sum(test["result"] == "SKIPPED" for test in ran)
        entry["passed"] = len(ran) - entry["failed"] - entry["skipped"]
    return entry


def read_lines(folder):
    """Lines that tests ran, and all, of each folder."""
    lines = collections.defaultdict(lambda: [0, 0])
    for file in json.loads((folder / "coverage.json").read_text())["files"]:
        name = str(pathlib.PurePosixPath(file["filename"]).parent)
        lines[name][0] += file["line_covered"]
        lines[name][1] += file["line_total"]
    return dict(sorted(lines.items()))


def read_run(tool, folder):
    entry = {"code": (folder / "code").read_text().strip(), "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")}
    if tool == "tidy":
        entry |= json.loads((folder / "result.json").read_text())
        return tool, entry
    compiler = next(folder.glob("CMakeFiles/*/CMakeCXXCompiler.cmake")).read_text()
    entry["version"] = "GCC " + re.search(r'CMAKE_CXX_COMPILER_VERSION "([^"]+)"', compiler)[1]
    names = sorted(path.stem for path in folder.glob("*GTestDriver.status"))
    if not names:
        sys.exit(f"No test ran in {folder}")
    entry["drivers"] = {name: read_driver(folder, name) for name in names}
    if tool == "coverage":
        entry["lines"] = read_lines(folder)
    return tool + (", with CUDA" if any("PretendedRuntime" in name for name in names) else ""), entry


def has_failed(entry):
    return entry.get("findings", 0) > 0 or any(driver["status"] != 0 for driver in entry.get("drivers", {}).values())


def describe(entry):
    if "sources" in entry:
        return f"{entry['sources']} sources", f"**{entry['findings']} findings**" if has_failed(entry) else "nothing"
    programs = []
    for name, driver in entry["drivers"].items():
        ends = [f"{driver[end]} {end}" for end in ("passed", "failed", "skipped") if driver.get(end)]
        short = name.removeprefix("CudaImageFilters").removesuffix("GTestDriver")
        programs.append(f"{short}: {', '.join(ends) or 'did not come to its end'}")
    return "; ".join(programs), "**ended with a failure**" if has_failed(entry) else "nothing"


def write(results):
    rows = ["| check | looked at | found | code | date |", "|---|---|---|---|---|"]
    for name, entry in sorted(results.items()):
        tool = name.split(",")[0]
        cells = (f"{TOOLS[tool]}{name[len(tool):]}; {entry['version']}", *describe(entry), entry["code"], entry["date"])
        rows.append(f"| {' | '.join(cells)} |")
    missing = TOOLS.keys() - {name.split(",")[0] for name in results}
    rows += [f"| {TOOLS[tool]} | | **has yet to be run** | | |" for tool in sorted(missing)]
    parts = [HEAD, "\n".join(rows)]
    for name, entry in sorted(results.items()):
        if "lines" in entry:
            lines = entry["lines"] | {"all": [sum(counts) for counts in zip(*entry["lines"].values())]}
            table = ["| folder | lines | run by tests |", "|---|---|---|"]
            table += [f"| {folder} | {total} | {100 * ran / total:.1f} % |" for folder, (ran, total) in lines.items() if total]
            parts += [f"\n## Lines of the host's code that these tests run{name[len('coverage'):]}\n", COVERAGE, "\n".join(table)]
    return "\n".join(parts) + "\n"


def find_lacking(results):
    """What of each tool the code as it is here lacks, and whether it failed."""
    code = hash_of_sources()
    lacking = {}
    for tool in TOOLS:
        entries = [entry for name, entry in results.items() if name.split(",")[0] == tool and entry["code"] == code]
        failed = any(map(has_failed, entries))
        if failed or not entries:
            lacking[tool] = failed
    return lacking


def main():
    arguments = sys.argv[1:]
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    page = FOLDER / "HostChecks.md"
    if arguments == ["--hash"]:
        print(hash_of_sources())
        return
    if arguments == ["--check"]:
        sys.exit(0 if page.read_text() == write(results) else "doc/HostChecks.md is not what doc/write_host_checks.py writes.")
    if arguments == ["--current"]:
        lacking = find_lacking(results)
        for tool, failed in lacking.items():
            print(f"{TOOLS[tool]}: {'failed' if failed else 'has yet to be run'} on the code as it is here")
        sys.exit(1 if any(lacking.values()) else 77 if lacking else 0)
    if arguments:
        tool, folder = arguments
        name, entry = read_run(tool, pathlib.Path(folder))
        results[name] = entry
        RESULTS.write_text(json.dumps(results, indent=2, sort_keys=True) + "\n")
    page.write_text(write(results))


if __name__ == "__main__":
    main()
