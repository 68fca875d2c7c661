# columnar_batches(RESULT SIZE FILE...): sources that compile up to SIZE test files of a folder at a time.
#
# Nearly all the time a test takes to compile goes into templates of GoogleTest, the same ones in every file; together
# they are made once. Test files use the same names for their helpers, so each gets a namespace of its own, which sees
# all of columnar and is called columnar while the file is read. The headers come first, under the true name.
function(columnar_batches result size)
  set(sources)
  set(folder)
  set(batch)
  foreach(file ${ARGN} "")
    get_filename_component(here "${file}" DIRECTORY)
    list(LENGTH batch length)
    if(batch AND (length EQUAL size OR NOT here STREQUAL folder))
      get_filename_component(name ${folder} NAME)
      list(LENGTH sources number)
      set(source ${CMAKE_CURRENT_BINARY_DIR}/batches/${name}_${number}.cpp)
      columnar_write_batch(${source} ${batch})
      list(APPEND sources ${source})
      set(batch)
    endif()
    set(folder ${here})
    list(APPEND batch ${file})
  endforeach()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

function(columnar_write_batch source)
  set(headers)
  set(files)
  foreach(file ${ARGN})
    file(STRINGS ${file} includes REGEX "^#include ")
    list(APPEND headers ${includes})
    get_filename_component(name ${file} NAME_WE)
    string(APPEND files "\nnamespace columnar_${name} {\nusing namespace columnar;\n}\n#define columnar columnar_${name}\n"
                        "#include \"${file}\"\n#undef columnar\n")
  endforeach()
  list(REMOVE_DUPLICATES headers)
  list(JOIN headers "\n" headers)
  file(CONFIGURE OUTPUT ${source} CONTENT "${headers}\n${files}" @ONLY)
  # An #include that a file gains or loses belongs here, too.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
endfunction()
