"""What packaging/device/find_stalls.py says of profiles that were made up, and run-profiler.sh with a pretended profiler."""

import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "packaging" / "device"))
sys.dont_write_bytecode = True
import find_stalls

HEADER = '"Address","Source","# Samples","Instructions Executed","stall_barrier","stall_wait","stall_wait (Not Issued)"'
PROFILE = [
    '"Kernel Name","void Mean<float, 3>(int)"',
    HEADER,
    '"0x10"," @!P0  LDS.128 R4, [R2]","1,000","3,000","1","999","500"',
    '"0x20","BAR.SYNC 0x0","3,000","1,000","2,999","1","0"',
    '"0x30","@UP1 LDS R4, [R2]","0","","0","0","0"',
    '"Kernel Name","Empty()"',
    HEADER,
]


class Stalls(unittest.TestCase):
    def test_samples_are_shared_out_by_what_warps_waited_for_and_instructions_by_their_kind(self):
        (name, rows), (empty, none) = find_stalls.read(PROFILE)
        self.assertEqual((name, empty, none), ("void Mean<float, 3>(int)", "Empty()", []))
        lines = find_stalls.describe(name, rows, 2).splitlines()
        self.assertEqual(lines[1], "  4000 samples: barrier 75% wait 25%")
        self.assertEqual(lines[2], "  4000 instructions: LDS 75% BAR 25%")
        self.assertEqual([line.split() for line in lines[3:]], [
            ["75.0%", "1", "BAR.SYNC", "0x0", "barrier", "100%"],
            ["25.0%", "0", "@!P0", "LDS.128", "R4,", "[R2]", "wait", "100%"],
        ])

    def test_a_kernel_of_which_nothing_was_sampled_has_no_places(self):
        self.assertEqual(find_stalls.describe("Empty()", [], 12).splitlines()[1:], ["  0 samples: ", "  0 instructions: "])

    def test_the_script_writes_what_it_finds_of_each_benchmark(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            lines = "\\n".join(PROFILE).replace('"', '\\"').replace("%", "%%")
            for program, text in {
                "ncu": f'case $1 in --import) printf "{lines}\\n" ;; *) echo "$@" >>"$LOG" ;; esac',
                "nvidia-smi": "echo A GPU, 1.2",
            }.items():
                path = folder / program
                path.write_text(f"#!/usr/bin/env bash\n{text}\n")
                path.chmod(path.stat().st_mode | stat.S_IXUSR)
            environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "LOG": str(folder / "log")}
            script = ROOT / "packaging" / "device" / "run-profiler.sh"
            command = ["bash", script, "--stalls", folder / "stalls.txt", "Mean/3x3", "Mean/5x5"]
            subprocess.run(command, env=environment, check=True)
            written = (folder / "stalls.txt").read_text().splitlines()
            self.assertRegex(written[0], r"^# A GPU, 1\.2, \d{4}-\d\d-\d\d$")
            self.assertEqual([line for line in written[1:] if line.startswith("#")], ["# Mean/3x3", "# Mean/5x5"])
            self.assertEqual(written.count("  4000 samples: barrier 75% wait 25%"), 2)
            self.assertIn("--benchmark_filter=^Mean/5x5/iterations:", (folder / "log").read_text())
            self.assertFalse((folder / "stalls.txt.ncu-rep").exists())


if __name__ == "__main__":
    unittest.main()
