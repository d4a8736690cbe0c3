# What `cmake --install` lays down: two libraries, their headers, the command, its man page, and two
# pkg-config files. pantin.pc asks for nothing but libm; pantin-edge.pc brings the libraries of the edge,
# and with Debian's FFmpeg their licence (see LICENSE).
install(TARGETS pantin pantin-edge ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET pantin-cli)
  install(TARGETS pantin-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY include/pantin DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
if(EXISTS ${CMAKE_SOURCE_DIR}/docs/pantin.1)
  install(FILES docs/pantin.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
# The editor page, where it was built (tools/build_page): `pantin edit` finds it there.
if(EXISTS ${CMAKE_SOURCE_DIR}/build/web/index.html)
  install(DIRECTORY build/web/ DESTINATION ${CMAKE_INSTALL_DATADIR}/pantin/web)
endif()
if(EXISTS ${CMAKE_SOURCE_DIR}/LICENSE)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
# The prefix is told from where the .pc file lies, so that an installed tree may be moved.
file(RELATIVE_PATH up /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
set(PC_PREFIX "\${pcfiledir}/${up}")
foreach(name pantin pantin-edge)
  configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
