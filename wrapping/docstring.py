"""Prints SWIG's docstring features of a class, from the comment before it: docstring.py HEADER CLASS SWIG_NAME..."""

import re
import sys
import textwrap

ARGUMENTS = """\
In Python, {function}(image, ...) filters a NumPy array, an itk.Image or an itk.DeviceImage and returns the like; the
pixels of a DeviceImage stay on the device between calls. Parameters are given by keyword, named as the Set methods in
snake case, and listed in the signature: radius=2 calls SetRadius(2)."""
USE_DEVICE = 'use_device is "Auto" (the GPU if there is one, else the CPU), "Always" (RuntimeError without a GPU) or "Never".'


def snake_case(name):
    """As ITK's igenerator.py has it."""
    return re.sub(r"([a-z\d])([A-Z])", r"\1_\2", re.sub(r"(.)([A-Z][a-z]+)", r"\1_\2", name)).lower().replace("__", "_")


def paragraphs(header, name):
    comment = re.search(r"/\*\*((?:(?!\*/).)*?\\class " + name + r"\b.*?)\*/", header, re.DOTALL).group(1)
    lines = [re.sub(r"^\s*\* ?", "", line) for line in comment.splitlines()]
    text = "\n".join(line for line in lines if not re.match(r"\s*\\(class|ingroup)\b", line))
    text = text.replace(r"\brief ", "").replace(r"\f$", "")
    text = re.sub(r"\\(?:c|a|em|p|e|b) ", "", text)
    text = re.sub(r"\\(?:sa|see) (.*)", r"\nSee also: \1", text)
    text = re.sub(r"\\(?:li|arg) ", "- ", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def main():
    path, name, *swig_names = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        text = paragraphs(file.read(), name)
    if name.endswith("Filter"):
        arguments = ARGUMENTS.format(function=f"itk.{snake_case(name)}")
        if name.startswith("Cuda"):
            arguments += " " + USE_DEVICE
        text += "\n\n" + textwrap.fill(arguments, 100)
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    for swig_name in swig_names:
        print(f'%feature("docstring") {swig_name} "{quoted}";')


main()
