#!/usr/bin/env bash
# Sourced by what builds the library for tests, quickstart included: the same flags, so that a compiler cache serves all.
# Inlined, ITK's GaussianOperator makes GCC 12 see an index out of bounds where there is none.
cxx_flags='-Wall -Wextra -Wno-array-bounds'
cuda_flags='-Xcompiler=-Wall,-Wextra,-Wno-unknown-pragmas'
# A fifth of the size, where nvcc knows how.
if [[ $(nvcc --help 2>/dev/null) == *compress-mode* ]]; then
  cuda_flags+=' --compress-mode=size'
fi
