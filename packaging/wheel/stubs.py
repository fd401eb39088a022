"""Puts type stubs of the module, a package itk-stubs, into a wheel: stubs.py WHEEL

They are the folder itk-stubs and what is made of the files that SWIG wrote: classes, of all their instances together, and
functions. PyPI's itk has no stubs, so this is a partial package, and bases that are ITK's are those of its Python files. The
wheel's RECORD is left to auditwheel, which writes it anew.
"""

import ast
import re
import sys
import zipfile
from collections import defaultdict
from pathlib import Path

# Bases with stubs of their own, which are not exported: ITK has these for other images. What is between is in each class.
BASES = ("DeviceResident", "ImageSource", "ImageToImageFilter")
# What the functions of all filters take beside what is listed for each.
GENERAL = {"input": "Any", "number_of_work_units": "int", "release_data_flag": "bool", "auto_progress": "int", "ttype": "Any"}
SETTER = re.compile("Set[A-Z]")
# Filters with these methods may have several outputs.
SEVERAL = {"GetPolygon", "SetComputeDirection"}
SIMPLE = {"": "None", "bool": "bool", "float": "float", "double": "float", "enum itkDeviceImageFilterEnums::UseDevice": "_UseDevice"}
SIMPLE |= {sign + size: "int" for sign in ("", "signed ", "unsigned ") for size in ("char", "short", "int", "long", "long long")}
RETURNS = {"cuda_image_filters_info": "Dict[str, Any]", "device_image": "DeviceImage"}
RETURNS |= {f"device_image_from_{source}": "DeviceImage" for source in ("array", "cuda_array", "dlpack", "image")}


def python_type(cpp):
    """Of a C++ type as SWIG has it in its docstrings."""
    cpp = re.sub(r"\bconst\b|[&*]", "", cpp).strip()
    return "DeviceImage" if re.fullmatch(r"itkDeviceImage[A-Z]+\d+(_Pointer)?", cpp) else SIMPLE.get(cpp, "Any")


def common_type(types):
    """One for all: numbers of any type are floats."""
    types = set(types)
    return types.pop() if len(types) == 1 else "float" if types == {"int", "float"} else "Any"


def snake_case(name):
    """As ITK's igenerator.py has it."""
    return re.sub(r"([a-z\d])([A-Z])", r"\1_\2", re.sub(r"(.)([A-Z][a-z]+)", r"\1_\2", name)).lower().replace("__", "_")


def declaration(name, arguments, returns, docstring="", decorators=(), indent=""):
    body = f"\n{indent}    {quoted(docstring, indent)}\n" if docstring else " ...\n"
    return "".join(f"{indent}@{each}\n" for each in decorators) + f"{indent}def {name}({arguments}) -> {returns}:{body}"


def quoted(docstring, indent=""):
    end = f"\n{indent}    " if "\n" in docstring else ""
    return 'r"""' + re.sub("\n(?=.)", f"\n{indent}    ", docstring) + end + '"""'


class Module:
    """The classes and functions in a wheel's Python files, and what ITK's configuration of the module says of them."""

    def __init__(self, wheel):
        self.classes, self.functions, configuration = {}, {}, {}
        for path in wheel.namelist():
            if re.fullmatch(r"itk/(itk\w+Python|support/\w+)\.py", path):
                for node in ast.parse(wheel.read(path)).body:
                    if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                        (self.classes if isinstance(node, ast.ClassDef) else self.functions)[node.name] = node
        for name in ("CudaImageFiltersConfig", "DeviceArrays_snake_case"):
            exec(wheel.read(f"itk/Configuration/{name}.py"), configuration)
        self.own_functions = configuration["snake_case_functions"]
        self.instances, self.template_of, self.exported, self.templates = defaultdict(dict), {}, {"DeviceImageFilterEnums"}, set()
        for name, _, swig_name, is_own, *parameters in configuration["templates"]:
            self.template_of.setdefault(swig_name, name)
            if self.template_of[swig_name] == name and swig_name in self.classes:
                self.instances[name][swig_name] = None
            self.exported |= {name} - {*BASES, "DeviceImageFilter"} if is_own else set()
            self.templates |= {name} if parameters else set()

    def lineage(self, swig_name):
        """A class and its bases up to those that have stubs, or are ITK's: (classes, names of the latter and their files)."""
        classes, bases = [self.classes[swig_name]], []
        for base in classes[0].bases:
            file, _, name = ast.unparse(base).rpartition(".")
            if self.template_of.get(name) in BASES:
                bases.append(("", f"_{self.template_of[name]}"))
            elif name in self.classes:
                more_classes, its_bases = self.lineage(name)
                classes += more_classes
                bases += its_bases
            elif file:
                bases.append((file, name))
        return classes, bases


