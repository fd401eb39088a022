# Writes the sources of the benchmarks that filters.json has, and sets `listed_benchmarks` to them: one for each pixel type,
# and some for plain images, on which it is to be known whether a filter pays for its transfers.
include(${CudaImageFilters_SOURCE_DIR}/filters.cmake)
read_filters()

set(pixel_types)
foreach(name IN LISTS FILTERS)
  list(APPEND pixel_types ${FILTER_${name}_BENCHMARK})
endforeach()
list(REMOVE_DUPLICATES pixel_types)

set(listed_benchmarks)
foreach(pixel IN LISTS pixel_types)
  set(includes)
  set(lines)
  foreach(name IN LISTS FILTERS)
    if(pixel IN_LIST FILTER_${name}_BENCHMARK)
      string(APPEND includes "#include \"itkCuda${name}ImageFilter.h\"\n")
      string(REPEAT "${pixel} " ${FILTER_${name}_IMAGES} pixels)
      string(STRIP "${pixels}" pixels)
      get_image_arguments(arguments itk::DeviceImage "${pixels}" 2)
      math(EXPR inputs "${FILTER_${name}_IMAGES} - 1")
      if(inputs EQUAL 0)
        set(inputs 1)
      endif()
      string(APPEND lines
        "  RegisterFilter<itk::Cuda${name}ImageFilter<${arguments}>>(\n"
        "    \"${name}\", ${inputs}, ${FILTER_${name}_READS}, []([[maybe_unused]] auto * filter) { ${FILTER_${name}_PARAMETERS} });\n")
    endif()
  endforeach()
  set(source ${CudaImageFilters_BINARY_DIR}/generated/Benchmark-${pixel}.cxx)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// From filters.json.
#include \"BenchmarkFilter.h\"
@includes@
namespace
{
const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
@lines@});
} // namespace
")
  list(APPEND listed_benchmarks ${source})
endforeach()

# So many that none takes the compiler long.
set(plain_sources 4)
set(number 0)
foreach(name IN LISTS FILTERS)
  set(alike FALSE)
  set(taken ${FILTER_${name}_BENCHMARK})
  foreach(pixels IN LISTS FILTER_${name}_TYPES)
    string(REPLACE " " ";" pixels "${pixels}")
    if(NOT FILTER_${name}_BENCHMARK)
      list(APPEND taken ${pixels})
    endif()
    list(REMOVE_DUPLICATES pixels)
    list(LENGTH pixels number_of_types)
    if(number_of_types EQUAL 1)
      set(alike TRUE)
    endif()
  endforeach()
  # Those whose images may all be of one type.
  if(FILTER_${name}_OVERRIDES AND (alike OR FILTER_${name}_BENCHMARK))
    # float where the filter is timed for it, or takes it and is not timed here.
    set(pixel float)
    if(NOT "float" IN_LIST taken)
      list(GET taken 0 pixel)
    endif()
    string(REPEAT "${pixel} " ${FILTER_${name}_IMAGES} pixels)
    string(STRIP "${pixels}" pixels)
    list(GET FILTER_${name}_DIMENSIONS 0 dimension)
    get_image_arguments(arguments itk::Image "${pixels}" ${dimension})
    get_image_arguments(image itk::Image ${pixel} ${dimension})
    math(EXPR inputs "${FILTER_${name}_IMAGES} - 1")
    if(inputs EQUAL 0)
      set(inputs 1)
    endif()
    string(APPEND includes_${number} "#include \"itkCuda${name}ImageFilter.h\"\n#include \"itk${FILTER_${name}_OVERRIDES}.h\"\n")
    string(APPEND lines_${number}
      "  RegisterOnPlainImages<${inputs}, itk::Cuda${name}ImageFilter<${arguments}>,\n"
      "    itk::${FILTER_${name}_OVERRIDES}<${arguments}>, ${image}>(\n"
      "    \"${name}\", []([[maybe_unused]] auto * filter) { ${FILTER_${name}_PARAMETERS} });\n")
    math(EXPR number "(${number} + 1) % ${plain_sources}")
  endif()
endforeach()
math(EXPR last "${plain_sources} - 1")
foreach(number RANGE ${last})
  set(source ${CudaImageFilters_BINARY_DIR}/generated/BenchmarkPlain${number}.cxx)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// From filters.json.
#include \"BenchmarkPlain.h\"
${includes_${number}}
namespace
{
const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
${lines_${number}}});
} // namespace
")
  list(APPEND listed_benchmarks ${source})
endforeach()
