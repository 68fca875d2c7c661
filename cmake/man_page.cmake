# columnar.1 and the completions of shells, made of what the command says about itself, so that the two cannot differ. A cross-compiled command does not
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
install(FILES ${PROJECT_BINARY_DIR}/columnar.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

# columnar_completion(SHELL FOLDER NAME): the script of a shell, installed where the shell looks for it.
function(columnar_completion shell folder name)
  set(script ${PROJECT_BINARY_DIR}/completions/${name})
  add_custom_command(
    OUTPUT ${script}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/completions
    COMMAND columnar_cli completion ${shell} > ${script}
    DEPENDS columnar_cli
    VERBATIM)
  install(FILES ${script} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder})
endfunction()
columnar_completion(bash bash-completion/completions columnar)
columnar_completion(zsh zsh/site-functions _columnar)
columnar_completion(fish fish/vendor_completions.d columnar.fish)
add_custom_target(
  columnar_man_page ALL DEPENDS ${PROJECT_BINARY_DIR}/columnar.1 ${PROJECT_BINARY_DIR}/completions/columnar
                                ${PROJECT_BINARY_DIR}/completions/_columnar ${PROJECT_BINARY_DIR}/completions/columnar.fish)
