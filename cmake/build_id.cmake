# cmake -DSOURCE=FOLDER -DVERSION=X.Y.Z -DOUTPUT=FILE -P build_id.cmake: writes what git calls this state of the sources, as a C++ text;
# an empty one where it is the version itself (its tag) or git does not know.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C ${SOURCE} describe --tags --always --dirty
                OUTPUT_VARIABLE state OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-toplevel
                OUTPUT_VARIABLE root OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
# Sources that were unpacked inside some other repository are no state of it.
if(NOT root STREQUAL SOURCE OR state STREQUAL VERSION OR state STREQUAL "v${VERSION}" OR NOT state MATCHES "^[A-Za-z0-9._/-]+$")
  set(state "")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "\"${state}\"\n") # touched only where it differs
