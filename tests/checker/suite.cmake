# Statements about a folder, and their certificates: all of them are proved, and proved again.
execute_process(COMMAND ${PROGRAM} certify ${KIND} ${FOLDER} --certificate ${FILE} RESULT_VARIABLE made)
if(NOT made EQUAL 0)
  message(FATAL_ERROR "perpend certify ${KIND}: exit code ${made}")
endif()
execute_process(COMMAND ${CHECKER} ${FILE} RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "perpend-check: exit code ${code}")
endif()
