# The list of filters with what wrapping/filters.json says of them, for CMake.
include(${CudaImageFilters_SOURCE_DIR}/filters.cmake)

# Sets FILTERS to the names, and for each of them FILTER_<name>_KIND, _DIMENSIONS and _WRAPPED: the pixel types of all its
# images in Python, with a space between.
function(read_wrapped_filters)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${CudaImageFilters_SOURCE_DIR}/filters.json ${CMAKE_CURRENT_SOURCE_DIR}/filters.json)
  file(READ ${CudaImageFilters_SOURCE_DIR}/filters.json list)
  file(READ ${CMAKE_CURRENT_SOURCE_DIR}/filters.json wrapping)
  string(JSON wrapped_kinds GET "${wrapping}" kinds)
  string(JSON wrapped_filters GET "${wrapping}" filters)
  string(JSON count LENGTH "${list}" filters)
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON filter GET "${list}" filters ${i})
    string(JSON name GET "${filter}" name)
    get_json_member(kind_name "${filter}" kind "none")
    get_json_member(kind "${wrapped_kinds}" ${kind_name} "{}")
    get_json_member(filter "${wrapped_filters}" ${name} "{}")
    get_filter_member(wrapped wrapped "[\"same\"]")
    string(JSON list SET "${list}" filters ${i} types "${wrapped}")
    set(FILTER_${name}_KIND "${kind_name}" PARENT_SCOPE)
  endforeach()

  # In that list, the types of the library are those of Python.
  set(CudaImageFilters_SOURCE_DIR ${CMAKE_CURRENT_BINARY_DIR}/wrapped)
  file(CONFIGURE OUTPUT ${CudaImageFilters_SOURCE_DIR}/filters.json CONTENT "${list}" @ONLY)
  read_filters()
  foreach(name IN LISTS FILTERS)
    list(REMOVE_DUPLICATES FILTER_${name}_TYPES)
    set(FILTER_${name}_WRAPPED "${FILTER_${name}_TYPES}" PARENT_SCOPE)
    set(FILTER_${name}_DIMENSIONS "${FILTER_${name}_DIMENSIONS}" PARENT_SCOPE)
  endforeach()
  set(FILTERS "${FILTERS}" PARENT_SCOPE)
endfunction()
