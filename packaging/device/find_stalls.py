"""Says where the warps of kernels wait, from what `ncu --page source --csv` wrote to standard input.

find_stalls.py [INSTRUCTIONS]    of each kernel these of most samples, or 12

Of each kernel there are the shares of its samples whose warps waited for one thing or were selected, the shares of the
instructions that it executed, and the instructions at which most samples were taken: the share, the number of the instruction in
the kernel, itself, and what its warps waited for. A warp that waits for a register is seen at the instruction that needs it.
"""

import collections
import csv
import re
import sys

SAMPLES = "# Samples"
EXECUTED = "Instructions Executed"
PREFIX = "stall_"
NOT_ISSUED = "(Not Issued)"  # of those, where the scheduler issued no other warp's instruction either
LEAST_SHARE = 0.01
MOST_KINDS = 16


def read(lines):
    """The kernels' names, and of each instruction a row by the column's name."""
    csv.field_size_limit(1 << 26)  # names of kernels
    kernels = []
    header = None
    for row in csv.reader(lines):
        if row[:1] == ["Kernel Name"]:
            kernels.append((row[1], []))
        elif row[:1] == ["Address"]:
            header = row
        elif row and kernels and header:
            kernels[-1][1].append(dict(zip(header, row)))
    return kernels


def number(text):
    return float(text.replace(",", "") or 0)


def get_stalls(row):
    return {
        column.removeprefix(PREFIX): number(value)
        for column, value in row.items()
        if column.startswith(PREFIX) and NOT_ISSUED not in column
    }


def get_kind(instruction):
    """Without a predicate and modifiers."""
    return re.sub(r"^@!?U?P\w+ +", "", instruction.strip()).split(" ")[0].split(".")[0]


def format_shares(counts, most=None):
    whole = sum(counts.values()) or 1
    shares = [(name, count / whole) for name, count in counts.most_common(most) if count / whole >= LEAST_SHARE]
    return " ".join(f"{name} {share:.0%}" for name, share in shares)


def describe(name, rows, most):
    samples = sum(number(row[SAMPLES]) for row in rows)
    stalls, kinds = collections.Counter(), collections.Counter()
    for row in rows:
        stalls.update(get_stalls(row))
        kinds[get_kind(row["Source"])] += number(row[EXECUTED])
    lines = [
        name,
        f"  {samples:.0f} samples: {format_shares(stalls)}",
        f"  {sum(kinds.values()):.0f} instructions: {format_shares(kinds, MOST_KINDS)}",
    ]
    places = sorted(range(len(rows)), key=lambda place: -number(rows[place][SAMPLES]))
    for place in places[:most]:
        row = rows[place]
        waited = collections.Counter(get_stalls(row))
        share = number(row[SAMPLES]) / (samples or 1)
        lines.append(f"  {share:6.1%} {place:5} {row['Source'].strip():50} {format_shares(waited, 3)}")
    return "\n".join(lines)


def main():
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    print("\n".join(describe(name, rows, most) for name, rows in read(sys.stdin)))


if __name__ == "__main__":
    main()
