# The page of `columnar explore` and the description of the API, as arrays in one source file, so that the command needs
# no other file: COLUMNAR_PAGE_SOURCE.
file(GLOB_RECURSE COLUMNAR_PAGE_FILES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/explorer/*)
list(SORT COLUMNAR_PAGE_FILES)
set(COLUMNAR_OPENAPI ${PROJECT_SOURCE_DIR}/src/columnar_server/api/openapi.json)
set(COLUMNAR_PAGE_SOURCE ${PROJECT_BINARY_DIR}/generated/page_files.cpp)
string(REPLACE ";" "|" columnar_page_files "${COLUMNAR_PAGE_FILES}")
add_custom_command(
  OUTPUT ${COLUMNAR_PAGE_SOURCE}
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${PROJECT_SOURCE_DIR}/explorer "-DFILES=${columnar_page_files}"
          -DOPENAPI=${COLUMNAR_OPENAPI} -DOUTPUT=${COLUMNAR_PAGE_SOURCE} -P ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
  DEPENDS ${COLUMNAR_PAGE_FILES} ${COLUMNAR_OPENAPI} ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
  COMMENT "Embedding explorer/"
  VERBATIM)
# Nothing to optimise, and lists of numbers that no one reads.
set_source_files_properties(${COLUMNAR_PAGE_SOURCE} PROPERTIES GENERATED ON SKIP_UNITY_BUILD_INCLUSION ON
                                                               SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS -O0)
