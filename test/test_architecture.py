#!/usr/bin/env python3
#  Copyright The CudaImageFilters Contributors
#
#  Licensed under the Apache License, Version 2.0 (the "License");
#  you may not use this file except in compliance with the License.
#  You may obtain a copy of the License at
#
#         https://www.apache.org/licenses/LICENSE-2.0.txt
#
#  Unless required by applicable law or agreed to in writing, software
#  distributed under the License is distributed on an "AS IS" BASIS,
#  WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
#  See the License for the specific language governing permissions and
#  limitations under the License.
"""Tests architecture.py: it finds each kind of forbidden include, in a tree that has it, and nothing in one that has none."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).parent / "architecture.py"

TREE = {
    "include/itkDeviceStream.h": "#include <memory>\n",
    "include/itkCudaMedianLaunch.h": '#include "itkDeviceStream.h"\n',
    "include/itkCudaMedianImageFilter.h": '#include "itkCudaMedianLaunch.h"\n#include "itkMedianImageFilter.h"\n',
    "src/Device/Check.h": "",
    "src/Kernels/Grid.cuh": '#include "Device/Check.h"\n#include <cuda_runtime.h>\n',
    "src/Mean/Mean.h": "",
    "src/Mean/Mean.cu": '#include "itkCudaMedianLaunch.h"\n#include "Kernels/Grid.cuh"\n#include "Mean.h"\n',
    "src/Median/MedianCore.h": "",
}


def run(changes):
    with tempfile.TemporaryDirectory() as root:
        for name, text in {**TREE, **changes}.items():
            file = pathlib.Path(root, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        done = subprocess.run([sys.executable, "-B", SCRIPT, root], capture_output=True, text=True)
        return done.returncode, done.stdout


class Architecture(unittest.TestCase):
    def expect_failure(self, name, text, message):
        status, output = run({name: text})
        self.assertEqual(status, 1)
        self.assertIn(message, output)

    def test_lets_a_tree_pass_that_keeps_the_rules(self):
        self.assertEqual(run({}), (0, "Every include keeps the rules.\n"))

    def test_finds_a_file_of_another_room(self):
        for target in ("Median/MedianCore.h", "../Median/MedianCore.h"):
            self.expect_failure("src/Mean/Mean.cu", f'#include "{target}"\n', "of another room")

    def test_finds_a_room_in_what_all_rooms_share(self):
        self.expect_failure("src/Kernels/Grid.cuh", '#include "Mean/Mean.h"\n', "of another room")
        self.expect_failure("src/Device/Check.h", '#include "Kernels/Grid.cuh"\n', "of another room")

    def test_finds_a_public_header_of_another_room_that_does_not_launch(self):
        self.expect_failure("src/Mean/Mean.h", '#include "itkCudaMedianImageFilter.h"\n', "no Launch header")

    def test_finds_itk_in_device_code(self):
        self.expect_failure("src/Mean/Mean.h", "#  include <itkImage.h>\n", "src/Mean/Mean.cu reaches itkImage.h")

    def test_finds_cuda_in_a_public_header(self):
        self.expect_failure("include/itkDeviceStream.h", "#include <cuda_runtime.h>\n", "itkCudaMedianImageFilter.h reaches cuda")

    def test_finds_a_header_that_is_not_installed_in_a_public_one(self):
        self.expect_failure("include/itkDeviceStream.h", '#include "Median/MedianCore.h"\n', "which is not public")


if __name__ == "__main__":
    unittest.main()
