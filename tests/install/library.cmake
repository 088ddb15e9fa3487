# Programs on the installed library, nothing else of this tree: found by CMake and by pkg-config, shared and static.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
expect_exit(0 ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
set(examples ${SOURCE}/examples/cpp)
set(scene ${SOURCE}/scenes/examples/first.scene)

function(build_examples static)
  expect_exit(0 ${CMAKE_COMMAND} -S ${examples} -B ${WORK}/${static} -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${WORK}/prefix
              -DPerpend_STATIC=${static} -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror")
  expect_exit(0 ${CMAKE_COMMAND} --build ${WORK}/${static} --target ${ARGN})
endfunction()

function(expect_report program folder)
  expect_exit(0 ${program} ${scene} ${WORK}/${folder} "length = 1 m")
  foreach(file report.html results.json certificates.jsonl.gz)
    if(NOT EXISTS ${WORK}/${folder}/${file})
      message(FATAL_ERROR "${program} wrote no ${file}")
    endif()
  endforeach()
endfunction()

build_examples(OFF all)
expect_report(${WORK}/OFF/run_scene report)
expect_exit(0 ${WORK}/prefix/bin/perpend-check ${WORK}/report/certificates.jsonl.gz)
expect_exit(2 ${WORK}/OFF/run_scene ${scene} ${WORK}/none "length = 1 kg")
expect_exit(0 ${WORK}/OFF/my_stabilizer ${WORK}/mine)
expect_exit(0 ${WORK}/OFF/referee_my_solver)
# The last of its problems has no solution; on the one before it Jacobi converges damped alone.
if(NOT output MATCHES "the proof says that there is no solution" OR NOT output MATCHES "jacobi +says converged" OR
   NOT output MATCHES "omega: 1. +says iteration_limit")
  message(FATAL_ERROR "the table of solvers is not what it should be:\n${output}")
endif()

build_examples(ON run_scene)
expect_report(${WORK}/ON/run_scene report_static)

# Headers that one need not install would be there for nobody.
file(GLOB_RECURSE tools RELATIVE ${WORK}/prefix/include ${WORK}/prefix/include/*/study/*.hpp
     ${WORK}/prefix/include/*/api/*.hpp ${WORK}/prefix/include/*/cli/*.hpp ${WORK}/prefix/include/*/referee/*.hpp)
if(tools)
  message(FATAL_ERROR "installed although no public header asks for them: ${tools}")
endif()

find_program(pkg_config pkg-config REQUIRED)
file(GLOB_RECURSE pc ${WORK}/prefix/*/perpend.pc)
get_filename_component(pc_folder ${pc} DIRECTORY)
get_filename_component(lib_folder ${pc_folder} DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${pc_folder})
execute_process(COMMAND ${pkg_config} --cflags --libs perpend OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
expect_exit(0 ${COMPILER} ${examples}/run_scene.cpp -o ${WORK}/by_pkg_config ${flags} -Wl,-rpath,${lib_folder})
expect_report(${WORK}/by_pkg_config report_pkg_config)
# Each header stands alone.
file(GLOB headers RELATIVE ${WORK}/prefix/include ${WORK}/prefix/include/perpend/*.hpp)
execute_process(COMMAND ${pkg_config} --cflags perpend OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
foreach(header ${headers})
  file(WRITE ${WORK}/alone.cpp "#include \"${header}\"\n")
  expect_exit(0 ${COMPILER} -fsyntax-only -Wall -Wextra ${WORK}/alone.cpp ${flags})
endforeach()
# Without its flags the layout of types would be another one.
expect_exit(1 ${COMPILER} -std=c++20 -fsyntax-only ${examples}/run_scene.cpp -I${WORK}/prefix/include
            -I${WORK}/prefix/include/perpend/internal -isystem ${EIGEN})
if(NOT output MATCHES "EIGEN_DONT_VECTORIZE")
  message(FATAL_ERROR "that a flag is missing is not said:\n${output}")
endif()
