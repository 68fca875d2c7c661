# The library for other programs: columnar (columnar::columnar), static or, with BUILD_SHARED_LIBS, shared. It is the
# objects of columnar_core behind the headers of include/: nothing is compiled for it, and its users get neither the
# libraries that it uses nor -march to compile with.
get_target_property(columnar_is_prebuilt columnar_core IMPORTED)
if(columnar_is_prebuilt)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/empty.cpp CONTENT "")
  add_library(columnar ${PROJECT_BINARY_DIR}/empty.cpp)
  if(BUILD_SHARED_LIBS)
    target_link_libraries(columnar PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,columnar_core>)
  else()
    target_link_libraries(columnar PRIVATE columnar_core)
  endif()
else()
  add_library(columnar $<TARGET_OBJECTS:columnar_core>)
endif()
add_library(columnar::columnar ALIAS columnar)
target_link_libraries(columnar PRIVATE $<BUILD_INTERFACE:columnar_flags> fmt::fmt hwy::hwy Threads::Threads ZLIB::ZLIB
                                       EXPAT::EXPAT PkgConfig::LIBZIP)
target_compile_features(columnar PUBLIC cxx_std_20)
target_include_directories(columnar PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                           $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>)
# Until 1.0 a minor version may change the interface.
set(columnar_soversion ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set_target_properties(columnar PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${columnar_soversion} LINKER_LANGUAGE CXX)

if(NOT COLUMNAR_INSTALL)
  return()
endif()
if(columnar_is_prebuilt AND NOT BUILD_SHARED_LIBS)
  return() # the archive that is linked lies in another folder
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(columnar_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/columnar)

install(TARGETS columnar EXPORT columnarTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/columnar ${PROJECT_BINARY_DIR}/include/columnar DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN *.hpp)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/columnar)

# find_package(columnar)
install(EXPORT columnarTargets NAMESPACE columnar:: DESTINATION ${columnar_cmake_dir})
configure_package_config_file(cmake/columnarConfig.cmake.in ${PROJECT_BINARY_DIR}/columnarConfig.cmake
                              INSTALL_DESTINATION ${columnar_cmake_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/columnarConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/columnarConfig.cmake ${PROJECT_BINARY_DIR}/columnarConfigVersion.cmake
        DESTINATION ${columnar_cmake_dir})

# pkg-config columnar. A shared library finds its own libraries; whoever links a static one needs them: --static.
if(NOT BUILD_SHARED_LIBS)
  set(columnar_requires_private "expat fmt libhwy libzip zlib")
  set(columnar_libs_private "${CMAKE_THREAD_LIBS_INIT} -lstdc++ -lm")
endif()
file(RELATIVE_PATH columnar_pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/columnar.pc.in ${PROJECT_BINARY_DIR}/columnar.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/columnar.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
