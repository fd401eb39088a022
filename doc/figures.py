"""The figures of a run of CudaImageFiltersBenchmark, as text."""

MISSING = "missing"
EARLIER = "†"


def number(value):
    """Three digits or so."""
    if value >= 99.95:
        return f"{value:.0f}"
    if value >= 9.995:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"


def rows_of(run):
    """The rows by name, and the names of those that only an earlier run, on another machine, has."""
    rows = {row["name"]: row for row in run.get("earlier", {"benchmarks": []})["benchmarks"]}
    later = {row["name"]: row for row in run["benchmarks"]}
    return {**rows, **later}, set(rows) - set(later)


class Figures:
    """Of the rows of an earlier run they have a mark."""

    def __init__(self, run, rivals):
        self.context = run["context"]
        self.rows, self.earlier = rows_of(run)
        self.rivals = rivals

    def has(self, name):
        return name in self.rows and "items_per_second" in self.rows[name]

    def mark(self, name):
        return EARLIER if name in self.earlier else ""

    def speed(self, name):
        return number(self.rows[name]["items_per_second"] * 1e-9) + self.mark(name) if self.has(name) else MISSING

    def speed_and_ratio(self, name):
        ratio = self.rivals["npp_times_as_fast"].get(name)
        return self.speed(name) + (f" ({ratio})" if ratio else "")

    def milliseconds(self, name):
        scale = {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}
        if not self.has(name):
            return MISSING
        return number(self.rows[name]["real_time"] * scale[self.rows[name]["time_unit"]]) + self.mark(name)

    def counter(self, name, counter, form=".2f"):
        return format(self.rows[name][counter], form) if counter in self.rows.get(name, {}) else MISSING

    def share(self, name, of):
        """Percent of the bytes a second of another row."""
        if not (self.has(name) and self.has(of)):
            return MISSING
        return f"{100 * self.rows[name]['bytes_per_second'] / self.rows[of]['bytes_per_second']:.0f} %"

    def of_context(self, key):
        return str(self.context.get(key, MISSING))


def table(*rows):
    """Rows of cells, the first one the head; None is a cell that is not measured."""
    lines = ["| " + " | ".join("" if cell is None else cell for cell in row) + " |" for row in rows]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    return "\n".join(lines).replace("|  |", "| |").replace("|  |", "| |")
