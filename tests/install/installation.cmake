# The example of a user's project passes its tests against an installation and against the build itself, and the
# installed programs run.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
expect_exit(0 ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
expect_exit(0 ${WORK}/prefix/bin/perpend --version)
expect_exit(0 ${WORK}/prefix/bin/perpend-check --help)

set(from_installation -DCMAKE_PREFIX_PATH=${WORK}/prefix)
set(from_build -DPerpend_DIR=${BUILD})
foreach(way from_installation from_build)
  expect_exit(0 ${CMAKE_COMMAND} -S ${SOURCE}/scenes/verification/ci-example -B ${WORK}/${way} -G ${GENERATOR} ${${way}})
  expect_exit(0 ${CMAKE_COMMAND} --build ${WORK}/${way})
  expect_exit(0 ${CTEST} --test-dir ${WORK}/${way} --output-on-failure --no-tests=error)
endforeach()

file(STRINGS ${WORK}/from_installation/CMakeCache.txt program REGEX "^PERPEND_EXECUTABLE:")
if(NOT program MATCHES "prefix/bin/perpend$")
  message(FATAL_ERROR "the installed program was not taken: ${program}")
endif()
