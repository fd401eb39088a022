"""Puts rows of a later run of some benchmarks into benchmarks.json: python renew_benchmarks.py RUN.json

Rows of a run of the same GPU, driver and CUDA replace those of their name, but for the copies, of whose rates those of the rows
that stay are shares. One of another machine, or that has all rows, takes the place of the whole run, of which is kept, as
`earlier`, what the new one did not come to. Then run write_performance.py."""

import json
import pathlib
import sys

COPY = "Copy/"
COMMITTED = pathlib.Path(__file__).parent / "benchmarks.json"


def renew(run, later):
    """The run with the rows of `later`; of one on the same machine context has the day of the last."""
    names = {row["name"] for row in later["benchmarks"]}
    rows = [row for row in run["benchmarks"] if row["name"] not in names]
    if not rows:
        earlier = run.get("earlier", {"benchmarks": []})
        kept = [row for row in earlier["benchmarks"] if row["name"] not in names]
        return {**later, "earlier": {**earlier, "benchmarks": kept}} if kept else later
    if any(run["context"][key] != later["context"][key] for key in ("gpu", "driver", "cuda")):
        return {**later, "earlier": {"context": run["context"], "benchmarks": rows}}
    place = {row["name"]: i for i, row in enumerate(run["benchmarks"])}
    rows = list(run["benchmarks"])
    for row in later["benchmarks"]:
        if row["name"] not in place:
            rows.append(row)
        elif not row["name"].startswith(COPY):
            rows[place[row["name"]]] = row
    renewed = {**run, "context": {**run["context"], "renewed": later["context"]["date"]}, "benchmarks": rows}
    if "earlier" in run:
        kept = [row for row in run["earlier"]["benchmarks"] if row["name"] not in names]
        renewed["earlier"] = {**run["earlier"], "benchmarks": kept}
    return renewed


def main(path):
    run = renew(json.loads(COMMITTED.read_text()), json.loads(pathlib.Path(path).read_text()))
    COMMITTED.write_text(json.dumps(run, indent=2) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