class Class:
    """All instances of a template together."""

    def __init__(self, name, module):
        self.name, self.is_template = name, name in module.templates
        self.methods, self.values, self.variants = {}, {}, defaultdict(list)
        lineages = [module.lineage(swig_name) for swig_name in module.instances[name]]
        docstring = ast.get_docstring(lineages[0][0][0]) or ""
        self.docstring = "" if docstring.startswith("Proxy of C++") else docstring
        for node in [node for classes, _ in lineages for each in classes for node in each.body]:
            self.add(node, module)
        # Those of DeviceImages, where there are instances for plain images as well.
        self.bases = min(bases for _, bases in lineages)
        self.has_images = ("", "_ImageToImageFilter") in self.bases or "GetOutput" in self.methods
        if self.has_images and any(bases != self.bases for _, bases in lineages):
            self.methods.setdefault("GetOutput", ast.parse("def GetOutput(self, *args): pass").body[0])
        function = module.functions.get(snake_case(name))
        is_wrapped = function and ast.get_docstring(function) == f"Functional interface for {name}"
        self.keywords = self.keywords_of(function) if is_wrapped else {}

    def add(self, node, module):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("itk.support."):  # methods of our own
            for name in sorted({alias.name for alias in node.names} - {"__internal_call__", "__repr__"}):
                self.methods.setdefault(name, module.functions[name])
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and node.name != "cast":
            self.methods.setdefault(node.name, node)
            blocks = re.split(rf"^{node.name}\((?:self)?.*\)(?: -> (.*))?$", ast.get_docstring(node) or "", flags=re.MULTILINE)
            for result, text in zip(blocks[1::2], blocks[2::2]):
                arguments = [python_type(each) for each in re.findall(r"^\w+: (.*)$", text, re.MULTILINE)]
                self.variants[node.name].append((arguments, python_type(result or "")))
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute):  # an enumerator
            self.values[node.targets[0].id] = None

    def type_of(self, setter, said="Any"):
        """What a Set method takes; `said` is what ITK has, of the first instance."""
        variants = [arguments for arguments, _ in self.variants[setter]]
        if "itkt." in said or any(len(arguments) != 1 for arguments in variants):
            return "Any"
        if "[" not in said:
            found = common_type(arguments[0] for arguments in variants)
            return "Any" if found == "DeviceImage" else found
        parts = {*re.sub(r"Union\[(.*)\]", r"\1", said).split(", ")}
        if ["float"] in variants:
            parts = {part.replace("int", "float") for part in parts}
        text = f"Union[{', '.join(sorted(parts))}]" if len(parts) > 1 else parts.pop()
        return text.replace("Sequence[int]", "_Integers").replace("Sequence[float]", "_Floats")

    def keywords_of(self, function):
        """The types of a filter's parameters by name: of those that ITK lists, and of what else has a Set method."""
        setters = {}
        for name in sorted(filter(SETTER.match, self.methods)):
            if not self.variants[name] or any(arguments for arguments, _ in self.variants[name]):  # not SetXToY()
                setters[snake_case(name[3:])] = name
        listed = {each.arg: ast.unparse(each.annotation) if each.annotation else "Any" for each in function.args.kwonlyargs}
        return {name: self.type_of(setters.get(name), listed.get(name, "Any")) for name in [*listed, *setters]} | GENERAL

    def arguments(self, *more):
        return ", ".join([*more, "*args: Any", *(f"{name}: {kind} = ..." for name, kind in self.keywords.items())])

    def function(self):
        """Of its snake case function. What it gives is like the image that it takes, or the filter if that gives no image."""
        name = snake_case(self.name)
        if not self.has_images or SEVERAL & self.methods.keys():
            return declaration(name, self.arguments(), "Any" if self.has_images else self.name, self.docstring)
        first = declaration(name, self.arguments("image: _Image, /"), "_Image", self.docstring, ["overload"])
        return first + declaration(name, self.arguments(), "Any", decorators=["overload"])

    def method(self, name, node):
        if name == "New":  # with the names of the Set methods, too
            return declaration(name, f"{self.arguments()}, **kwargs: Any", self.name, "", ["staticmethod"], "    ")
        arguments = ast.unparse(node.args)
        if SETTER.match(name) and re.fullmatch(r"self, \w+", arguments):
            arguments += f": {self.keywords.get(snake_case(name[3:])) or self.type_of(name)}"
        results = common_type(result for _, result in self.variants[name])
        docstring = "" if self.variants[name] else ast.get_docstring(node)  # SWIG's is the signature
        decorators = [ast.unparse(each) for each in node.decorator_list]
        return declaration(name, arguments, results, docstring, decorators, "    ")

    def text(self, name):
        bases = [base for _, base in self.bases] + ["metaclass=_Template"] * self.is_template
        lines = [f"    {quoted(self.docstring)}\n"] if self.docstring else []
        lines += [f"    {value}: int\n" for value in self.values if not re.search("^_|Check$", value)]
        lines += [self.method(*each) for each in self.methods.items()]
        return f"\nclass {name}({', '.join(bases)}):\n{''.join(lines) or '    ...'}\n"


def text_of(module):
    bases = [Class(name, module) for name in BASES]
    classes = [Class(name, module) for name in sorted(module.exported)]
    of_itk = {base for each in bases + classes for base in each.bases if base[0]}
    text = "".join(f"from {file} import {base}\n" for file, base in sorted(of_itk))
    text += "".join(each.text(f"_{each.name}") for each in bases)
    text += "".join(each.text(each.name) + (each.function() if each.keywords else "") for each in classes)
    for name in module.own_functions:
        node = module.functions[name]
        text += "\n" + declaration(name, ast.unparse(node.args), RETURNS.get(name, "Any"), ast.get_docstring(node))
    return text


def main():
    with zipfile.ZipFile(sys.argv[1], "a", zipfile.ZIP_DEFLATED) as wheel:
        made = text_of(Module(wheel))
        for path in sorted((Path(__file__).parent / "itk-stubs").iterdir()):
            text = path.read_text(encoding="utf-8")
            wheel.writestr(f"itk-stubs/{path.name}", f"{text}\n{made}" if path.stem == "_cuda_image_filters" else text)


main()
