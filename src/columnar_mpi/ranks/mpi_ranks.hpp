#pragma once

#include <memory>

#include "columnar/core/ranks.hpp"

namespace columnar::mpi {

/// The processes that an MPI launcher (mpirun, srun) started, from MPI_Init to MPI_Finalize. Only one may exist.
class MpiRanks final : public Ranks {
 public:
  /// Joins the others. They all compute as the first one can: with an instruction set that every processor has, and
  /// blocks of its caches, for both decide about last bits. Throws Error(kConfig) where one runs another program.
  [[nodiscard]] static std::unique_ptr<MpiRanks> join(int& argc, char**& argv);
  /// Leaves them: all ranks must have done the same work.
  ~MpiRanks() override;

  /// Ends all ranks with this exit code, wherever they are.
  [[noreturn]] void end_all(int code) noexcept;

 protected:
  void broadcast_piece(std::span<std::byte> piece, int root) override;
  void send_piece(std::span<const std::byte> piece, int to) override;
  void receive_piece(std::span<std::byte> piece, int from) override;
  void exchange_pieces(const std::vector<Bytes>& out, std::vector<Bytes>& in) override;

 private:
  MpiRanks(int rank, int size) noexcept : Ranks(rank, size) {}
};

}  // namespace columnar::mpi
