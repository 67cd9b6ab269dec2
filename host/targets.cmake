# How a folder becomes a target. Usage, in a folder's CMakeLists.txt:
#
#   gavel_library(state                     the folder host/engine/state becomes the target gavel_state
#     SOURCES json.cpp path.cpp             every source by name; none yet: the target has only headers
#     DEPS base                             folders it may include from, and so may those that link it
#     LIBS nlohmann_json::nlohmann_json)    libraries from outside
#
#   gavel_program(cli NAME gavel SOURCES main.cpp DEPS turn LIBS CLI11::CLI11)
#                                           the program build/<preset>/gavel, with mimalloc where it is there
#
# and in tests/CMakeLists.txt:
#
#   gavel_test(state SOURCES unit/json_test.cpp DEPS state)
#                                           the doctest program test_state; each test case is one ctest
#   gavel_target(gavel_bench SOURCES bench/main.cpp DEPS turn LIBS gavel_reference)
#                                           the same for any other target that was added before
#   gavel_fuzz(json_reader SOURCES fuzz/json_reader.cpp DEPS state)
#                                           fuzz_json_reader under GAVEL_FUZZ, and in every build the ctest
#                                           that replays tests/fuzz/corpus/json_reader
#
# Published headers are in include/<name>/*.hpp of the folder, included as "<name>/json.hpp". A target sees the include
# folders of its DEPS and of theirs, and no others, so an include against the arrows does not compile.

# To be called when all targets are there: their sources are compiled many as one, where CMAKE_UNITY_BUILD is on; see
# batches.py. A source of several targets keeps the batch it was given first.
function(gavel_batches)
  get_property(sources GLOBAL PROPERTY gavel_sources)
  execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/host/batches.py ${GAVEL_BATCH} ${sources}
    OUTPUT_VARIABLE batches COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" batches "${batches}")
  foreach(line IN LISTS batches)
    string(REGEX MATCH "^(gavel_[a-z_]+|[a-z_]+) ([0-9]+) (.*)$" line "${line}")
    get_source_file_property(given ${CMAKE_MATCH_3} TARGET_DIRECTORY ${CMAKE_MATCH_1} UNITY_GROUP)
    if(NOT given)
      set_source_files_properties(${CMAKE_MATCH_3} TARGET_DIRECTORY ${CMAKE_MATCH_1}
        PROPERTIES UNITY_GROUP ${CMAKE_MATCH_1}_${CMAKE_MATCH_2})
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_MATCH_3})
  endforeach()
endfunction()

function(gavel_target target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS;LIBS")
  list(TRANSFORM arg_DEPS PREPEND gavel_)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    target_link_libraries(${target} INTERFACE ${arg_DEPS} ${arg_LIBS} gavel_options)
    return()
  endif()
  target_sources(${target} PRIVATE ${arg_SOURCES})
  list(TRANSFORM arg_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set_property(GLOBAL APPEND PROPERTY gavel_sources --target ${target} ${arg_SOURCES})
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  target_link_libraries(${target} PUBLIC ${arg_DEPS} ${arg_LIBS} PRIVATE gavel_options)
  if(GAVEL_PCH)
    target_precompile_headers(${target} REUSE_FROM gavel_precompiled)
  endif()
endfunction()

function(gavel_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS;LIBS")
  set(scope PUBLIC)
  if(NOT arg_SOURCES)
    set(scope INTERFACE)
    add_library(gavel_${name} INTERFACE)
  else()
    add_library(gavel_${name} STATIC)
  endif()
  gavel_target(gavel_${name} SOURCES ${arg_SOURCES} DEPS ${arg_DEPS} LIBS ${arg_LIBS})
  target_include_directories(gavel_${name} ${scope} ${CMAKE_CURRENT_SOURCE_DIR}/include)
endfunction()

# gavel_embed(docs FUNCTION doc_texts FOLDER texts FILES codes.yaml words.yaml): the files of the folder become
# `std::span<const EmbeddedFile> doc_texts()` (state/embedded.hpp), which the target's sources declare.
function(gavel_embed name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FUNCTION;FOLDER" "FILES")
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${arg_FOLDER})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${arg_FUNCTION}.cpp)
  list(JOIN arg_FILES "," names)
  list(TRANSFORM arg_FILES PREPEND ${folder}/)
  add_custom_command(OUTPUT ${output} VERBATIM DEPENDS ${arg_FILES} ${PROJECT_SOURCE_DIR}/host/embed.cmake
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${output} -D FOLDER=${folder} -D FILES=${names} -D FUNCTION=${arg_FUNCTION}
      -P ${PROJECT_SOURCE_DIR}/host/embed.cmake)
  target_sources(gavel_${name} PRIVATE ${output})
endfunction()

function(gavel_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME" "SOURCES;DEPS;LIBS")
  if(NOT arg_SOURCES)
    return()
  endif()
  add_executable(gavel_${name})
  gavel_target(gavel_${name} SOURCES ${arg_SOURCES} DEPS ${arg_DEPS} LIBS ${arg_LIBS})
  set_target_properties(gavel_${name} PROPERTIES OUTPUT_NAME ${arg_NAME} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  gavel_link_mimalloc(gavel_${name})
endfunction()

# Replaces malloc; nothing names a symbol of it, so the linker must be told to keep it.
function(gavel_link_mimalloc target)
  if(TARGET mimalloc)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/host/large_pages.cpp)
    target_link_libraries(${target} PRIVATE
      -Wl,--push-state,--no-as-needed $<TARGET_FILE:mimalloc> -Wl,--pop-state)
  endif()
endfunction()

function(gavel_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS;LIBS")
  if(NOT arg_SOURCES)
    return()
  endif()
  add_executable(test_${name})
  gavel_target(test_${name} SOURCES ${arg_SOURCES} DEPS ${arg_DEPS} LIBS ${arg_LIBS} doctest::doctest
   )
  target_link_libraries(test_${name} PRIVATE gavel_test_main)
  if(TARGET gavel_cli)
    add_dependencies(test_${name} gavel_cli)
  endif()
  set(tests ${CMAKE_CURRENT_BINARY_DIR}/test_${name}.cmake)
  add_custom_command(TARGET test_${name} POST_BUILD BYPRODUCTS ${tests} VERBATIM
    COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:test_${name}> -D PREFIX=${name} -D OUTPUT=${tests}
      -D DIRECTORY=${PROJECT_SOURCE_DIR} -D GAVEL=${PROJECT_BINARY_DIR}/gavel
      -P ${PROJECT_SOURCE_DIR}/tests/discover_tests.cmake)
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${tests})
endfunction()

function(gavel_fuzz name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS;LIBS")
  if(GAVEL_FUZZ)
    add_executable(fuzz_${name})
    gavel_target(fuzz_${name} SOURCES ${arg_SOURCES} DEPS ${arg_DEPS} LIBS ${arg_LIBS})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    return()
  endif()
  add_executable(replay_${name})
  gavel_target(replay_${name} SOURCES ${arg_SOURCES} fuzz/replay.cpp DEPS ${arg_DEPS} LIBS ${arg_LIBS})
  add_test(NAME "fuzz: the corpus of ${name} passes"
    COMMAND replay_${name} ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name})
endfunction()
