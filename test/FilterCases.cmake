# Writes the sources that have a case of each filter of filters.json, for the tests that go through all of them, and sets
# `filter_case_sources` to them: so many that none takes the compiler long. After FactoryList.cmake, which reads the list.
set(case_sources 4)
list(LENGTH FILTERS count)
set(place 0)
set(includes)
foreach(name IN LISTS FILTERS)
  # Filters beside each other in the list share what they instantiate.
  math(EXPR number "${place} * ${case_sources} / ${count}")
  math(EXPR place "${place} + 1")
  list(GET FILTER_${name}_TYPES 0 pixels)
  list(GET FILTER_${name}_DIMENSIONS 0 dimension)
  get_image_arguments(arguments DeviceImage "${pixels}" ${dimension})
  get_new(new ${name} "${arguments}")
  string(APPEND includes_${number} "#include \"itkCuda${name}ImageFilter.h\"\n")
  string(APPEND cases_${number}
    "  filters.push_back({ \"${name}\", ${dimension}, [](SizeValueType side) {\n"
    "    return MakeFilterCase(${new}, side, []([[maybe_unused]] auto * filter) { ${FILTER_${name}_PARAMETERS} });\n"
    "  } });\n")
endforeach()

set(filter_case_sources)
set(declarations)
set(calls)
math(EXPR last "${case_sources} - 1")
foreach(number RANGE ${last})
  set(source ${CudaImageFilters_BINARY_DIR}/generated/FilterCases${number}.cxx)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// From filters.json.
#include \"itkFilterCase.h\"
${includes_${number}}
namespace itk::DeviceTesting
{
void
ListFilters${number}(std::vector<ListedFilter> & filters);
void
ListFilters${number}(std::vector<ListedFilter> & filters)
{
${cases_${number}}}
} // namespace itk::DeviceTesting
")
  list(APPEND filter_case_sources ${source})
  string(APPEND declarations "void\nListFilters${number}(std::vector<ListedFilter> & filters);\n")
  string(APPEND calls "  ListFilters${number}(filters);\n")
endforeach()
set(source ${CudaImageFilters_BINARY_DIR}/generated/FilterCases.cxx)
file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// From filters.json.
#include \"itkFilterCase.h\"

namespace itk::DeviceTesting
{
${declarations}
std::vector<ListedFilter>
GetListedFilters()
{
  std::vector<ListedFilter> filters;
${calls}  return filters;
}
} // namespace itk::DeviceTesting
")
list(APPEND filter_case_sources ${source})
