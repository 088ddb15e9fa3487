# perpend_load_late(TARGET PREFIX FILE PACKAGE): TARGET is not linked with the library FILE but loads it while it runs, by
# kernel/model/late_library.hpp. Defines PREFIX_SONAME, the name by which every machine knows it, and PREFIX_PACKAGE, the
# Debian package that brings it.
function(perpend_load_late target prefix file package)
  execute_process(COMMAND ${CMAKE_READELF} -d ${file} OUTPUT_VARIABLE entries COMMAND_ERROR_IS_FATAL ANY)
  if(NOT entries MATCHES "\\(SONAME\\)[^[]*\\[([^]]+)\\]")
    message(FATAL_ERROR "${file} is no shared library with a name of its own: install ${package}")
  endif()
  set(${prefix}_SONAME ${CMAKE_MATCH_1} CACHE INTERNAL "")
  target_compile_definitions(${target} PRIVATE ${prefix}_SONAME="${CMAKE_MATCH_1}" ${prefix}_PACKAGE="${package}")
endfunction()
