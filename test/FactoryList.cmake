# Writes the source that has what filters.json says of the factory, for its test, and sets `factory_list_source` to it.
include(${CudaImageFilters_SOURCE_DIR}/filters.cmake)
read_filters()

# Sets `result` to the expression that makes a filter of the module for template arguments: in the library, if it is there.
function(get_new result name arguments)
  set(filter "Cuda${name}ImageFilter<${arguments}>")
  if(CudaImageFilters_BUILD_FACTORY AND FILTER_${name}_OVERRIDES AND NOT FILTER_${name}_FACTORY)
    set(${result} "MakeInLibrary<${FILTER_${name}_OVERRIDES}<${arguments}>, ${filter}>()" PARENT_SCOPE)
  else()
    set(${result} "${filter}::New()" PARENT_SCOPE)
  endif()
endfunction()

set(includes)
set(classes)
set(news)
foreach(name IN LISTS FILTERS)
  string(APPEND includes "#include \"itkCuda${name}ImageFilter.h\"\n")
  set(class ${FILTER_${name}_OVERRIDES})
  if(NOT class)
    set(class ${FILTER_${name}_PARENT})
  endif()
  set(override Cuda${name}ImageFilter)
  foreach(kind Image DeviceImage)
    set(overridden "")
    if(FILTER_${name}_OVERRIDES AND (FILTER_${name}_PLAIN OR kind STREQUAL DeviceImage))
      set(overridden ${override})
    endif()
    foreach(dimension IN LISTS FILTER_${name}_DIMENSIONS)
      foreach(pixels IN LISTS FILTER_${name}_TYPES)
        get_image_arguments(arguments ${kind} "${pixels}" ${dimension})
        string(APPEND classes
          "    { \"${class}<${arguments}>\", \"${overridden}\", &MakeByFactories<${class}<${arguments}>> },\n")
      endforeach()
    endforeach()
  endforeach()
  if(FILTER_${name}_OVERRIDES)
    list(GET FILTER_${name}_TYPES -1 pixels)
    list(GET FILTER_${name}_DIMENSIONS 0 dimension)
    get_image_arguments(arguments DeviceImage "${pixels}" ${dimension})
    string(APPEND news "    { \"${class}\", \"${override}\", &MakeByNew<${class}<${arguments}>> },\n")
  endif()
endforeach()

set(factory_list_source ${CudaImageFilters_BINARY_DIR}/generated/FactoryList.cxx)
file(CONFIGURE OUTPUT ${factory_list_source} @ONLY CONTENT
"// From filters.json.
#include \"itkFactoryListTesting.h\"
@includes@
namespace itk::FactoryTesting
{
const std::vector<ListedClass> &
GetListedClasses()
{
  static const std::vector<ListedClass> classes{
@classes@  };
  return classes;
}

const std::vector<ListedNew> &
GetListedNews()
{
  static const std::vector<ListedNew> news{
@news@  };
  return news;
}
} // namespace itk::FactoryTesting
")
