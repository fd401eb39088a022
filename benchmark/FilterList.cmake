# Writes the sources of the benchmarks that filters.json has, one for each pixel type, and sets `listed_benchmarks` to them.
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
