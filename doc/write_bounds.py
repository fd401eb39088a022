"""Writes Bounds.md from bounds.json: what the kernels of filters that are far from a copy's speed spend their time on.

write_bounds.py            writes it
write_bounds.py RUN.csv    takes what packaging/device/run-profiler.sh found, first; of some benchmarks in place of what there is of
                           them, if it is of the same GPU and driver
write_bounds.py --check    fails if it is not what would be written
"""

import csv
import json
import pathlib
import sys

from figures import number, table

FOLDER = pathlib.Path(__file__).resolve().parent
DATA = FOLDER / "bounds.json"
DOCUMENT = FOLDER / "Bounds.md"

TIME = "gpu__time_duration.sum"
WARPS = "sm__warps_active.avg.pct_of_peak_sustained_active"
UNITS = {
    "dram__throughput.avg.pct_of_peak_sustained_elapsed": "memory",
    "lts__throughput.avg.pct_of_peak_sustained_elapsed": "L2 cache",
    "l1tex__throughput.avg.pct_of_peak_sustained_active": "L1 cache and shared memory",
    "smsp__issue_active.avg.pct_of_peak_sustained_active": "instruction issue",
    "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active": "integers and comparisons",
    "sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active": "float arithmetic",
    "sm__inst_executed_pipe_fp64.avg.pct_of_peak_sustained_active": "double arithmetic",
    "sm__inst_executed_pipe_xu.avg.pct_of_peak_sustained_active": "conversions and special functions",
    "sm__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_active": "loads and stores",
}
STALLS = {
    "long_scoreboard": "global memory",
    "short_scoreboard": "shared memory or special functions",
    "barrier": "a barrier",
    "math_pipe_throttle": "a busy pipe",
    "mio_throttle": "the queue of shared memory",
    "lg_throttle": "the queue of global memory",
    "wait": "an instruction's latency",
}


def read(path):
    """A kernel that a benchmark launches several times is taken once."""
    first, *lines = path.read_text().splitlines()
    gpu, driver, date = first.removeprefix("# ").split(", ")
    benchmarks = []
    rows = {}
    for line in lines:
        if line.startswith("# "):
            benchmarks.append({"name": line.removeprefix("# "), "kernels": {}})
            header = None
            continue
        values = next(csv.reader([line]))
        if header is None:
            header = values
            continue
        row = dict(zip(header, values))
        kernels = benchmarks[-1]["kernels"]
        key = (row["Kernel Name"], row["Grid Size"])
        identity = (len(benchmarks), row["ID"])
        if rows.setdefault((len(benchmarks), key), identity) == identity:
            kernels.setdefault(key, {"name": row["Kernel Name"]})[row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
    for benchmark in benchmarks:
        benchmark["kernels"] = list(benchmark["kernels"].values())
    return {"context": {"gpu": gpu, "driver": driver, "date": date}, "benchmarks": benchmarks}


def renew(run, later):
    """The run with the benchmarks of `later`, each with its day if that is another."""
    names = [benchmark["name"] for benchmark in later["benchmarks"]]
    kept = {benchmark["name"]: benchmark for benchmark in run["benchmarks"] if benchmark["name"] not in names}
    if not kept or any(run["context"][key] != later["context"][key] for key in ("gpu", "driver")):
        return later
    date = later["context"]["date"]
    dated = {} if date == run["context"]["date"] else {"date": date}
    found = {benchmark["name"]: {**benchmark, **dated} for benchmark in later["benchmarks"]}
    order = [benchmark["name"] for benchmark in run["benchmarks"]]
    order += [name for name in names if name not in order]
    return {**run, "benchmarks": [kept.get(name) or found[name] for name in order]}


def describe(kernel):
    busy = sorted(((kernel[metric], unit) for metric, unit in UNITS.items()), reverse=True)[:3]
    stalls = {
        reason: kernel[f"smsp__average_warps_issue_stalled_{stall}_per_issue_active.ratio"] for stall, reason in STALLS.items()
    }
    return [
        f"`{kernel['name']}`",
        number(kernel[TIME] * 1e-6),
        ", ".join(f"{unit} {share:.0f} %" for share, unit in busy),
        f"{kernel[WARPS]:.0f} %",
        max(stalls, key=stalls.get),
    ]


def write(run):
    context = run["context"]
    rows = [["benchmark", "kernel", "ms", "busiest", "warps", "waits most for"]]
    for benchmark in run["benchmarks"]:
        whole = sum(kernel[TIME] for kernel in benchmark["kernels"])
        kernels = [kernel for kernel in benchmark["kernels"] if kernel[TIME] > 0.05 * whole]
        date = f", {benchmark['date']}" if "date" in benchmark else ""
        names = [f"`{benchmark['name']}`{date}"] + [""] * (len(kernels) - 1)
        rows += [[name, *describe(kernel)] for name, kernel in zip(names, kernels)]
    return (
        "# What bounds what is far from a copy's speed\n\n"
        "Written by `doc/write_bounds.py` from [bounds.json](bounds.json), what Nsight Compute counted on "
        f"{context['date']}, or on the day beside a benchmark, by `packaging/device/run-profiler.sh`: GPU {context['gpu']}, "
        f"driver {context['driver']}. Each kernel that takes more than 5 % of its filter's time is shown once, with the three "
        "units that were used most, as a share of what they can do, and the warps that were at work, of those that fit. Under the "
        "profiler kernels run one by one, "
        "each from an empty cache.\n\n" + table(*rows) + "\n"
    )


def main():
    arguments = sys.argv[1:]
    check = arguments == ["--check"]
    if arguments and not check:
        run = renew(json.loads(DATA.read_text()), read(pathlib.Path(arguments[0])))
        DATA.write_text(json.dumps(run, indent=1) + "\n")
    text = write(json.loads(DATA.read_text()))
    if not check:
        DOCUMENT.write_text(text)
    elif DOCUMENT.read_text() != text:
        sys.exit("Bounds.md is not what doc/bounds.json gives: run doc/write_bounds.py")


if __name__ == "__main__":
    main()
