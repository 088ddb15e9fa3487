# Which numbers this build gives: one SHA-256 over the sources that can change a bit of a run, and over how they are
# compiled. A cached run holds as long as it is the same, whatever else of the program changes.
#
#   perpend_numerical_identity(TARGET)      in a CMakeLists.txt: makes numerical_sources.hpp for TARGET, before it and the
#                                           libraries that make numbers are compiled
#   perpend_check_identity(PROGRAM)         ends the linking of PROGRAM where a source changed after that
#   cmake -DROOT=... -DBUILD=... -DOUT=... -P NumericalIdentity.cmake     at build time: writes OUT, or checks it
#
# Counted are all files of `numerical_folders` and `numerical_files`, and with each header that one of them includes the
# header and the .cpp of its name, and so on: a folder outside need not be listed for one of its files. Nothing else is
# known of a tree: whether it has uncommitted changes does not matter, since contents count, and neither do times, the
# place of the checkout, or how files are put together for compilation.
set(numerical_folders kernel stabilizers study dsl verification/arithmetic verification/claims verification/contacts
    verification/friction verification/lcp verification/motion verification/solves)
# Formats and keys of what is kept of a run.
set(numerical_files verification/certificate.cpp batch/cache/run_archive.cpp batch/cache/run_cache.cpp
    batch/cache/run_key.cpp CMakeLists.txt verification/CMakeLists.txt cmake/Sources.cmake cmake/Precompiled.cmake)

# The SHA-256 of ROOT under BUILD, words about compiler, flags and libraries.
function(perpend_hash_sources root build variable)
  set(waiting ${numerical_files})
  foreach(folder ${numerical_folders})
    file(GLOB_RECURSE found RELATIVE ${root} ${root}/${folder}/*.cpp ${root}/${folder}/*.hpp
         ${root}/${folder}/CMakeLists.txt)
    list(APPEND waiting ${found})
  endforeach()
  set(counted)
  while(waiting)
    list(REMOVE_DUPLICATES waiting)
    list(APPEND counted ${waiting})
    set(included)
    foreach(file ${waiting})
      if(file MATCHES "\\.hpp$")
        string(REGEX REPLACE "hpp$" "cpp" own ${file})
        list(APPEND included ${own})
      endif()
      file(STRINGS ${root}/${file} lines REGEX "^ *# *include *\"")
      foreach(line IN LISTS lines)
        if(line MATCHES "\"([^\"]+)\"")
          list(APPEND included ${CMAKE_MATCH_1})
        endif()
      endforeach()
    endforeach()
    set(waiting)
    list(REMOVE_DUPLICATES included)
    list(REMOVE_ITEM included ${counted})
    foreach(file ${included})
      if(EXISTS ${root}/${file})
        list(APPEND waiting ${file})
      endif()
    endforeach()
  endwhile()
  list(SORT counted)
  set(text "${build}\n")
  foreach(file ${counted})
    file(SHA256 ${root}/${file} hash)
    string(APPEND text "${hash} ${file}\n")
  endforeach()
  string(SHA256 hash "${text}")
  set(${variable} ${hash} PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  perpend_hash_sources(${ROOT} "${BUILD}" hash)
  set(content "// Made by cmake/NumericalIdentity.cmake.\ninline constexpr const char* numerical_sources = \"${hash}\";\n")
  set(before)
  if(EXISTS ${OUT})
    file(READ ${OUT} before)
  endif()
  if(NOT before STREQUAL content)
    if(PROGRAM)
      file(REMOVE ${PROGRAM})
      message(FATAL_ERROR "sources changed while ${PROGRAM} was built, which would keep its runs under a name that is "
                          "not theirs: build again")
    endif()
    file(WRITE ${OUT} "${content}")
  endif()
  return()
endif()

# By which the script of this file is called, the same for writing and checking.
function(perpend_identity_command variable)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  set(build "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} for ${CMAKE_SYSTEM_NAME} ${CMAKE_SYSTEM_PROCESSOR}"
      "flags ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}} ${PERPEND_EXACT_FLAGS} ${PERPEND_EXACT_DEFINITIONS}"
      "sanitizers ${PERPEND_SANITIZE} ${PERPEND_THREADS}" "Eigen ${Eigen3_VERSION}, Boost ${Boost_VERSION}")
  list(JOIN build " | " build)
  set(${variable} ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} "-DBUILD=${build}"
      -DOUT=${PROJECT_BINARY_DIR}/identity/numerical_sources.hpp PARENT_SCOPE)
endfunction()

function(perpend_numerical_identity target)
  perpend_identity_command(command)
  set(script ${PROJECT_SOURCE_DIR}/cmake/NumericalIdentity.cmake)
  # All that may be counted. The names are in the command, so that a file that goes away is a change, too.
  set(patterns)
  foreach(folder kernel stabilizers study dsl verification formats reports batch)
    list(APPEND patterns ${PROJECT_SOURCE_DIR}/${folder}/*.cpp ${PROJECT_SOURCE_DIR}/${folder}/*.hpp
         ${PROJECT_SOURCE_DIR}/${folder}/CMakeLists.txt)
  endforeach()
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${patterns})
  string(SHA256 names "${files}")
  set(out ${PROJECT_BINARY_DIR}/identity/numerical_sources.hpp)
  add_custom_command(OUTPUT ${out}
    COMMAND ${command} -DNAMES=${names} -P ${script}
    DEPENDS ${files} ${script} ${PROJECT_SOURCE_DIR}/CMakeLists.txt ${PROJECT_SOURCE_DIR}/cmake/Sources.cmake
            ${PROJECT_SOURCE_DIR}/cmake/Precompiled.cmake
    COMMENT "Hashing the sources that make numbers" VERBATIM)
  add_custom_target(perpend_numerical_sources DEPENDS ${out})
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/identity)
  # Hashed before they are compiled: what changes later is found by perpend_check_identity.
  foreach(part perpend_data perpend_kernel perpend_stabilizers perpend_verification perpend_dsl perpend_study ${target})
    add_dependencies(${part} perpend_numerical_sources)
  endforeach()
endfunction()

function(perpend_check_identity program)
  perpend_identity_command(command)
  add_custom_command(TARGET ${program} POST_BUILD
    COMMAND ${command} -DPROGRAM=$<TARGET_FILE:${program}> -P ${PROJECT_SOURCE_DIR}/cmake/NumericalIdentity.cmake
    VERBATIM)
endfunction()
