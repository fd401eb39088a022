"""Sums what the processes of run-fuzz.sh wrote: merge_fuzz.py FOLDER. Ends with 1 if a case failed or ended its process."""

import json
import pathlib
import re
import sys


def merge(parts, text):
    total = {"device": "none", "cases": 0, "failed_cases": [], "cases_of_filter": {}}
    for part in parts:
        for key, value in part.items():
            if key == "cases_of_filter":
                for name, cases in value.items():
                    total[key][name] = total[key].get(name, 0) + cases
            elif key == "failed_cases":
                total[key] += value
            elif isinstance(value, int) and key != "seed":
                total[key] = total.get(key, 0) + value
            else:
                total[key] = value
    ended = {int(number) for number in re.findall(r"--case (\d+) .* ended the process", text)}
    total["failed_cases"] = sorted(ended.union(total["failed_cases"]))
    total["cases_that_ended_the_process"] = len(ended)
    total["failures"] = len(total["failed_cases"])
    return total


def main():
    folder = pathlib.Path(sys.argv[1])
    parts = [json.loads(path.read_text()) for path in sorted(folder.glob("fuzz-*.json"))]
    total = merge(parts, (folder / "fuzz.txt").read_text())
    (folder / "fuzz.json").write_text(json.dumps(total, indent=2) + "\n")
    print(f"{total['cases']} cases, {total['failures']} failures")
    sys.exit(total["failures"] > 0 or total["cases"] == 0)


if __name__ == "__main__":
    main()
