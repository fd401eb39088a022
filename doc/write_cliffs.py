"""Writes Cliffs.md and its pictures from cliffs.json, a run of CudaImageFiltersCliffs, and cliff-bounds.json, beside this file.

write_cliffs.py            writes them; the pictures take Matplotlib
write_cliffs.py --check    fails if Cliffs.md is not what would be written, or a cliff has no bound
"""

import json
import pathlib
import sys

import cliffs
from figures import Figures, number, table

FOLDER = pathlib.Path(__file__).resolve().parent
UNEXPLAINED = "not known yet"
HEAD = """# Cliffs

Written by `doc/write_cliffs.py` from [cliffs.json](cliffs.json), a run of `CudaImageFiltersCliffs` of {date}: GPU {gpu}, driver
{driver}, CUDA {cuda}. It walks over {cases} cases: windows, sides of images with powers of two, one more, one less and primes, and
pixel types, of filters of neighbourhoods; and over sides, of each filter of the list with the first of its types. A case is listed if
it is more than twice as slow as one beside it: a window that holds its own, a window a step smaller for the pixels that it has more,
a larger image, one of nearly the same side, or larger pixels. Rates are 10⁹ pixels a second."""


def picture_name(filter_name):
    return f"cliffs-{filter_name}.png"


def window_filters(cases):
    return sorted({case.filter for case in cases if case.kind == "Window"})


def write(run, bounds):
    figures = Figures(run, {})
    cases = cliffs.read(run)
    found = cliffs.find(cases)
    context = {key: figures.of_context(key) for key in ("gpu", "driver", "cuda")}
    parts = [HEAD.format(date=figures.of_context("date")[:10], cases=len(cases), **context)]
    rows = [["case", "rate", "beside", "rate", "times slower", "what bounds it"]]
    for case, beside, factor in found:
        bound = cliffs.get_bound(case.name, bounds) or UNEXPLAINED
        rows.append([f"`{case.name}`", number(case.rate / 1e9), f"`{beside.name}`", number(beside.rate / 1e9), f"{factor:.1f}", bound])
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


def main():
    run = json.loads((FOLDER / "cliffs.json").read_text())
    bounds = json.loads((FOLDER / "cliff-bounds.json").read_text())
    text = write(run, bounds)
    path = FOLDER / "Cliffs.md"
    if sys.argv[1:] == ["--check"]:
        if path.read_text() != text:
            sys.exit("doc/Cliffs.md is not what doc/write_cliffs.py writes.")
        sys.exit(f"A cliff has no bound: {UNEXPLAINED}" if UNEXPLAINED in text else 0)
    path.write_text(text)
    draw(run)


if __name__ == "__main__":
    main()
