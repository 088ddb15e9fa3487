# scripts/referee on two small problems, with the libraries that are installed and a program that writes a known answer:
# every solver answers the first one, and whoever takes the second one's friction for a box answers that too.
file(REMOVE_RECURSE ${WORK})
set(header "%%MatrixMarket matrix array real general\n")
# z = (1, 0), w = (0, 1)
file(WRITE ${WORK}/lcps/definite.mtx "${header}2 2\n2\n1\n1\n2\n")
file(WRITE ${WORK}/lcps/definite_q.mtx "${header}2 1\n-2\n0\n")
# A unit mass comes down at 1 and slides at 2, with friction 1/2: n, t+, t-, slip.
file(WRITE ${WORK}/lcps/sliding.mtx
     "%%MatrixMarket matrix coordinate real general\n4 4 10\n1 1 1\n2 2 1\n2 3 -1\n3 2 -1\n3 3 1\n2 4 1\n3 4 1\n4 1 0.5\n4 2 -1\n4 3 -1\n")
file(WRITE ${WORK}/lcps/sliding_q.mtx "${header}4 1\n-1\n-2\n2\n0\n")
file(WRITE ${WORK}/mine "#!/bin/sh\nprintf '%%%%MatrixMarket matrix array real general\\n2 1\\n1\\n0\\n' > \"$3\"\n")
file(CHMOD ${WORK}/mine PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)

execute_process(
  COMMAND ${CMAKE_COMMAND} -E env PERPEND=${PERPEND} ${SOURCE}/scripts/referee ${WORK}/lcps ${WORK}/out mine=${WORK}/mine
  RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT code EQUAL 0 OR NOT EXISTS ${WORK}/out/referee.html)
  message(FATAL_ERROR "scripts/referee: ${code}\n${output}")
endif()

file(READ ${WORK}/out/referee.json table)
string(JSON num_rows LENGTH "${table}")
math(EXPR last "${num_rows} - 1")
foreach(i RANGE ${last})
  foreach(key problem solver failure note)
    string(JSON ${key} GET "${table}" ${i} ${key})
  endforeach()
  string(JSON verdict ERROR_VARIABLE none GET "${table}" ${i} certificate verdict)
  if(problem STREQUAL "definite" OR solver MATCHES "^(bullet|ode) (dantzig|pgs)$")
    if(NOT verdict STREQUAL "proved")
      message(SEND_ERROR "${problem}, ${solver}: ${verdict} ${failure} ${note}")
    endif()
  elseif(solver STREQUAL "mine" AND NOT note STREQUAL "z has 2 entries, not 4")
    message(SEND_ERROR "an answer of the wrong size: ${failure} ${note}")
  endif()
endforeach()
