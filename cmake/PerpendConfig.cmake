# find_package(Perpend): the program as PERPEND_EXECUTABLE, and perpend_add_certificate_test().
include(${CMAKE_CURRENT_LIST_DIR}/PerpendCertificates.cmake)
if(NOT PERPEND_EXECUTABLE)
  set(Perpend_FOUND FALSE)
  set(Perpend_NOT_FOUND_MESSAGE "no program perpend; set PERPEND_EXECUTABLE")
endif()
