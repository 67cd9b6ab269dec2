# Run after a doctest program is linked: asks it for its test cases and writes one add_test for each, so that ctest counts,
# picks and times them one by one. Titles may hold any character; doctest's own script stumbles over brackets, semicolons
# and backslashes.
#
#   cmake -D PROGRAM=... -D PREFIX=... -D DIRECTORY=... -D GAVEL=... -D OUTPUT=... -P discover_tests.cmake

execute_process(COMMAND ${PROGRAM} --list-test-cases --no-colors WORKING_DIRECTORY ${DIRECTORY}
  OUTPUT_VARIABLE output RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} cannot list its tests: ${status}\n${output}")
endif()

# What means something in a CMake list is set aside while the lines are one.
string(ASCII 1 aside_0)
string(ASCII 2 aside_1)
string(ASCII 3 aside_2)
string(ASCII 4 aside_semicolon)
string(REPLACE ";" "${aside_semicolon}" output "${output}")
string(REPLACE "[" "${aside_0}" output "${output}")
string(REPLACE "]" "${aside_1}" output "${output}")
string(REPLACE "\\" "${aside_2}" output "${output}")
string(REPLACE "\n" ";" lines "${output}")

set(script "")
foreach(line IN LISTS lines)
  if(line STREQUAL "" OR line MATCHES "^(${aside_0}doctest${aside_1} |=====)")
    continue()
  endif()
  # In a filter "?" is any one character.
  string(REGEX REPLACE "[,*\"${aside_2}]" "?" filter "${line}")
  foreach(text line filter)
    string(REPLACE "${aside_0}" "[" ${text} "${${text}}")
    string(REPLACE "${aside_1}" "]" ${text} "${${text}}")
    string(REPLACE "${aside_2}" "\\" ${text} "${${text}}")
    string(REPLACE "${aside_semicolon}" ";" ${text} "${${text}}")
  endforeach()
  set(name "[==[${PREFIX}: ${line}]==]")
  # A filter that selects nothing would pass; it fails instead.
  string(APPEND script "add_test(${name} [==[${PROGRAM}]==] [==[--test-case=${filter}]==])\n"
    "set_tests_properties(${name} PROPERTIES WORKING_DIRECTORY [==[${DIRECTORY}]==] TIMEOUT 300\n"
    "  ENVIRONMENT [==[GAVEL=${GAVEL}]==] FAIL_REGULAR_EXPRESSION \"test cases: +0 \")\n")
endforeach()
file(WRITE ${OUTPUT} "${script}")
