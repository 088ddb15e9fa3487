# Statements of `perpend certify` as tests of CTest: docs/certify.md, "In CI".
#
#   perpend_add_certificate_test(NAME stiffness COMMAND spd stiffness.mtx)
#   perpend_add_certificate_test(NAME answer COMMAND lcp A.mtx b.mtx z.mtx UNDECIDED_OK)
#
# COMMAND takes what follows `perpend certify`. The test passes when everything is proved; UNDECIDED_OK: when nothing is
# refuted. File names are relative to WORKING_DIRECTORY, by default the current source folder. The label of the tests is
# "certificate". PERPEND_EXECUTABLE: the program, when it is neither next to this file, nor installed with it, nor on PATH.

find_program(PERPEND_EXECUTABLE perpend
             HINTS ${CMAKE_CURRENT_LIST_DIR} ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../../../../bin
             DOC "Perpend's program")

function(perpend_add_certificate_test)
  cmake_parse_arguments(PARSE_ARGV 0 test "UNDECIDED_OK" "NAME;WORKING_DIRECTORY" "COMMAND")
  if(test_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "perpend_add_certificate_test: what is '${test_UNPARSED_ARGUMENTS}'?")
  endif()
  if(NOT test_NAME OR NOT test_COMMAND)
    message(FATAL_ERROR "perpend_add_certificate_test: write NAME name COMMAND spd A.mtx")
  endif()
  if(NOT PERPEND_EXECUTABLE)
    message(FATAL_ERROR "perpend_add_certificate_test: no program perpend; set PERPEND_EXECUTABLE")
  endif()
  if(NOT test_WORKING_DIRECTORY)
    set(test_WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  set(undecided "")
  if(test_UNDECIDED_OK)
    set(undecided --undecided-ok)
  endif()
  add_test(NAME ${test_NAME} COMMAND ${PERPEND_EXECUTABLE} certify ${test_COMMAND} ${undecided}
           WORKING_DIRECTORY ${test_WORKING_DIRECTORY})
  set_property(TEST ${test_NAME} APPEND PROPERTY LABELS certificate)
endfunction()
