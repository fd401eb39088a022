"""ITK's igenerator.py, whose path is the first argument. But what a class has of bases that are not wrapped is its own in
Python: a filter then costs one class, not one for each between it and ImageToImageFilter, whose methods ITK drops. And
arrays go to the functions as array_inputs.py has it."""

import importlib.util
import sys


def load(path):
    specification = importlib.util.spec_from_file_location("igenerator", path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    # It pickles what pyi_generator.py, another program, has of its own.
    module.ITKClass.__module__ = "__main__"
    sys.modules["__main__"] = module
    return module


sys.argv.pop(0)
igenerator = load(sys.argv[0])


def is_method(member):
    return isinstance(member, igenerator.pygccxml.declarations.member_function_t)


class Generator(igenerator.SwigInputGenerator):
    def is_wrapped(self, class_type):
        return self.normalize(class_type.decl_string.removeprefix("::")) in self.aliases

    def adopt_methods(self, class_type):
        """Takes over the public methods of bases that are not wrapped, unless hidden, and their own bases."""
        own_names = {member.name for member in class_type.get_members()}
        bases = []
        for base in class_type.bases:
            unwrapped = base.related_class
            if self.is_wrapped(unwrapped) or base.access != "public":
                bases.append(base)
                continue
            self.adopt_methods(unwrapped)
            bases += unwrapped.bases
            class_type.public_members.extend(
                member
                for member in unwrapped.public_members
                if is_method(member) and member.name not in own_names
            )
        class_type.bases = bases

    def drop_hidden_methods(self, class_type):
        """SWIG has no use for them, and does not read all of them."""
        for members in (class_type.private_members, class_type.protected_members):
            members[:] = [member for member in members if not is_method(member)]

    def generate_class(self, typedef, indent=0):
        class_type = igenerator.get_type(typedef)
        if typedef.name.startswith("itk"):
            self.adopt_methods(class_type)
            self.drop_hidden_methods(class_type)
        super().generate_class(typedef, indent)

    def generate_process_object_snake_case_functions(self, typedefs):
        super().generate_process_object_snake_case_functions(typedefs)
        text = self.outputFile.getvalue()
        text = text.replace("from itk.support import helpers\n", "from itk.support import array_inputs\n")
        text = text.replace("@helpers.accept_array_like_xarray_torch\n", "@array_inputs.accept_arrays\n")
        self.outputFile = type(self.outputFile)(text)
        self.outputFile.seek(0, 2)


igenerator.SwigInputGenerator = Generator
igenerator.main()
