# Writes the sources that register the overrides of filters.json, and sets `factory_sources` to them. Filters of one kind of images
# and one dimension share much of what they instantiate, so a file has all of them.
include(${CudaImageFilters_SOURCE_DIR}/filters.cmake)
read_filters()

set(factory_folder ${CudaImageFilters_BINARY_DIR}/generated)
set(factory_sources)
set(factory_calls)
set(factory_declarations)

foreach(kind DeviceImage Image)
  foreach(dimension 2 3)
    set(lines)
    set(includes)
    foreach(name IN LISTS FILTERS)
      if(NOT FILTER_${name}_OVERRIDES OR FILTER_${name}_FACTORY OR NOT dimension IN_LIST FILTER_${name}_DIMENSIONS OR
         (kind STREQUAL Image AND NOT FILTER_${name}_PLAIN))
        continue()
      endif()
      string(APPEND includes "#include \"itkCuda${name}ImageFilter.h\"\n")
      foreach(pixels IN LISTS FILTER_${name}_TYPES)
        get_image_arguments(arguments ${kind} "${pixels}" ${dimension})
        string(APPEND lines
          "  factory.Override<${FILTER_${name}_OVERRIDES}<${arguments}>,\n"
          "                   Cuda${name}ImageFilter<${arguments}>>();\n")
      endforeach()
    endforeach()
    set(function Override${kind}Filters${dimension}D)
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
  endforeach()
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

# At -O1 GCC takes two thirds of the time that it takes at -O2; of eleven CPU parents timed, one was slower, the median by 12 %.
# What others could link of ITK's inline functions, half of the symbols, would be a tenth of the library.
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  set_source_files_properties(${factory_sources} PROPERTIES
    COMPILE_OPTIONS "$<$<CONFIG:Release>:-O1>;-fvisibility-inlines-hidden"
  )
endif()
