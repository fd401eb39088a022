"""Compares two runs of CudaImageFiltersBenchmark: compare.py BEFORE.json AFTER.json [REGEX]

Prints the rows that became slower or faster by more than 1 %, or 3 % for those under 0.1 ms, and those that only one run
has. Exits with 1 if any became slower or is missing. REGEX chooses rows.
"""

import json
import pathlib
import re
import sys

MILLISECONDS = {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}


def read(path, pattern):
    """Milliseconds by name; None for a row that failed."""
    rows = json.loads(pathlib.Path(path).read_text())["benchmarks"]
    chosen = [row for row in rows if re.search(pattern, row["name"])]
    return {
        row["name"]: None if row.get("error_occurred") else row["real_time"] * MILLISECONDS[row["time_unit"]] for row in chosen
    }


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    pattern = sys.argv[3] if len(sys.argv) > 3 else ""
    before, after = (read(path, pattern) for path in sys.argv[1:3])
    bad = 0
    for name, old in before.items():
        new = after.get(name)
        if old is None or new is None:
            print(f"{name}: {'failed before' if old is None else 'failed' if name in after else 'missing'}")
            bad += new is None
            continue
        change = new / old - 1
        if abs(change) > (0.03 if old < 0.1 else 0.01):
            print(f"{name}: {old:.4g} ms, then {new:.4g} ms: {100 * change:+.1f} %")
            bad += change > 0
    for name in after.keys() - before.keys():
        print(f"{name}: new, {'failed' if after[name] is None else f'{after[name]:.4g} ms'}")
    print(f"{len(before)} rows compared, {bad} slower or missing")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
