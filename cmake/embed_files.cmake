# Writes the files of FOLDER in FILES (separated by |) and OPENAPI as arrays to OUTPUT:
#   cmake -DFOLDER=... -DFILES=... -DOPENAPI=... -DOUTPUT=... -P embed_files.cmake
string(REPLACE "|" ";" FILES "${FILES}")
set(number 0)
set(arrays "")
set(list "")
foreach(file ${FILES} ${OPENAPI})
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "(................................................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  string(APPEND arrays "const unsigned char kFile${number}[] = {\n${hex}0};\n") # a file may be empty
  file(RELATIVE_PATH name ${FOLDER} ${file})
  if(file STREQUAL OPENAPI)
    set(openapi "text_of(kFile${number}, sizeof kFile${number} - 1)")
  else()
    string(APPEND list "    {\"${name}\", text_of(kFile${number}, sizeof kFile${number} - 1)},\n")
  endif()
  math(EXPR number "${number} + 1")
endforeach()
file(
  WRITE ${OUTPUT}
  "// Made by cmake/embed_files.cmake.
#include \"columnar_server/api/page.hpp\"

namespace columnar::server {
namespace {

std::string_view text_of(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

${arrays}
}  // namespace

std::span<const PageFile> page_files() {
  static const PageFile kFiles[] = {
${list}  };
  return kFiles;
}

std::string_view openapi_text() { return ${openapi}; }

}  // namespace columnar::server
")
