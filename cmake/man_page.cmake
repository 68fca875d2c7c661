# columnar.1, made of what the command says about itself, so that the two cannot differ. A cross-compiled command does not
# run here, and has none.
include(GNUInstallDirs)
if(CMAKE_CROSSCOMPILING)
  return()
endif()
add_custom_command(
  OUTPUT ${PROJECT_BINARY_DIR}/columnar.1
  COMMAND ${PROJECT_SOURCE_DIR}/cmake/man_page.sh $<TARGET_FILE:columnar_cli> ${PROJECT_VERSION} >
          ${PROJECT_BINARY_DIR}/columnar.1
  DEPENDS columnar_cli ${PROJECT_SOURCE_DIR}/cmake/man_page.sh
  COMMENT "Writing the man page"
  VERBATIM)
add_custom_target(columnar_man_page ALL DEPENDS ${PROJECT_BINARY_DIR}/columnar.1)
install(FILES ${PROJECT_BINARY_DIR}/columnar.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
