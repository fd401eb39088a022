# Writes the sources that have each filter of filters.json with its parent, for the fuzzer, and sets `fuzz_case_sources` to
# them. After FactoryList.cmake, which reads the list. Of a dimension there is one of the filter's types, another in 3D; of
# filters that compute integers in another way than floats the first and the last.
set(fuzzed_of_two_types Convolution)
set(case_sources 24)
set(number 0)
math(EXPR last "${case_sources} - 1")
foreach(i RANGE ${last})
  set(includes_${i})
  set(cases_${i})
endforeach()
foreach(name IN LISTS FILTERS)
  string(APPEND includes_${number} "#include \"itkCuda${name}ImageFilter.h\"\n")
  foreach(dimension IN LISTS FILTER_${name}_DIMENSIONS)
    set(places 0)
    if(name IN_LIST fuzzed_of_two_types)
      set(places 0 -1)
    elseif(dimension EQUAL 3)
      set(places -1)
    endif()
    foreach(place IN LISTS places)
      list(GET FILTER_${name}_TYPES ${place} pixels)
      get_image_arguments(plain Image "${pixels}" ${dimension})
      # On plain images those in 2D that the factory makes there: each class takes the compiler long.
      set(make_of_plain_images nullptr)
      if(FILTER_${name}_PLAIN AND dimension EQUAL 2)
        set(make_of_plain_images "[] { return MakeFuzzFilter<Cuda${name}ImageFilter<${plain}>>(setUp); }")
      endif()
      get_image_arguments(resident DeviceImage "${pixels}" ${dimension})
      string(APPEND cases_${number}
        "  {\n"
        "    static const auto setUp = []([[maybe_unused]] auto * filter) { ${FILTER_${name}_PARAMETERS} };\n"
        "    filters.push_back({ \"${name}\",\n"
        "                        ${dimension},\n"
        "                        [] { return MakeFuzzFilter<${FILTER_${name}_PARENT}<${plain}>>(setUp); },\n"
        "                        ${make_of_plain_images},\n"
        "                        [] { return MakeFuzzFilter<Cuda${name}ImageFilter<${resident}>>(setUp); } });\n"
        "  }\n")
    endforeach()
  endforeach()
  math(EXPR number "(${number} + 1) % ${case_sources}")
endforeach()

set(fuzz_case_sources)
set(declarations)
set(calls)
foreach(number RANGE ${last})
  set(source ${CudaImageFilters_BINARY_DIR}/generated/FuzzCases${number}.cxx)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// From filters.json.
#include \"itkFuzzFilter.h\"
${includes_${number}}
namespace itk::DeviceTesting
{
void
ListFuzzedFilters${number}(std::vector<FuzzedFilter> & filters);
void
ListFuzzedFilters${number}(std::vector<FuzzedFilter> & filters)
{
${cases_${number}}}
} // namespace itk::DeviceTesting
")
  list(APPEND fuzz_case_sources ${source})
  string(APPEND declarations "void\nListFuzzedFilters${number}(std::vector<FuzzedFilter> & filters);\n")
  string(APPEND calls "  ListFuzzedFilters${number}(filters);\n")
endforeach()
set(source ${CudaImageFilters_BINARY_DIR}/generated/FuzzCases.cxx)
file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// From filters.json.
#include \"itkFuzzFilter.h\"

namespace itk::DeviceTesting
{
${declarations}
std::vector<FuzzedFilter>
GetFuzzedFilters()
{
  std::vector<FuzzedFilter> filters;
${calls}  return filters;
}
} // namespace itk::DeviceTesting
")
list(APPEND fuzz_case_sources ${source})
