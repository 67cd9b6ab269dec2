# What `cmake --install` puts where: the program, libgavel with its headers and packages, and the plugins, rulesets and
# schemas that come with Gavel. The tree that comes of it may be moved: everything in it is found from where it lies.
#
#   cmake --install build/release --prefix /usr/local
#   cmake --install build/release --component library      one of: program library development data

include(CMakePackageConfigHelpers)

install(TARGETS gavel_cli RUNTIME COMPONENT program)
install(TARGETS gavel_shared EXPORT gavelTargets
  LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(DIRECTORY host/include/gavel DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")

set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/gavel)
install(EXPORT gavelTargets NAMESPACE gavel:: DESTINATION ${folder} COMPONENT development)
configure_package_config_file(cmake/gavelConfig.cmake.in ${PROJECT_BINARY_DIR}/gavelConfig.cmake
  INSTALL_DESTINATION ${folder} PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gavelConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gavelConfig.cmake ${PROJECT_BINARY_DIR}/gavelConfigVersion.cmake
  DESTINATION ${folder} COMPONENT development)

# From the folder of gavel.pc back to the prefix.
file(RELATIVE_PATH GAVEL_PC_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" GAVEL_PC_PREFIX "${GAVEL_PC_PREFIX}")
configure_file(cmake/gavel.pc.in ${PROJECT_BINARY_DIR}/gavel.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/gavel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

set(share ${CMAKE_INSTALL_DATADIR}/gavel)
install(DIRECTORY plugins rulesets schemas DESTINATION ${share} COMPONENT data)
install(DIRECTORY scripts/lib DESTINATION ${share}/scripts COMPONENT data)
install(FILES LICENSE README.md README.zh-CN.md SECURITY.md DESTINATION ${share} COMPONENT data)
