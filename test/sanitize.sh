#!/usr/bin/env bash
# Builds the tests that need no GPU with a sanitizer, in build-address/ or build-thread/, and runs them:
# bash test/sanitize.sh address|thread. Device code is compiled to PTX alone: kernels of the pretended runtime do nothing.
# Further arguments go to CMake: -DCudaImageFilters_USE_CUDA=OFF leaves out the pretended runtime, and takes a third of the time.
# How it ended goes to doc/HostChecks.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
sanitizer=${1:-}
case $sanitizer in
  address) checks='-fsanitize=address -fsanitize=undefined -fsanitize=float-cast-overflow' ;;
  thread)
    checks=-fsanitize=thread
    # Of ITK's pool of threads it would see no locks, as ITK is not built with it; of threads that begin and end, it does.
    export ITK_GLOBAL_DEFAULT_THREADER=Platform
    ;;
  *)
    echo "bash test/sanitize.sh address|thread [ARGUMENT FOR CMAKE]..." >&2
    exit 2
    ;;
esac
build=build-$sanitizer
started=$SECONDS

export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=1
# What UndefinedBehaviorSanitizer finds ends the program by an option of its own, as only then there are suppressions.
flags="-O1 -g1 -fno-omit-frame-pointer $checks"
source test/host-drivers.sh
configure_host_drivers "$build" "$flags -D_GLIBCXX_ASSERTIONS" "-D_GLIBCXX_ASSERTIONS -Xcompiler=\"$flags\"" "$checks" "${@:2}"

# Of all filters and all their calls, a part: GetTestedFilters() in test/itkFilterCase.h.
export CUDAIMAGEFILTERS_SANITIZER=1
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1:suppressions=$PWD/test/undefined-suppressions.txt
export TSAN_OPTIONS=second_deadlock_stack=1:suppressions=$PWD/test/thread-suppressions.txt
status=0
run_host_drivers "$build" || status=$?
python3 doc/write_host_checks.py "$sanitizer" "$build"
((status == 0)) || exit $status
echo "Clean, in $((SECONDS - started)) s."
