# The headers of other libraries, read once for all files of one level of optimization: a batch starts a second sooner.
# No header of ours is among them: a change of one should cost what it costs without. A build without them
# (PERPEND_PRECOMPILE=OFF) shows a file that does not include what it uses.

# perpend_add_precompiled(NAME [NOT_PIC] [OPTIONS...] [LINK libraries...] [HEADERS headers...]): `perpend_headers_NAME`,
# compiled as a library is; NOT_PIC: as a program is.
function(perpend_add_precompiled name)
  cmake_parse_arguments(PARSE_ARGV 1 own "NOT_PIC" "" "OPTIONS;LINK;HEADERS")
  if(NOT (PERPEND_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU"))
    return()
  endif()
  set(made ${CMAKE_CURRENT_BINARY_DIR}/perpend_headers_${name}.cpp)
  file(CONFIGURE OUTPUT ${made} CONTENT "")
  add_library(perpend_headers_${name} OBJECT ${made})
  if(own_NOT_PIC)
    set_target_properties(perpend_headers_${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  endif()
  target_link_libraries(perpend_headers_${name} PRIVATE perpend_options ${own_LINK})
  target_compile_options(perpend_headers_${name} PRIVATE ${own_OPTIONS})
  target_precompile_headers(perpend_headers_${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/common_headers.hpp ${own_HEADERS})
endfunction()

# perpend_precompiled(TARGET NAME): reads perpend_headers_NAME first. Its options have to be those of TARGET.
function(perpend_precompiled target name)
  if(TARGET perpend_headers_${name})
    target_precompile_headers(${target} REUSE_FROM perpend_headers_${name})
  endif()
endfunction()

set(PERPEND_QUICKLY $<$<CONFIG:Release>:-O1>)
perpend_add_precompiled(fast)
perpend_add_precompiled(quick OPTIONS ${PERPEND_QUICKLY} HEADERS <nlohmann/json.hpp>)

# perpend_compile_quickly(TARGET): at level 1, which takes a third less time to compile. For what runs once in a run, not
# once in a step or a solve; bits do not depend on the level.
function(perpend_compile_quickly target)
  target_compile_options(${target} PRIVATE ${PERPEND_QUICKLY})
  perpend_precompiled(${target} quick)
endfunction()

# perpend_compile_well(TARGET): at level 2.
function(perpend_compile_well target)
  perpend_precompiled(${target} fast)
endfunction()
