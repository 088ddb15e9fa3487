# The installed programs run, and the example of a user's project passes its tests with them.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
expect_exit(0 ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
expect_exit(0 ${WORK}/prefix/bin/perpend --version)
expect_exit(0 ${WORK}/prefix/bin/perpend-check --help)

expect_exit(0 ${CMAKE_COMMAND} -S ${SOURCE}/scenes/verification/ci-example -B ${WORK}/project -G ${GENERATOR}
            -DCMAKE_PREFIX_PATH=${WORK}/prefix)
file(STRINGS ${WORK}/project/CMakeCache.txt program REGEX "^PERPEND_EXECUTABLE:")
if(NOT program MATCHES "prefix/bin/perpend$")
  message(FATAL_ERROR "the installed program was not taken: ${program}")
endif()
expect_exit(0 ${CMAKE_COMMAND} --build ${WORK}/project)
expect_exit(0 ${CTEST} --test-dir ${WORK}/project --output-on-failure --no-tests=error)
# The folder that the workflow of the example certifies.
expect_exit(0 ${WORK}/prefix/bin/perpend certify lcp ${SOURCE}/scenes/verification/ci-example/problems --format junit)
