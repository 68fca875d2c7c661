#include "run_command.hpp"

int main(int argc, char** argv) { return columnar::cli::run_command(argc, argv); }
