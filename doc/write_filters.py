"""Writes the tables of filters in README.md, which has their names, and doc/Filters.md from filters.json.

write_filters.py          writes them
write_filters.py --check  fails if they are not as filters.json has them, or if a filter is said to pay for its transfers that
                          by benchmarks.json does not, or the other way round
"""

import difflib
import json
import pathlib
import re
import sys

from figures import rows_of

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(?<=<!-- filters -->\n).*?(?=<!-- /filters -->)", re.DOTALL)


def describe_pixels(entry, sets):
    if "pixels" in entry:
        return entry["pixels"]
    return "; ".join(sets[name]["text"] if name in sets else " to ".join(name.split()) for name in entry["types"])


def describe_names(names):
    """`CudaAbsImageFilter`, or `Cuda{Abs, Exp}ImageFilter` for several."""
    return f"`Cuda{names[0] if len(names) == 1 else '{' + ', '.join(names) + '}'}ImageFilter`"


def make_rows(entries, sets):
    """One row for those of a group that say the same."""
    rows = {}
    for entry in entries:
        said = (entry["group"], entry.get("parent_note", ""), describe_pixels(entry, sets), entry["result"])
        rows.setdefault(said, []).append(entry["name"])
    return rows.items()


def make_names(filters, sets):
    lines = ["| to | `Cuda…ImageFilter` |", "|---|---|"]
    for group in dict.fromkeys(entry["group"] for entry in filters):
        names = ", ".join(entry["name"] for entry in filters if entry["group"] == group)
        lines.append(f"| {group} | {names} |")
    return "\n".join(lines) + "\n"


def make_table(filters, sets):
    groups = list(dict.fromkeys(entry["group"] for entry in filters))
    lines = ["| to | filter | on the GPU | result |", "|---|---|---|---|"]
    previous = None
    for (group, note, pixels, result), names in make_rows(sorted(filters, key=lambda f: groups.index(f["group"])), sets):
        first = " " if group == previous else f" {group} "
        lines.append(f"|{first}| {describe_names(names)}{', ' + note if note else ''} | {pixels} | {result} |")
        previous = group
    plain = [entry["name"] for entry in filters if entry["plain"] and entry.get("overrides", True)]
    lines += ["", f"On plain images, `CudaImageFiltersFactory` overrides the parents of {describe_names(plain)}."]
    return "\n".join(lines) + "\n"


def find_false_plain(filters, run):
    """What "plain" says of filters against what was measured; of one that is up to twice as fast it may say either."""
    milliseconds = {name: row["real_time"] for name, row in rows_of(run)[0].items() if "items_per_second" in row}
    for name, device in milliseconds.items():
        if not name.startswith("Plain/") or name.startswith("Plain/ChangeInformation/"):  # which touches no pixel
            continue
        ratio = milliseconds[name.replace("Plain/", "PlainCPU/")] / device
        entry = next(entry for entry in filters if entry["name"] == name.split("/")[1])
        if ratio < 1 if entry["plain"] else ratio > 2:
            yield f'{entry["name"]}: "plain" is {str(entry["plain"]).lower()}, but it is {ratio:.2f} times as fast as ITK\'s'


def main():
    listed = json.loads((ROOT / "filters.json").read_text())
    filters = [{**listed["kinds"].get(entry.get("kind"), {}), **entry} for entry in listed["filters"]]
    for name, make in (("README.md", make_names), ("doc/Filters.md", make_table)):
        text = (ROOT / name).read_text()
        if not BLOCK.search(text):
            sys.exit(f"{name} has no <!-- filters --> block")
        written = BLOCK.sub(lambda _: make(filters, listed["types"]), text)
        if sys.argv[1:] != ["--check"]:
            (ROOT / name).write_text(written)
        elif written != text:
            difference = difflib.unified_diff(text.splitlines(), written.splitlines(), name, "filters.json", lineterm="")
            sys.exit("\n".join(difference) + "\nRun doc/write_filters.py")
    sys.exit("\n".join(find_false_plain(filters, json.loads((ROOT / "doc" / "benchmarks.json").read_text()))) or 0)


if __name__ == "__main__":
    main()
