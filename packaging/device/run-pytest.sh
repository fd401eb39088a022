#!/usr/bin/env bash
# Runs Python tests and prints how many passed, failed and were skipped: run-pytest.sh PYTHON RESULTS_FOLDER TESTS
set -euo pipefail
python=$1
results=$(realpath "$2")/python-results.xml
rm -f "$results"
status=0
# What warns is the code that SWIG makes.
"$python" -m pytest -q -p no:cacheprovider -W ignore::DeprecationWarning --junitxml "$results" "$3" || status=$?

"$python" - "$results" <<'END'
import sys
import xml.etree.ElementTree as xml

suite = xml.parse(sys.argv[1]).getroot().find("testsuite")
total, failures, errors, skipped = (int(suite.get(name)) for name in ("tests", "failures", "errors", "skipped"))
failed = failures + errors
print(f"Python: {total - failed - skipped} passed, {failed} failed, {skipped} skipped")
sys.exit(failed > 0 or total == 0)
END
((status == 0))
