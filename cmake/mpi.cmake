# columnar-mpi: the libraries of `columnar`, and a main() that joins the processes of mpirun. Little is compiled.
set(MPI_CXX_SKIP_MPICXX ON)
find_package(MPI REQUIRED COMPONENTS C)

file(GLOB COLUMNAR_MPI_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/columnar_mpi/*/*.cpp)
add_library(columnar_mpi STATIC ${COLUMNAR_MPI_SOURCES})
target_link_libraries(columnar_mpi PUBLIC columnar_core PRIVATE columnar_flags MPI::MPI_C)

add_executable(columnar_mpi_cli ${PROJECT_SOURCE_DIR}/cli/mpi/main.cpp)
set_target_properties(columnar_mpi_cli PROPERTIES OUTPUT_NAME columnar-mpi)
target_include_directories(columnar_mpi_cli PRIVATE ${PROJECT_SOURCE_DIR}/cli)
target_link_libraries(columnar_mpi_cli PRIVATE columnar_command columnar_server columnar_reports columnar_mpi columnar_cuda columnar_lab
                                               columnar_flags)
if(COLUMNAR_INSTALL)
  install(TARGETS columnar_mpi_cli)
endif()
