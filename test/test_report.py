"""Runs the scripts of packaging/device with a pretended GPU, sanitizer and test program, and reads what they report."""

import fcntl
import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "packaging"), str(ROOT / "packaging" / "device")]
sys.dont_write_bytecode = True
import rooms

ROOMS = {"Mean": {"suites": ["CudaMean*"], "hash": "m1"}, "Median": {"suites": ["CudaMedian*"], "hash": "n1"}}

PROGRAM = """#!/usr/bin/env python3
import json, os, sys, time
suites = {"CudaMean": ["A", "B"], "CudaMedian/0": ["A"], "Sizes/CudaMedian": ["A", "B"]}
suites["CudaMean"] += json.loads(os.environ.get("MORE_TESTS", "[]"))
suites.update({name: ["A"] for name in os.environ.get("MORE_SUITES", "").split()})
options = dict(argument.split("=", 1) for argument in sys.argv[1:] if "=" in argument)
if "--gtest_list_tests" in sys.argv:
    print("Running main() from somewhere")
    for suite, tests in suites.items():
        print(suite + ".  # TypeParam = float", *tests, sep="\\n  ")
    sys.exit()
chosen = options.get("--gtest_filter", "*").split(":")
total, index = int(os.environ.get("GTEST_TOTAL_SHARDS", 1)), int(os.environ.get("GTEST_SHARD_INDEX", 0))
if os.environ.get("CRASH", "none") + ".*" in chosen and index == 0:
    sys.exit(139)
if os.environ.get("HANG", "none") + ".*" in chosen and index == 0:
    time.sleep(20)
all_tests = [(suite, test) for suite in suites if chosen == ["*"] or suite + ".*" in chosen for test in suites[suite]]
run = {}
for suite, test in all_tests[index::total]:
    ended = {"name": test, "status": "RUN", "result": "SKIPPED" if test == "Skipped" else "COMPLETED"}
    run.setdefault(suite, []).append({**ended, **({"failures": [{}]} if test == "Failed" else {})})
with open(options["--gtest_output"].split(":", 1)[1], "w") as file:
    json.dump({"testsuites": [{"name": suite, "testsuite": tests} for suite, tests in run.items()]}, file)
sys.exit(any(test["name"] == "Failed" for tests in run.values() for test in tests))
"""

SANITIZER = """#!/usr/bin/env bash
while [[ $1 != */CudaImageFiltersGTestDriver ]]; do
  [[ $1 == --log-file ]] && log=$2
  [[ $1 == --tool ]] && tool=$2
  shift
done
[[ $* == *${HAZARDOUS:-}.* ]] || HAZARDS=0
"$@" || exit $?
case $tool in
  synccheck) echo "========= Error: Target application terminated before first instrumented API call"; exit 255 ;;
  racecheck) echo "========= RACECHECK SUMMARY: ${HAZARDS:-0} hazards displayed" >"$log" ;;
  *) echo "========= ERROR SUMMARY: 0 errors" >"$log" ;;
esac
touch "$log"
[[ $tool != racecheck || ${HAZARDS:-0} == 0 ]] || exit 99
"""

FUZZ = """#!/usr/bin/env python3
import json, os, signal, sys
options = dict(zip(sys.argv[1::2], sys.argv[2::2]))
first = int(options["--first"])
with open(options["--json"], "w") as file:
    json.dump({"device": "Pretended GPU", "seed": 7, "cases": 10, "failed_cases": [], "cases_of_filter": {"Mean": 10}}, file)
line = "CudaImageFiltersFuzz --seed 7 --case 9  # Mean, Median: SIGSEGV ended the process. --first 10 goes on behind it."
if "KILLED" in os.environ:
    os.kill(os.getpid(), signal.SIGKILL)
elif first == 0:
    print(line, flush=True)
    os.kill(os.getpid(), signal.SIGSEGV)
"""

GPU = """#!/usr/bin/env bash
case $1 in *driver_version*) echo 1.2.3 ;; *) echo "Pretended GPU" ;; esac
"""


