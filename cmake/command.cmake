# The command `columnar`.
file(GLOB COLUMNAR_CLI_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/*.cpp)

# What `columnar --version` says besides the version: looked up in every build, written where it changed.
set(write_build_id ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
                   -DOUTPUT=${PROJECT_BINARY_DIR}/generated/build_id.inc -P ${PROJECT_SOURCE_DIR}/cmake/build_id.cmake)
execute_process(COMMAND ${write_build_id}) # once here for clang-tidy, which builds nothing
add_custom_target(columnar_build_id COMMAND ${write_build_id}
                  BYPRODUCTS ${PROJECT_BINARY_DIR}/generated/build_id.inc)

# columnar_add_command(TARGET SERVER): the command, linked with the libraries of one kind of CPU.
function(columnar_add_command target server)
  add_executable(${target} ${COLUMNAR_CLI_SOURCES})
  # It compiles all of CLI11.
  set_source_files_properties(${PROJECT_SOURCE_DIR}/cli/run_command.cpp ${PROJECT_SOURCE_DIR}/cli/main.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${COLUMNAR_UNITY})
  target_link_libraries(${target} PRIVATE ${server} columnar_flags CLI11::CLI11)
  # Nothing here is worth optimising, and these headers are most of the time it takes to compile.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_precompile_headers(${target} PRIVATE <CLI/App.hpp> <fmt/format.h> <nlohmann/json.hpp>)
  add_dependencies(${target} columnar_build_id)
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()
