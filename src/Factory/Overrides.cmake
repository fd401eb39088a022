# Writes the sources that register the overrides of filters.json, and sets `factory_sources` to them. Those of the same
# images stand in one file, since they share what they instantiate; a file has some 20, so that compiling spreads.
include(${CudaImageFilters_SOURCE_DIR}/filters.cmake)
read_filters()

set(factory_folder ${CudaImageFilters_BINARY_DIR}/generated)
set(factory_sources)
set(factory_keys)
foreach(name IN LISTS FILTERS)
  if(FILTER_${name}_OVERRIDES AND NOT FILTER_${name}_FACTORY)
    set(kinds DeviceImage)
    if(FILTER_${name}_PLAIN)
      list(APPEND kinds Image)
    endif()
    foreach(kind IN LISTS kinds)
      foreach(dimension IN LISTS FILTER_${name}_DIMENSIONS)
        foreach(pixels IN LISTS FILTER_${name}_TYPES)
          get_image_arguments(arguments ${kind} "${pixels}" ${dimension})
          string(MD5 key "${arguments}")
          list(APPEND factory_keys ${key})
          list(APPEND factory_filters_${key} ${name})
          string(APPEND factory_lines_${key}
            "  factory.Override<${FILTER_${name}_OVERRIDES}<${arguments}>,\n"
            "                   Cuda${name}ImageFilter<${arguments}>>();\n")
        endforeach()
      endforeach()
    endforeach()
  endif()
endforeach()
list(REMOVE_DUPLICATES factory_keys)

set(factory_calls)
set(factory_declarations)
set(lines)
set(filters)
list(GET factory_keys -1 last_key)
foreach(key IN LISTS factory_keys)
  string(APPEND lines "${factory_lines_${key}}")
  list(APPEND filters ${factory_filters_${key}})
  list(LENGTH filters count)
  if(count GREATER_EQUAL 16 OR key STREQUAL last_key)
    list(LENGTH factory_sources number)
    set(function OverrideFilters${number})
    set(includes)
    list(REMOVE_DUPLICATES filters)
    foreach(name IN LISTS filters)
      string(APPEND includes "#include \"itkCuda${name}ImageFilter.h\"\n")
    endforeach()
    file(CONFIGURE OUTPUT ${factory_folder}/${function}.cxx @ONLY CONTENT
"// From filters.json.
#include \"itkCudaImageFiltersFactory.h\"
@includes@
namespace itk
{
void
@function@(CudaImageFiltersFactory & factory)
{
@lines@}
} // namespace itk
")
    list(APPEND factory_sources ${factory_folder}/${function}.cxx)
    string(APPEND factory_declarations "void\n${function}(CudaImageFiltersFactory & factory);\n")
    string(APPEND factory_calls "  ${function}(*this);\n")
    set(lines)
    set(filters)
  endif()
endforeach()
foreach(name IN LISTS FILTERS)
  if(FILTER_${name}_FACTORY)
    list(APPEND factory_sources ${CudaImageFilters_SOURCE_DIR}/${FILTER_${name}_FACTORY})
    string(APPEND factory_declarations "void\nOverride${name}(CudaImageFiltersFactory & factory);\n")
    string(APPEND factory_calls "  Override${name}(*this);\n")
  endif()
endforeach()
file(CONFIGURE OUTPUT ${factory_folder}/OverrideFilters.cxx @ONLY CONTENT
"// From filters.json.
#include \"itkCudaImageFiltersFactory.h\"

namespace itk
{
@factory_declarations@
void
CudaImageFiltersFactory::OverrideFilters()
{
@factory_calls@}
} // namespace itk
")
list(APPEND factory_sources ${factory_folder}/OverrideFilters.cxx)
