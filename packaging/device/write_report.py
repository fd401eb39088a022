"""Writes device-report.json from what run-tests.sh and run-sanitizer.sh left in a folder of results."""

import collections
import datetime
import json
import pathlib
import re
import subprocess
import sys

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")


def ask_gpu(field):
    query = ["nvidia-smi", f"--query-gpu={field}", "--format=csv,noheader"]
    answer = subprocess.run(query, check=True, capture_output=True, text=True).stdout
    return ", ".join(sorted(set(answer.splitlines())))


def count_tests(path):
    """Counts of a GoogleTest run; None if it did not reach its end."""
    if not path.exists():
        return None
    counts = collections.Counter(passed=0, failed=0, skipped=0)
    for suite in json.loads(path.read_text())["testsuites"]:
        for test in suite["testsuite"]:
            if test["status"] == "NOTRUN":
                continue
            if test.get("failures"):
                counts["failed"] += 1
            else:
                counts["skipped" if test["result"] == "SKIPPED" else "passed"] += 1
    return counts


def count_sanitizer_errors(path):
    """Errors, or hazards, of all processes of a run; None if it did not reach its end."""
    if not path.exists():
        return None
    found = re.findall(r"SUMMARY: (\d+) (?:error|hazard)", path.read_text())
    return sum(map(int, found)) if found else None


def add_shards(results, tool):
    """What a tool found, over the shards into which the tests were divided; None if one did not reach its end."""
    logs = list(results.glob(f"sanitizer-{tool}-*.log"))
    errors = [count_sanitizer_errors(log) for log in logs]
    tests = [count_tests(log.with_suffix(".json")) for log in logs]
    shards = {log.stem.split("-of-")[1] for log in logs}
    if shards != {str(len(logs))} or None in errors or None in tests:
        return {"errors": None, "tests": None}
    total = collections.Counter(passed=0, failed=0, skipped=0)
    for counts in tests:
        total.update(counts)
    return {"errors": sum(errors), "tests": total}


def main():
    results = pathlib.Path(sys.argv[1])
    build = json.loads((results / "build.json").read_text())
    report = {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "gpu": ask_gpu("name"),
        "driver": ask_gpu("driver_version"),
        "cuda": build["cuda"],
        "trees": build["trees"],
        "tests": count_tests(results / "tests.json"),
        "sanitizer": {tool: add_shards(results, tool) for tool in TOOLS},
    }
    text = json.dumps(report, indent=2)
    (results / "device-report.json").write_text(text + "\n")
    print(text)


main()
