# A test of a certificate passes when it is proved and fails otherwise, UNDECIDED_OK alone excepted; what is no test is
# an error of CMake.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
expect_exit(0 ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/outcomes -B ${WORK} -G ${GENERATOR} -DPerpend_DIR=${BUILD})
# ctest exits with 8 when a test fails.
foreach(row "proved 0" "refuted 8" "undecided 8" "undecided_ok 0" "refuted_though_undecided_is_ok 8" "missing_file 8")
  separate_arguments(row)
  list(POP_FRONT row name code)
  expect_exit(${code} ${CTEST} --test-dir ${WORK} -R "^${name}$" --no-tests=error)
endforeach()
expect_exit(8 ${CTEST} --test-dir ${WORK} -L certificate)
if(NOT output MATCHES "4 tests failed out of 6")
  message(FATAL_ERROR "not all tests have the label:\n${output}")
endif()
foreach(wrong no_name no_command odd_word)
  expect_exit(1 ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/outcomes -B ${WORK}/${wrong} -G ${GENERATOR}
              -DPerpend_DIR=${BUILD} -DWRONG=${wrong})
endforeach()

file(COPY ${SOURCE}/cmake/PerpendConfig.cmake ${SOURCE}/cmake/PerpendCertificates.cmake DESTINATION ${WORK}/alone)
expect_exit(1 ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/outcomes -B ${WORK}/no_program -G ${GENERATOR}
            -DPerpend_DIR=${WORK}/alone -DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM} -DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF
            -DCMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF)
if(NOT output MATCHES "set PERPEND_EXECUTABLE")
  message(FATAL_ERROR "that the program is missing is not said:\n${output}")
endif()
