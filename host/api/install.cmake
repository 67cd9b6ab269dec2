# What `cmake --install` puts where: the program, libgavel with its headers and packages, and the plugins, rulesets and
# schemas that come with Gavel. The tree that comes of it may be moved: everything in it is found from where it lies.
#
#   cmake --install build/release --prefix /usr/local
#   cmake --install build/release --component library      one of: program library development data

include(CMakePackageConfigHelpers)

# Before anything is copied: a build of gavel_cli alone has no libgavel to install, and half an install is worse than none.
install(CODE [[
  if(NOT CMAKE_INSTALL_COMPONENT OR CMAKE_INSTALL_COMPONENT MATCHES "^(library|development)$")
    set(missing library)
  endif()
  if(NOT CMAKE_INSTALL_COMPONENT OR CMAKE_INSTALL_COMPONENT STREQUAL "program")
    list(APPEND missing program)
  endif()
  set(file_of_library "$<TARGET_FILE:gavel_shared>")
  set(file_of_program "$<TARGET_FILE:gavel_cli>")
  set(target_of_library gavel_shared)
  set(target_of_program gavel_cli)
  foreach(part IN LISTS missing)
    if(NOT EXISTS "${file_of_${part}}")
      message(FATAL_ERROR "${file_of_${part}} is not built, and nothing was installed.\n"
        "fix: build it first: cmake --build BUILD --target gavel_cli gavel_shared\n"
        "or install the other parts alone: cmake --install ... --component program, then --component data")
    endif()
  endforeach()
]] ALL_COMPONENTS)

install(TARGETS gavel_cli RUNTIME COMPONENT program)
install(TARGETS gavel_shared EXPORT gavelTargets
  LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(DIRECTORY host/include/gavel DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")

set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/gavel)
install(EXPORT gavelTargets NAMESPACE gavel:: DESTINATION ${folder} COMPONENT development)
configure_package_config_file(host/api/gavelConfig.cmake.in ${PROJECT_BINARY_DIR}/gavelConfig.cmake
  INSTALL_DESTINATION ${folder} PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gavelConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gavelConfig.cmake ${PROJECT_BINARY_DIR}/gavelConfigVersion.cmake
  DESTINATION ${folder} COMPONENT development)

# From the folder of gavel.pc back to the prefix.
file(RELATIVE_PATH GAVEL_PC_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" GAVEL_PC_PREFIX "${GAVEL_PC_PREFIX}")
configure_file(host/api/gavel.pc.in ${PROJECT_BINARY_DIR}/gavel.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/gavel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

set(share ${CMAKE_INSTALL_DATADIR}/gavel)
install(DIRECTORY plugins rulesets schemas DESTINATION ${share} COMPONENT data)
install(DIRECTORY scripts/lib DESTINATION ${share}/scripts COMPONENT data)
install(FILES LICENSE README.md README.zh-CN.md SECURITY.md DESTINATION ${share} COMPONENT data)
