# Instructions of a step and link against those that were measured, so that speed cannot be lost unseen:
#     cmake -DVALGRIND=... -DBENCH=... -P instructions.cmake
# They hold for a release build by g++ on x86-64 with AVX. A difference of more than 5 % fails, a gain too: then measure again and
# write it down here and in README.md.
set(links 100)
set(cases "none" 1089 "--spatial none" 2231 "--hinges none" 2355 "--flat none" 2355 "--spatial --tree none" 3060 "rattle" 2344
    "--spatial rattle" 5596)

# Fills with the plain instructions: a string instruction counts once for each byte in valgrind.
set(ENV{GLIBC_TUNABLES} "glibc.cpu.hwcaps=-ERMS,-AVX2,-AVX512F,-AVX512VL,-Prefer_ERMS")

function(count result steps)
  execute_process(COMMAND ${VALGRIND} --tool=callgrind --callgrind-out-file=/dev/null ${BENCH} ${ARGN} ${links} ${steps}
                  RESULT_VARIABLE failed OUTPUT_VARIABLE ignored ERROR_VARIABLE text)
  if(failed OR NOT text MATCHES "Collected : ([0-9]+)")
    message(FATAL_ERROR "bench_chain ${ARGN} does not run under valgrind:\n${text}")
  endif()
  set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

set(worse)
while(cases)
  list(POP_FRONT cases name expected)
  separate_arguments(arguments UNIX_COMMAND "${name}")
  count(short 102 ${arguments})
  count(long 122 ${arguments})
  math(EXPR measured "(${long} - ${short}) / (20 * ${links})")
  message(STATUS "${name}: ${measured} instructions a step and link, ${expected} were measured")
  math(EXPR off "100 * (${measured} - ${expected})")
  math(EXPR allowed "5 * ${expected}")
  if(off GREATER allowed OR off LESS -${allowed})
    list(APPEND worse "${name}")
  endif()
endwhile()
if(worse)
  message(FATAL_ERROR "more than 5 % off: ${worse}")
endif()
