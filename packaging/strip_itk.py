"""Leaves of a folder of copy_itk.py the modules that a command needs: strip_itk.py FOLDER COMMAND...

The command runs with FOLDER first in PYTHONPATH, once with each module of ITK taken away, the largest first; what it ends well
without stays away.
"""

import os
import re
import subprocess
import sys
from pathlib import Path


def main():
    folder, *command = sys.argv[1:]
    package = Path(folder) / "itk"
    paths = filter(None, (str(Path(folder).resolve()), os.environ.get("PYTHONPATH")))
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(paths), PYTHONDONTWRITEBYTECODE="1")

    def ends_well():
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600).returncode == 0

    if not ends_well():
        raise SystemExit(f"{' '.join(command)} fails with all modules")
    configurations = {path: path.read_text(encoding="utf-8") for path in (package / "Configuration").glob("*Config.py")}
    for extension in sorted(package.glob("_*Python.abi3.so"), key=lambda path: -path.stat().st_size):
        module = re.fullmatch("_(.*)Python.abi3", extension.stem).group(1)
        if module == "CudaImageFilters":
            continue
        away = extension.rename(extension.with_suffix(".away"))
        # Loaded before a module are those that its configuration names.
        for path, text in configurations.items():
            path.write_text(re.sub(rf"""(["']){module}\1,?""", "", text), encoding="utf-8")
        if ends_well():
            print(f"without {module}: {away.stat().st_size / 1e6:.0f} MB", flush=True)
            away.unlink()
            configurations = {path: path.read_text(encoding="utf-8") for path in configurations}
        else:
            away.rename(extension)
            for path, text in configurations.items():
                path.write_text(text, encoding="utf-8")


main()
