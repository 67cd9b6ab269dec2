# The flags everything in the house is compiled with, as one interface target: gavel_options.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_EXTENSIONS OFF)

add_library(gavel_options INTERFACE)
target_compile_features(gavel_options INTERFACE cxx_std_20)
target_compile_options(gavel_options INTERFACE
  -Wall -Wextra -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
  # Where sources are compiled many as one, a name of one would seem to hide that of another.
  $<IF:$<BOOL:${CMAKE_UNITY_BUILD}>,$<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>,-Wshadow>
  # Sign changes are not narrowing; only clang counts them under -Wconversion.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>
  # False alarms of gcc 12 about string concatenation.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-array-bounds;-Wno-stringop-overflow>"
  $<$<BOOL:${GAVEL_WERROR}>:-Werror>
  # Everything may end up in libgavel.so, which exports its public API and nothing else.
  -fPIC -fvisibility=hidden -fvisibility-inlines-hidden -fstack-protector-strong -fstack-clash-protection
  $<$<STREQUAL:${CMAKE_SYSTEM_PROCESSOR},x86_64>:-fcf-protection>)
target_compile_definitions(gavel_options INTERFACE
  $<$<BOOL:${GAVEL_CHECK_INVARIANTS}>:GAVEL_CHECK_INVARIANTS>
  _GLIBCXX_ASSERTIONS)

if(GAVEL_SANITIZE)
  target_compile_options(gavel_options INTERFACE
    -fsanitize=${GAVEL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    # gcc loses sight of optionals and variants in instrumented code.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(gavel_options INTERFACE -fsanitize=${GAVEL_SANITIZE})
else()
  target_compile_options(gavel_options INTERFACE $<$<CONFIG:Release>:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3>)
endif()
set(pie -pie)
if(GAVEL_SANITIZE)
  # What sanitizers write into a program has millions of places to relocate at every start: half of the time of tests that
  # start it a thousand times.
  set(pie -no-pie)
endif()
target_link_options(gavel_options INTERFACE
  $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${pie}> LINKER:-z,relro LINKER:-z,now)

# The fastest linker that is there.
foreach(linker mold lld)
  find_program(GAVEL_LINKER_${linker} NAMES ${linker} ld.${linker})
  mark_as_advanced(GAVEL_LINKER_${linker})
  if(GAVEL_LINKER_${linker})
    target_link_options(gavel_options INTERFACE -fuse-ld=${linker})
    break()
  endif()
endforeach()

find_program(GAVEL_CCACHE ccache)
mark_as_advanced(GAVEL_CCACHE)
if(GAVEL_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache caches a file that uses a precompiled header only when told that this is meant.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros ${GAVEL_CCACHE})
endif()

# One precompiled header for the whole house, compiled once and reused by every target.
if(GAVEL_PCH)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "// A header is precompiled for a source: this one.\n")
  add_library(gavel_precompiled OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
  target_link_libraries(gavel_precompiled PRIVATE gavel_options)
  target_compile_options(gavel_precompiled PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess> $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
  target_precompile_headers(gavel_precompiled PRIVATE ${PROJECT_SOURCE_DIR}/host/precompiled.hpp)
endif()
