"""Puts rows of a later run of some benchmarks into benchmarks.json: python renew_benchmarks.py RUN.json

Both runs must be of the same GPU, driver and CUDA. Then run write_performance.py."""

import json
import pathlib
import sys

COMMITTED = pathlib.Path(__file__).parent / "benchmarks.json"


def renew(run, later):
    """Changes `run`: rows of `later` replace those of their name, or are new. context has the day of the last one."""
    for key in ("gpu", "driver", "cuda"):
        if run["context"][key] != later["context"][key]:
            raise ValueError(f"{key} is {later['context'][key]}, and was {run['context'][key]}")
    place = {row["name"]: i for i, row in enumerate(run["benchmarks"])}
    for row in later["benchmarks"]:
        if row["name"] in place:
            run["benchmarks"][place[row["name"]]] = row
        else:
            run["benchmarks"].append(row)
    run["context"]["renewed"] = later["context"]["date"]


def main(path):
    run = json.loads(COMMITTED.read_text())
    renew(run, json.loads(pathlib.Path(path).read_text()))
    COMMITTED.write_text(json.dumps(run, indent=2) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
