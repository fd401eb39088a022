"""Writes Cliffs.md and its pictures from cliffs.json, runs of CudaImageFiltersCliffs, and cliff-bounds.json, beside this file.

write_cliffs.py             writes them; the pictures take Matplotlib
write_cliffs.py RUN.json... first puts names and rates into cliffs.json, of runs on the same GPU each case's best; one of them may be
                            an earlier cliffs.json, without the cases whose kernels changed since
write_cliffs.py --check     fails if Cliffs.md is not what would be written, and ends with 77, which says that the test is
                            skipped, if there are cliffs of which no bound is known
"""

import json
import pathlib
import sys

import cliffs
from figures import Figures, number, table

FOLDER = pathlib.Path(__file__).resolve().parent
UNEXPLAINED = "not known yet"
HEAD = """# Cliffs

Written by `doc/write_cliffs.py` from [cliffs.json](cliffs.json), what `CudaImageFiltersCliffs` found on {date}: GPU {gpu}, driver
{driver}, CUDA {cuda}. It walks over {cases} cases: windows, sides of images with powers of two, one more, one less and primes, and
pixel types, of filters of neighbourhoods; and over sides, of each filter of the list with the first of its types. A case is listed if
it is more than twice as slow as one beside it: a window that holds its own, a window a step smaller for the pixels that it has more,
a larger image, one of nearly the same side, or larger pixels. Rates are 10⁹ pixels a second. A case is timed a few times in a run, and
has the best rate of {runs}, or of those since its filter's kernels changed; some of small images may be chance yet. What bounds a
case was read from the code, not measured.

**{cliffs} are listed, {explained}.**"""


def picture_name(filter_name):
    return f"cliffs-{filter_name}.png"


def window_filters(cases):
    return sorted({case.filter for case in cases if case.kind == "Window"})


def write(run, bounds):
    figures = Figures(run, {})
    cases = cliffs.read(run)
    found = cliffs.find(cases)
    context = {key: figures.of_context(key) for key in ("gpu", "driver", "cuda")}
    unexplained = sum(cliffs.get_bound(cliff.case.name, bounds) is None for cliff in found)
    explained = f"of {unexplained} it is {UNEXPLAINED} what bounds them" if unexplained else "each with what bounds it"
    date = figures.of_context("date")[:10]
    runs = "one" if run["context"].get("runs", 1) == 1 else f"{run['context']['runs']} runs"
    parts = [HEAD.format(date=date, cases=len(cases), cliffs=len(found), explained=explained, runs=runs, **context)]
    labels = {}
    rows = [["case", "rate", "beside", "rate", "times slower", "what bounds it"]]
    for case, beside, factor in found:
        bound = cliffs.get_bound(case.name, bounds)
        label = labels.setdefault(bound, str(len(labels) + 1)) if bound else UNEXPLAINED
        rows.append([f"`{case.name}`", number(case.rate / 1e9), f"`{beside.name}`", number(beside.rate / 1e9), f"{factor:.1f}", label])
    parts.append("\n".join(f"{label}. {bound}." for bound, label in labels.items()))
    parts.append(table(*rows) if found else "There is none.")
    parts += [f"![{name}: rate against the window's pixels]({picture_name(name)})" for name in window_filters(cases)]
    return "\n\n".join(parts) + "\n"


def draw(run):
    """A picture a filter of neighbourhoods: rate against the window's pixels; a circle around each cliff."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    cases = cliffs.read(run)
    found = {cliff.case.name for cliff in cliffs.find(cases)}
    usual = {2: 4096, 3: 256}
    for name in window_filters(cases):
        figure, panels = pyplot.subplots(1, 2, figsize=(9, 3.6), sharey=True, layout="constrained")
        for dimension, panel in zip((2, 3), panels):
            shown = [c for c in cases if (c.kind, c.filter, c.dimension, c.side) == ("Window", name, dimension, usual[dimension])]
            for types in sorted({case.types for case in shown}):
                of_type = sorted((cliffs.pixels(case.window), case.rate / 1e9) for case in shown if case.types == types)
                panel.plot(*zip(*of_type), ".", markersize=4, label=types)
            steep = [(cliffs.pixels(case.window), case.rate / 1e9) for case in shown if case.name in found]
            if steep:
                panel.plot(*zip(*steep), "o", markersize=9, fillstyle="none", color="red", label="cliff")
            panel.set(xscale="log", yscale="log", xlabel="pixels of the window", title=f"{name}, {dimension}D")
            panel.grid(alpha=0.3)
        panels[0].set_ylabel("10⁹ pixels a second")
        panels[0].legend(fontsize=7)
        figure.savefig(FOLDER / picture_name(name), dpi=80)
        pyplot.close(figure)


def keep(runs):
    """What cliffs.json has of runs on the same GPU: the best rate of each case, as what disturbs one only makes it slower."""
    best = {}
    for row in (row for run in runs for row in run["benchmarks"] if "items_per_second" in row):
        best[row["name"]] = max(row["items_per_second"], best.get(row["name"], 0))
    contexts = [{key: run["context"][key] for key in ("date", "gpu", "driver", "cuda")} for run in runs]
    if any({**context, "date": ""} != {**contexts[0], "date": ""} for context in contexts):
        sys.exit("These runs are not of the same GPU, driver and CUDA.")
    lines = ",\n".join(f"    {json.dumps({'name': name, 'items_per_second': rate})}" for name, rate in best.items())
    context = json.dumps({**contexts[-1], "runs": sum(run["context"].get("runs", 1) for run in runs)})
    return f'{{\n  "context": {context},\n  "benchmarks": [\n{lines}\n  ]\n}}\n'


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        (FOLDER / "cliffs.json").write_text(keep([json.loads(pathlib.Path(path).read_text()) for path in sys.argv[1:]]))
    run = json.loads((FOLDER / "cliffs.json").read_text())
    bounds = json.loads((FOLDER / "cliff-bounds.json").read_text())
    text = write(run, bounds)
    path = FOLDER / "Cliffs.md"
    if sys.argv[1:] == ["--check"]:
        if path.read_text() != text:
            sys.exit("doc/Cliffs.md is not what doc/write_cliffs.py writes.")
        if UNEXPLAINED in text:
            print(f"Of some cliffs the bound is {UNEXPLAINED}: see doc/Cliffs.md")
            sys.exit(77)
        return
    path.write_text(text)
    draw(run)


if __name__ == "__main__":
    main()