class Package(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.package = pathlib.Path(folder.name) / "package"
        self.package.mkdir()
        for path in (ROOT / "packaging" / "device").iterdir():
            if path.is_file():
                shutil.copy(path, self.package)
        self.write("bin/CudaImageFiltersGTestDriver", PROGRAM)
        self.write("path/compute-sanitizer", SANITIZER)
        self.write("path/nvidia-smi", GPU)
        self.write("path/nproc", "#!/bin/sh\necho 32\n")
        self.build(ROOMS)
        self.write("device-report.json", '{ "tests": "of an older form" }')

    def write(self, name, text):
        path = self.package / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def build(self, of_rooms):
        self.write("build.json", json.dumps({"cuda": "13.0", "rooms": of_rooms}))

    def environment(self):
        kept = {key: value for key, value in os.environ.items() if not key.startswith("GTEST_")}
        return {**kept, "PATH": f"{self.package / 'path'}:{kept['PATH']}"}

    def run_script(self, name, *arguments, **variables):
        command = ["bash", self.package / name, *arguments]
        return subprocess.run(command, env={**self.environment(), **variables}, capture_output=True, text=True)

    def report(self):
        return json.loads((self.package / "results" / "device-report.json").read_text())["rooms"]

    def counts(self, room, kind):
        entry = self.report()[room][kind]
        return tuple(entry[key] for key in ("hash", "finished", "passed", "failed", "skipped"))


class Tests(Package):
    def test_are_counted_by_room(self):
        self.assertEqual(self.run_script("run-tests.sh", MORE_TESTS='["Skipped"]').returncode, 0)
        self.assertEqual(self.counts("Mean", "tests"), ("m1", True, 2, 0, 1))
        self.assertEqual(self.counts("Median", "tests"), ("n1", True, 3, 0, 0))
        self.assertEqual(self.report()["Mean"]["tests"]["gpu"], "Pretended GPU")
        self.assertEqual(self.report()["Mean"]["tests"]["driver"], "1.2.3")

    def test_that_fail_are_reported_and_fail_the_script(self):
        self.assertEqual(self.run_script("run-tests.sh", MORE_TESTS='["Failed"]').returncode, 1)
        self.assertEqual(self.counts("Mean", "tests"), ("m1", True, 2, 1, 0))

    def test_that_crash_are_reported_as_unfinished(self):
        self.run_script("run-tests.sh")
        self.assertEqual(self.run_script("run-tests.sh", "--rooms", "Mean", CRASH="CudaMean").returncode, 1)
        self.assertEqual(self.counts("Mean", "tests"), ("m1", False, 0, 0, 0))
        self.assertEqual(self.counts("Median", "tests"), ("n1", True, 3, 0, 0))

    def test_of_other_rooms_keep_their_lines_even_over_builds(self):
        self.run_script("run-tests.sh")
        shutil.copy(self.package / "results" / "device-report.json", self.package)
        self.build({"Mean": {"suites": ["CudaMean*"], "hash": "m2"}, "Median": ROOMS["Median"]})
        self.assertEqual(self.run_script("run-tests.sh", "--rooms", "Mean").returncode, 0)
        self.assertEqual(self.counts("Mean", "tests")[0], "m2")
        self.assertEqual(self.counts("Median", "tests"), ("n1", True, 3, 0, 0))

    def test_that_are_skipped_leave_what_the_same_code_has_passed(self):
        self.run_script("run-tests.sh", MORE_TESTS='["OfTwoGPUs"]')
        self.assertEqual(self.counts("Mean", "tests"), ("m1", True, 3, 0, 0))
        self.assertEqual(self.run_script("run-tests.sh", MORE_TESTS='["Skipped"]').returncode, 0)
        self.assertEqual(self.counts("Mean", "tests"), ("m1", True, 3, 0, 0))
        self.run_script("run-tests.sh", MORE_TESTS='["Failed"]')
        self.assertEqual(self.counts("Mean", "tests"), ("m1", True, 2, 1, 0))
        self.run_script("run-tests.sh", MORE_TESTS='["OfTwoGPUs"]')
        self.build({**ROOMS, "Mean": {**ROOMS["Mean"], "hash": "m2"}})
        self.run_script("run-tests.sh", MORE_TESTS='["Skipped"]')
        self.assertEqual(self.counts("Mean", "tests"), ("m2", True, 2, 0, 1))

    def test_of_no_room_end_the_script(self):
        done = self.run_script("run-tests.sh", MORE_SUITES="CudaMode")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("CudaMode belongs to no room", done.stderr)
        self.assertNotEqual(self.run_script("run-tests.sh", "--rooms", "Mode").returncode, 0)

    def test_of_two_runs_do_not_mix_in_a_folder(self):
        self.run_script("run-tests.sh")
        before = self.report()
        with open(self.package / "results" / ".lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            for script in ("run-tests.sh", "run-sanitizer.sh", "run-fuzz.sh"):
                done = self.run_script(script, CRASH="CudaMean")
                self.assertEqual(done.returncode, 1)
                self.assertIn("Another run", done.stderr)
            self.assertEqual(self.run_script("run-tests.sh", str(self.package / "others")).returncode, 0)
        self.assertEqual(self.report(), before)
        self.assertEqual(self.run_script("run-tests.sh").returncode, 0)

    def test_chosen_by_a_filter_report_nothing(self):
        self.run_script("run-sanitizer.sh", GTEST_FILTER="CudaMean.*")
        self.assertNotIn("rooms", json.loads((self.package / "results" / "device-report.json").read_text()))


class Sanitizer(Package):
    def test_processes_of_a_room_are_added_up(self):
        many = json.dumps([f"T{i}" for i in range(60)])
        self.assertEqual(self.run_script("run-sanitizer.sh", MORE_TESTS=many).returncode, 0)
        for tool in rooms.TOOLS:
            self.assertEqual(self.counts("Mean", tool), ("m1", True, 62, 0, 0))
            self.assertEqual(self.counts("Median", tool), ("n1", True, 3, 0, 0))
            self.assertEqual(self.report()["Median"][tool]["errors"], 0)
        self.assertEqual(len(list((self.package / "results").glob("sanitizer-racecheck-Mean-*-of-16.code"))), 16)

    def test_tools_and_rooms_can_be_chosen(self):
        self.assertEqual(self.run_script("run-sanitizer.sh", "--tools", "memcheck", "--rooms", "Mean").returncode, 0)
        self.assertEqual(set(self.report()), {"Mean"})
        self.assertEqual(set(self.report()["Mean"]), {"memcheck"})

    def test_unknown_tools_end_the_script(self):
        self.assertEqual(self.run_script("run-sanitizer.sh", "--tools", "memchuck").returncode, 2)

    def test_hazards_fail_the_script_and_are_those_of_a_room(self):
        done = self.run_script("run-sanitizer.sh", "--tools", "racecheck", HAZARDS="1", HAZARDOUS="CudaMean")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.report()["Mean"]["racecheck"]["errors"], 1)
        self.assertEqual(self.report()["Median"]["racecheck"]["errors"], 0)

    def test_a_process_that_crashes_leaves_its_room_unfinished(self):
        self.assertEqual(self.run_script("run-sanitizer.sh", CRASH="CudaMean").returncode, 1)
        self.assertFalse(self.report()["Mean"]["memcheck"]["finished"])
        self.assertEqual(self.counts("Median", "memcheck"), ("n1", True, 3, 0, 0))

    def test_a_process_that_hangs_is_ended_and_leaves_its_room_unfinished(self):
        options = {"HANG": "CudaMean", "CUDAIMAGEFILTERS_SHARD_SECONDS": "5"}
        self.assertEqual(self.run_script("run-sanitizer.sh", "--tools", "memcheck", **options).returncode, 1)
        self.assertFalse(self.report()["Mean"]["memcheck"]["finished"])
        self.assertTrue(self.report()["Median"]["memcheck"]["finished"])

    def test_a_process_that_is_ended_while_it_writes_leaves_its_room_unfinished(self):
        self.run_script("run-sanitizer.sh", "--tools", "memcheck")
        (self.package / "results" / "sanitizer-memcheck-Mean-1-of-1.json").write_text('{ "testsuites": [')
        results = self.package / "results"
        command = [sys.executable, self.package / "write_report.py", results, "", "memcheck"]
        self.assertEqual(subprocess.run(command, env=self.environment(), capture_output=True).returncode, 1)
        self.assertFalse(self.report()["Mean"]["memcheck"]["finished"])

    def test_what_is_unfinished_can_be_gone_on_with(self):
        self.run_script("run-sanitizer.sh", "--tools", "memcheck", HANG="CudaMean", CUDAIMAGEFILTERS_SHARD_SECONDS="2")
        ended = self.package / "results" / "sanitizer-memcheck-Median-1-of-1.code"
        before = ended.stat().st_mtime_ns
        self.assertEqual(self.run_script("run-sanitizer.sh", "--tools", "memcheck", "--continue").returncode, 0)
        self.assertEqual(self.counts("Mean", "memcheck"), ("m1", True, 2, 0, 0))
        self.assertEqual(ended.stat().st_mtime_ns, before)

    def test_chosen_tests_are_counted_alone(self):
        done = self.run_script("run-sanitizer.sh", "--tools", "memcheck", GTEST_FILTER="CudaMean.*")
        self.assertEqual(done.returncode, 0)
        self.assertIn('memcheck: {"finished": true, "passed": 2', done.stdout)


class Fuzz(Package):
    def setUp(self):
        super().setUp()
        self.write("bin/CudaImageFiltersFuzz", FUZZ)

    def test_goes_on_behind_a_case_that_ends_the_process_and_counts_it(self):
        self.assertEqual(self.run_script("run-fuzz.sh", "--seed", "7").returncode, 1)
        total = json.loads((self.package / "results" / "fuzz.json").read_text())
        self.assertEqual((total["cases"], total["cases_of_filter"]), (20, {"Mean": 20}))
        self.assertEqual((total["failed_cases"], total["cases_that_ended_the_process"]), ([9], 1))

    def test_says_that_a_process_was_ended_of_which_no_case_tells(self):
        self.assertNotIn("no case tells", self.run_script("run-fuzz.sh").stderr)
        done = self.run_script("run-fuzz.sh", KILLED="1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("ended with 137, of which no case tells", done.stderr)
        self.assertEqual(json.loads((self.package / "results" / "fuzz.json").read_text())["failures"], 0)


class House(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("packaging/rooms.json", '{ "Device": ["Device*"], "Mean": ["CudaMean*"], "Median": ["CudaMedian*"] }')
        self.write("src/CMakeLists.txt", "set(sources\n  Mean/Mean.cu\n  Median/Median.cu\n)\n")
        self.write("src/Device/Device.cxx", "")
        self.write("src/Kernels/Grid.cuh", "")
        self.write("src/Mean/Mean.cu", '#include "itkMeanLaunch.h"\nvoid\nLaunchMean(int)\n{}\n')
        self.write("src/Median/Median.cu", '#include "itkMedianLaunch.h"\nvoid\nLaunchMedian(int)\n{}\n')
        self.write("include/itkMeanLaunch.h", "void\nLaunchMean(int);\n")
        self.write("include/itkMedianLaunch.h", "void\nLaunchMedian(int);\n")
        self.write("include/itkMeanFilter.h", '#include "itkMeanLaunch.h"\n#include <vector>\n')
        self.write("test/MeanGTest.cxx", '#include "itkMeanFilter.h"\nTEST(CudaMean, Runs)\n{}\n')
        self.write("test/MedianGTest.cxx", '#include "itkMedianLaunch.h"\nTYPED_TEST(CudaMedian, Runs)\n{}\n')
        self.write("test/DeviceGTest.cxx", "TEST_F(DeviceImage, Runs)\n{}\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def rooms_changed_by(self, name, text):
        before = rooms.House(self.root)
        hashes = {room: before.hash_of(room) for room in before.table}
        self.write(name, text)
        after = rooms.House(self.root)
        return {room for room in hashes if after.hash_of(room) != hashes[room]}

    def test_has_no_faults(self):
        self.assertEqual(rooms.House(self.root).find_faults(), [])

    def test_finds_suites_and_folders_that_are_in_no_room_or_in_two(self):
        self.write("test/ModeGTest.cxx", "TEST(CudaMode, Runs)\n{}\n")
        self.write("src/Mode/Mode.cu", "")
        self.write("packaging/rooms.json", '{ "Device": ["*"], "Mean": ["CudaMean*"], "Median": [], "Sum": [] }')
        faults = "\n".join(rooms.House(self.root).find_faults())
        for fault in ("src/Mode is no room", "no folder src/Sum", "CudaMean belongs to Device and Mean"):
            self.assertIn(fault, faults)
        self.write("packaging/rooms.json", '{ "Device": ["Device*"], "Mean": ["CudaMean*"], "Median": ["CudaMedian*"] }')
        self.assertIn("CudaMode belongs to no room", "\n".join(rooms.House(self.root).find_faults()))

    def test_hashes_a_room_with_what_it_depends_on(self):
        everything = {"Device", "Mean", "Median"}
        self.assertEqual(self.rooms_changed_by("src/Mean/Mean.cu", "void\nLaunchMean(int)\n{;}\n"), {"Mean"})
        self.assertEqual(self.rooms_changed_by("include/itkMeanFilter.h", '#include "itkMeanLaunch.h"\n'), {"Mean"})
        self.assertEqual(self.rooms_changed_by("include/itkMeanLaunch.h", "void\nLaunchMean(int );\n"), {"Mean"})
        self.assertEqual(self.rooms_changed_by("include/itkUnused.h", "int i;\n"), set())
        self.assertEqual(self.rooms_changed_by("src/Kernels/Grid.cuh", "int i;\n"), everything)
        self.assertEqual(self.rooms_changed_by("src/Device/Device.cxx", "int i;\n"), everything)
        lines = "set(sources\n  Mean/Mean.cu\n  Mean/More.cu\n  Median/Median.cu\n)\n"
        self.assertEqual(self.rooms_changed_by("src/CMakeLists.txt", lines), {"Mean"})

    def test_hashes_a_room_with_the_rooms_that_it_calls(self):
        self.write("src/Median/Median.cu", '#include "itkMeanLaunch.h"\nvoid\nLaunchMedian(int)\n{\n  LaunchMean(1);\n}\n')
        self.assertEqual(self.rooms_changed_by("src/Mean/Mean.cuh", "int i;\n"), {"Mean", "Median"})

    def test_hashes_a_room_with_what_its_build_reads(self):
        self.write("src/Mean/List.cmake", "include(${CudaImageFilters_SOURCE_DIR}/list.cmake)\n")
        self.write("list.cmake", "file(READ ${CudaImageFilters_SOURCE_DIR}/list.json text)\n")
        self.write("list.json", "{}")
        self.assertEqual(self.rooms_changed_by("list.json", "[]"), {"Mean"})

    def test_says_which_rooms_lack_current_evidence(self):
        house = rooms.House(self.root)
        passed = {"finished": True, "passed": 1, "failed": 0, "skipped": 0}

        def lines(room, **changed):
            entry = {"hash": house.hash_of(room), **passed}
            kinds = {"tests": entry, **{tool: {**entry, "errors": 0} for tool in rooms.TOOLS}}
            return {**kinds, **changed}

        full = {room: lines(room) for room in house.table}
        self.assertEqual(house.find_lacking_evidence({"rooms": full}), {})
        self.assertEqual(set(house.find_lacking_evidence({"rooms": {}})), set(house.table))
        for changed, reason in (
            ({"hash": "other", **passed}, "ran on other code"),
            ({**full["Mean"]["tests"], "failed": 1}, "failed"),
            ({**full["Mean"]["tests"], "errors": 1, "finished": False}, "failed"),
            ({**full["Mean"]["tests"], "finished": False}, "did not finish"),
            ({**full["Mean"]["tests"], "passed": 0}, "ran no test"),
        ):
            report = {"rooms": {**full, "Mean": lines("Mean", racecheck=changed)}}
            self.assertEqual(house.find_lacking_evidence(report), {"Mean": {"racecheck": reason}})

    def test_ends_with_what_the_evidence_comes_to(self):
        report = json.loads(rooms.REPORT.read_text())
        house = rooms.House()
        for room in house.table:
            for kind in rooms.KINDS:
                entry = {"hash": house.hash_of(room), "finished": True, "passed": 1, "failed": 0, "skipped": 0, "errors": 0}
                report["rooms"].setdefault(room, {})[kind] = entry
        for changed, code in (({}, 0), ({"hash": "other"}, 77), ({"finished": False}, 77), ({"errors": 1}, 1)):
            report["rooms"]["Mean"]["racecheck"].update(changed)
            self.write("report.json", json.dumps(report))
            command = [sys.executable, ROOT / "packaging" / "rooms.py", "evidence", self.root / "report.json"]
            self.assertEqual(subprocess.run(command, capture_output=True).returncode, code, changed)
            report["rooms"]["Mean"]["racecheck"] = dict(report["rooms"]["Median"]["racecheck"])
            report["rooms"]["Mean"]["racecheck"]["hash"] = house.hash_of("Mean")


if __name__ == "__main__":
    unittest.main()
