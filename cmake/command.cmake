# The command `columnar`.
file(GLOB COLUMNAR_CLI_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/*.cpp)
list(REMOVE_ITEM COLUMNAR_CLI_SOURCES ${PROJECT_SOURCE_DIR}/cli/main.cpp)

# What `columnar --version` says besides the version: looked up in every build, written where it changed.
set(write_build_id ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
                   -DOUTPUT=${PROJECT_BINARY_DIR}/generated/build_id.inc -P ${PROJECT_SOURCE_DIR}/cmake/build_id.cmake)
execute_process(COMMAND ${write_build_id}) # once here for clang-tidy, which builds nothing
add_custom_target(columnar_build_id COMMAND ${write_build_id}
                  BYPRODUCTS ${PROJECT_BINARY_DIR}/generated/build_id.inc)

# All of it but main(), once for the libraries of any CPU. Nothing here is worth optimising, and these headers are most
# of the time it takes to compile.
if(COLUMNAR_PREBUILT)
  add_library(columnar_command STATIC IMPORTED GLOBAL)
  set_target_properties(columnar_command PROPERTIES IMPORTED_LOCATION ${COLUMNAR_PREBUILT}/libcolumnar_command.a)
else()
  add_library(columnar_command STATIC ${COLUMNAR_CLI_SOURCES})
  # It compiles all of CLI11.
  set_source_files_properties(${PROJECT_SOURCE_DIR}/cli/run_command.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set_target_properties(columnar_command PROPERTIES UNITY_BUILD ${COLUMNAR_UNITY})
  columnar_compile_for(columnar_command PRIVATE "")
  target_link_libraries(columnar_command PRIVATE columnar_headers columnar_flags CLI11::CLI11)
  target_compile_options(columnar_command PRIVATE $<$<CONFIG:Release>:-O1>)
  target_precompile_headers(columnar_command PRIVATE <CLI/App.hpp> <fmt/format.h> <nlohmann/json.hpp>)
  add_dependencies(columnar_command columnar_build_id)
  target_include_directories(columnar_command PRIVATE ${PROJECT_BINARY_DIR}/generated)
endif()

# columnar_add_command(TARGET LAB CUDA): the command, linked with the libraries of one kind of CPU.
function(columnar_add_command target lab cuda)
  add_executable(${target} ${PROJECT_SOURCE_DIR}/cli/main.cpp)
  target_link_libraries(${target} PRIVATE columnar_headers)
  target_link_libraries(${target} PRIVATE columnar_command columnar_server columnar_reports ${cuda} ${lab} columnar_flags)
endfunction()
