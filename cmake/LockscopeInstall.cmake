# What `cmake --install` installs, and the Debian package that `cpack -G DEB` builds from it.
include(GNUInstallDirs)

configure_file(resources/man/lockscope.1.in "${CMAKE_BINARY_DIR}/lockscope.1" @ONLY)
file(ARCHIVE_CREATE OUTPUT "${CMAKE_BINARY_DIR}/lockscope.1.gz" PATHS "${CMAKE_BINARY_DIR}/lockscope.1" FORMAT raw COMPRESSION GZip)
set(icons "${CMAKE_INSTALL_DATADIR}/icons/hicolor")
install(TARGETS lockscope)
install(TARGETS lockscope_clock LIBRARY DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/lockscope")
install(FILES resources/desktop/lockscope.desktop DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
install(FILES resources/desktop/lockscope.metainfo.xml DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
install(FILES resources/icons/lockscope.svg DESTINATION "${icons}/scalable/apps")
install(FILES resources/icons/lockscope-small.svg DESTINATION "${icons}/16x16/apps" RENAME lockscope.svg)
install(FILES "${CMAKE_BINARY_DIR}/lockscope.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/lockscope" RENAME copyright)

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # a package needs the program, not the tests
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lockscope)
set(CPACK_PACKAGE_CONTACT "The Lockscope developers")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS redis-server) # for the demo
# CPack takes the synopsis from the project's DESCRIPTION.
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Lockscope shows who holds the distributed locks of a Redis server, for how
long, how often they were renewed, who waits, and how they ended. It knows
the formats of many lock libraries and says how sure it is of each. It has a
window, and commands for the terminal.")
include(CPack)
