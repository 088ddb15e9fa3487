# What changes the numerical identity of a program, and what does not, tried on a copy of the sources.
#   cmake -DROOT=... -DFOLDER=... -P numerical_identity.cmake
set(script ${ROOT}/cmake/NumericalIdentity.cmake)
set(copy ${FOLDER}/sources)
file(REMOVE_RECURSE ${FOLDER})
foreach(part kernel stabilizers study dsl verification formats reports batch cli docs cmake)
  file(COPY ${ROOT}/${part} DESTINATION ${copy} PATTERN "*.md" EXCLUDE)
endforeach()
file(COPY ${ROOT}/CMakeLists.txt DESTINATION ${copy})

function(hash_of build variable)
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${copy} -DBUILD=${build} -DOUT=${FOLDER}/out.hpp -P ${script}
                  COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS ${FOLDER}/out.hpp line REGEX "numerical_sources")
  if(NOT line MATCHES "\"([0-9a-f]+)\"")
    message(FATAL_ERROR "no hash in ${line}")
  endif()
  set(${variable} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

# Whether the hash is another one after `content` was added to a file, which is then as before.
function(expect_change file content expected)
  set(path ${copy}/${file})
  set(is_there NO)
  if(EXISTS ${path})
    set(is_there YES)
    file(READ ${path} before)
  endif()
  file(APPEND ${path} "${content}")
  hash_of(g++ hash)
  if(is_there)
    file(WRITE ${path} "${before}")
  else()
    file(REMOVE ${path})
  endif()
  set(is_changed YES)
  if(hash STREQUAL original)
    set(is_changed NO)
  endif()
  if(NOT is_changed STREQUAL expected)
    message(SEND_ERROR "a change of ${file}: identity changed: ${is_changed}, expected: ${expected}")
  endif()
  hash_of(g++ again)
  if(NOT again STREQUAL original)
    message(FATAL_ERROR "${file} was not put back")
  endif()
endfunction()

hash_of(g++ original)
hash_of(clang++ other)
if(other STREQUAL original)
  message(SEND_ERROR "another compiler has the same identity")
endif()

foreach(file kernel/simulation/simulate.cpp kernel/model/state.hpp stabilizers/baumgarte.cpp study/runs/run_recorder.cpp
             verification/solves/rank.cpp dsl/load.cpp dsl/CMakeLists.txt batch/cache/run_archive.cpp CMakeLists.txt)
  expect_change(${file} "\n" YES)
endforeach()
# Words that a run keeps in its notes, and what is included by one file alone.
foreach(file reports/text/text.cpp reports/files/certificate_stream.cpp formats/matrix_market.cpp)
  expect_change(${file} "\n" YES)
endforeach()
expect_change(kernel/simulation/a_new_file.cpp "int one = 1;\n" YES)
expect_change(study/vocabulary.cpp "#include \"formats/npz.hpp\"\n" YES)

foreach(file reports/page/html.cpp reports/figures/gnuplot.cpp cli/main.cpp batch/page/outline.cpp
             verification/checker/main.cpp docs/studies.md formats/npz.cpp reports/page/a_new_file.cpp)
  expect_change(${file} "\n" NO)
endforeach()

# Checking a program that was built from other sources ends with an error and without the program.
file(WRITE ${FOLDER}/program "")
file(APPEND ${copy}/kernel/model/state.hpp "\n")
execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${copy} -DBUILD=g++ -DOUT=${FOLDER}/out.hpp -DPROGRAM=${FOLDER}/program
                        -P ${script} RESULT_VARIABLE code ERROR_VARIABLE words)
string(REGEX REPLACE "[ \n]+" " " words "${words}")  # CMake wraps its messages
if(code EQUAL 0 OR EXISTS ${FOLDER}/program OR NOT words MATCHES "build again")
  message(SEND_ERROR "a program of other sources passed: ${code} ${words}")
endif()
