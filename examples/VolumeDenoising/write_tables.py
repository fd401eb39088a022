"""Writes the tables of README.md, between its marks, from quality.json, which compare.py makes.

write_tables.py            writes them
write_tables.py --check    fails if they are not what would be written
"""

import json
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
PERCENTS = (3, 9, 15)


class Quality:
    def __init__(self, file):
        content = json.loads(file.read_text())
        self.crops = content["crops"]
        self.rows = {(row["volume"], row["law"], row["filter"], row["percent"]): row for row in content["figures"]}

    def filters(self, law):
        """In the order of the table: what is compared with first."""
        names = list(dict.fromkeys(name for _, of, name, _ in self.rows if of == law))
        return sorted(names, key=lambda name: name.startswith("VolumeDenoising"))

    def get(self, figure, volume, law, name, percent):
        return self.rows[volume, law, name, percent][figure]

    def table(self, figure, law, form):
        """Of each filter and volume the figures at 3, 9 and 15 %, the best in bold."""
        lines = [f"| {law} noise | " + " | ".join(self.crops) + " |", "|" + "---|" * (1 + len(self.crops))]
        for name in self.filters(law):
            cells = []
            for volume in self.crops:
                triple = []
                for percent in PERCENTS:
                    text = format(self.get(figure, volume, law, name, percent), form)
                    of_all = (self.get(figure, volume, law, other, percent) for other in self.filters(law))
                    best = format(max(of_all), form)
                    triple.append(f"**{text}**" if text == best else text)
                cells.append(", ".join(triple))
            lines.append(f"| {name} | " + " | ".join(cells) + " |")
        return "\n".join(lines)

    def gains(self):
        """What VolumeDenoising has more than each other, in dB."""
        lines = [f"| VolumeDenoising minus | {' | '.join(self.crops)} |", "|" + "---|" * (1 + len(self.crops))]
        for law, ours in (("Gaussian", "VolumeDenoising"), ("Rician", "VolumeDenoising, Rician")):
            for name in self.filters(law):
                if name in ("noisy", ours):
                    continue
                cells = []
                for volume in self.crops:
                    pairs = ([self.get("psnr", volume, law, filter_name, p) for filter_name in (ours, name)] for p in PERCENTS)
                    cells.append(", ".join(f"{round(own - other, 2) + 0.0:+.2f}" for own, other in pairs))
                lines.append(f"| {law}: {name} | " + " | ".join(cells) + " |")
        return "\n".join(lines)

    def seconds(self):
        """Of all volumes and both noises together, CPU seconds."""
        totals = {}
        for (_, _, name, _), row in self.rows.items():
            kind = re.sub(", (corrected|stabilised|Rician)$", "", name).replace("Rician, ", "")
            totals.setdefault(kind, []).append(row["seconds"])
        lines = ["| filter | CPU seconds a run, the least and the most |", "|---|---|"]
        for kind, times in totals.items():
            if kind != "noisy":
                lines.append(f"| {kind} | {min(times):.1f} to {max(times):.1f} |")
        return "\n".join(lines)


def write(text, quality):
    parts = {
        "crops": "\n".join(
            ["| volume | first voxel | voxels |", "|---|---|---|"]
            + [f"| {name} | {tuple(crop['start'])} | {tuple(crop['size'])} |" for name, crop in quality.crops.items()]
        ),
        "gains": quality.gains(),
        "seconds": quality.seconds(),
    }
    for law in ("Gaussian", "Rician"):
        parts[f"psnr {law}"] = quality.table("psnr", law, ".2f")
        parts[f"mssim {law}"] = quality.table("mssim", law, ".3f")
    for name, part in parts.items():
        mark, end = f"<!-- {name} -->\n", f"\n<!-- /{name} -->"
        if text.count(mark) != 1 or text.count(end) != 1:
            sys.exit(f"README.md has not one mark of {name}.")
        text = text[: text.index(mark) + len(mark)] + part + text[text.index(end) :]
    return text


def main():
    path = FOLDER / "README.md"
    before = path.read_text()
    after = write(before, Quality(FOLDER / "quality.json"))
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if before == after else "examples/VolumeDenoising/README.md is not what write_tables.py writes.")
    path.write_text(after)


if __name__ == "__main__":
    main()
