# Exit code 0: all certificates were proved again; 5: nothing is false, and some carry no data.
execute_process(COMMAND ${CHECKER} ${FILE} RESULT_VARIABLE code)
if(NOT code EQUAL 0 AND NOT code EQUAL 5)
  message(FATAL_ERROR "perpend-check: exit code ${code}")
endif()
