# Shared by the tests of this folder, whose WORK starts empty.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

# Runs a command, ends the test when it does not exit as expected.
function(expect_exit code)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL code)
    message(FATAL_ERROR "${ARGN}\nexit code ${result}, not ${code}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()
