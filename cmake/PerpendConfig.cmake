# find_package(Perpend): the program as PERPEND_EXECUTABLE, perpend_add_certificate_test(), and where Eigen is there
# too, the library:
#
#   perpend::perpend   the shared library; the static one with set(Perpend_STATIC ON) before find_package, and where
#                      there is no shared one
#
# find_package(Perpend COMPONENTS library) fails where the library cannot be used.
include(${CMAKE_CURRENT_LIST_DIR}/PerpendCertificates.cmake)

find_package(Eigen3 3.4 QUIET NO_MODULE)
set(Perpend_library_FOUND FALSE)
if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/PerpendTargets.cmake AND TARGET Eigen3::Eigen)
  include(${CMAKE_CURRENT_LIST_DIR}/PerpendTargets.cmake)
  if(NOT TARGET perpend::perpend)
    add_library(perpend::perpend INTERFACE IMPORTED)
    if(Perpend_STATIC OR NOT TARGET perpend::shared)
      target_link_libraries(perpend::perpend INTERFACE perpend::static)
    else()
      target_link_libraries(perpend::perpend INTERFACE perpend::shared)
    endif()
  endif()
  set(Perpend_library_FOUND TRUE)
endif()

if(Perpend_FIND_REQUIRED_library AND NOT Perpend_library_FOUND)
  set(Perpend_FOUND FALSE)
  set(Perpend_NOT_FOUND_MESSAGE "the library needs Eigen 3.4 (libeigen3-dev), which is not found")
elseif(NOT PERPEND_EXECUTABLE AND NOT Perpend_library_FOUND)
  set(Perpend_FOUND FALSE)
  set(Perpend_NOT_FOUND_MESSAGE "no program perpend; set PERPEND_EXECUTABLE")
endif()
