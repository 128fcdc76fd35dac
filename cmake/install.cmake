# make install: program, both libraries, headers, pkg-config file, CMake package, man
# page, completions. The installed tree is relocatable.
include(CMakePackageConfigHelpers)

# The man page and the completions are generated from the output of `alea help`.
set(made ${CMAKE_BINARY_DIR}/made)
set(made_files ${made}/alea.1 ${made}/alea.bash ${made}/_alea ${made}/alea.fish)
add_custom_command(OUTPUT ${made_files}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${made}
  COMMAND sh ${CMAKE_SOURCE_DIR}/tools/make_man $<TARGET_FILE:alea> ${made}/alea.1
  COMMAND sh ${CMAKE_SOURCE_DIR}/tools/make_completions $<TARGET_FILE:alea> ${made}
  DEPENDS alea tools/make_man tools/make_completions VERBATIM
  COMMENT "Making the man page and the completions")
add_custom_target(alea_made ALL DEPENDS ${made_files})

# Everything that is installed, and the trainer; no tests.
add_custom_target(programs DEPENDS alea alea-train alea_made)
if(TARGET make_looks) # of the check that a build of the programs alone runs
  add_dependencies(programs make_looks)
endif()
if(ALEA_SHARED)
  add_dependencies(programs alea_shared alea_installed alea_packaged)
endif()

install(TARGETS alea RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(ALEA_SHARED)
  install(FILES ${installed_archive} DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(TARGETS alea_shared EXPORT alea_targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(DIRECTORY include/alea DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/alea)
if(ALEA_SHARED)
  install(EXPORT alea_targets NAMESPACE alea:: FILE alea-targets.cmake DESTINATION ${package_dir})
endif()
configure_package_config_file(cmake/alea-config.cmake.in ${made}/alea-config.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${made}/alea-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${made}/alea-config.cmake ${made}/alea-config-version.cmake
  DESTINATION ${package_dir})

file(RELATIVE_PATH pc_to_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
configure_file(cmake/alea.pc.in ${made}/alea.pc @ONLY)
install(FILES ${made}/alea.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES ${made}/alea.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${made}/alea.bash RENAME alea
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${made}/_alea DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${made}/alea.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES README.md LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES web/fonts/OFL.txt DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME Inter-OFL.txt)
install(FILES data/unicode-license.txt DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
  FILES_MATCHING PATTERN "*.md" PATTERN adr EXCLUDE PATTERN images EXCLUDE)

# The unit file contains the path of the program, which is known at install time.
install(CODE "set(alea_unit_from \"${CMAKE_SOURCE_DIR}/packaging/alea.service.in\")
  set(alea_bindir \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
  set(alea_unit_dir \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/systemd/system\")
  configure_file(\${alea_unit_from} \${alea_unit_dir}/alea.service @ONLY)
  message(STATUS \"Installing: \${alea_unit_dir}/alea.service\")")
