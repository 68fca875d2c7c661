#include "columnar_mpi/ranks/mpi_ranks.hpp"

#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <string>
#include <string_view>

#include "columnar/error.hpp"
#include "columnar/kernels/targets.hpp"
#include "columnar/version.hpp"

namespace columnar::mpi {
namespace {

constexpr int kTag = 1;

void check(int status) {
  if (status == MPI_SUCCESS) {
    return;
  }
  std::string text(MPI_MAX_ERROR_STRING, '\0');
  int length = 0;
  (void)MPI_Error_string(status, text.data(), &length);
  text.resize(static_cast<std::size_t>(length));
  std::ranges::replace(text, '\n', ' ');
  throw Error(ErrorCode::kOutput, "MPI: " + text);
}

int length_of(std::span<const std::byte> piece) noexcept { return static_cast<int>(piece.size()); }

/// What must be the same for all, as text: a difference would be a difference of codes.
std::string description() {
  std::string text(kVersion);
  text += std::endian::native == std::endian::little ? " little" : " big";
  text += " " + std::string(Eigen::SimdInstructionSetsInUse());
  return text;
}

void require_same_program(Ranks& ranks) {
  const std::string own = description();
  std::vector<char> first(own.begin(), own.end());
  broadcast_vector(ranks, first, 0);
  const bool differs = !std::ranges::equal(first, own);
  if (largest_of(ranks, differs ? 1 : 0) != 0) {
    throw Error(ErrorCode::kConfig, "MPI: the processes are not of the same program (" + own + ")");
  }
}

/// The kernels of the instruction set that all processors have, and the block sizes of the first one's caches.
void agree_on_processor(Ranks& ranks) {
  std::vector<std::int64_t> common;
  const std::vector<Target> own = available_targets();
  for (const Target& target : own) {
    common.push_back(target.id);
  }
  broadcast_vector(ranks, common, 0);
  for (const std::int64_t id : common) {
    const bool has = std::ranges::any_of(own, [id](const Target& target) { return target.id == id; });
    if (sum_over(ranks, std::uint64_t{has ? 1U : 0U}) == static_cast<std::uint64_t>(ranks.size())) {
      static const TargetOverride chosen({id, ""});
      break;
    }
  }
  std::array<std::ptrdiff_t, 3> caches{Eigen::l1CacheSize(), Eigen::l2CacheSize(), Eigen::l3CacheSize()};
  ranks.broadcast(std::as_writable_bytes(std::span(caches)), 0);
  Eigen::setCpuCacheSizes(caches[0], caches[1], caches[2]);
}

}  // namespace

std::unique_ptr<MpiRanks> MpiRanks::join(int& argc, char**& argv) {
  int provided = 0;
  check(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided));
  check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  int rank = 0;
  int size = 0;
  check(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  check(MPI_Comm_size(MPI_COMM_WORLD, &size));
  std::unique_ptr<MpiRanks> ranks(new MpiRanks(rank, size));
  if (!ranks->is_alone()) {
    if (provided < MPI_THREAD_FUNNELED) {
      throw Error(ErrorCode::kConfig, "MPI: this library does not work in a program with threads");
    }
    require_same_program(*ranks);
    agree_on_processor(*ranks);
  }
  return ranks;
}

MpiRanks::~MpiRanks() { (void)MPI_Finalize(); }

void MpiRanks::end_all(int code) noexcept {
  (void)MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

void MpiRanks::broadcast_piece(std::span<std::byte> piece, int root) {
  check(MPI_Bcast(piece.data(), length_of(piece), MPI_BYTE, root, MPI_COMM_WORLD));
}

void MpiRanks::send_piece(std::span<const std::byte> piece, int to) {
  check(MPI_Send(piece.data(), length_of(piece), MPI_BYTE, to, kTag, MPI_COMM_WORLD));
}

void MpiRanks::receive_piece(std::span<std::byte> piece, int from) {
  check(MPI_Recv(piece.data(), length_of(piece), MPI_BYTE, from, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

void MpiRanks::exchange_pieces(const std::vector<Bytes>& out, std::vector<Bytes>& in) {
  std::vector<MPI_Request> requests;
  const auto own = static_cast<std::size_t>(rank());
  for (std::size_t r = 0; r < in.size(); ++r) {
    for (std::size_t at = 0; r != own && at < in[r].size(); at += kPiece) {
      const auto length = static_cast<int>(std::min(kPiece, in[r].size() - at));
      check(MPI_Irecv(in[r].data() + at, length, MPI_BYTE, static_cast<int>(r), kTag, MPI_COMM_WORLD,
                      &requests.emplace_back()));
    }
  }
  for (std::size_t r = 0; r < out.size(); ++r) {
    for (std::size_t at = 0; r != own && at < out[r].size(); at += kPiece) {
      const auto length = static_cast<int>(std::min(kPiece, out[r].size() - at));
      check(MPI_Isend(out[r].data() + at, length, MPI_BYTE, static_cast<int>(r), kTag, MPI_COMM_WORLD,
                      &requests.emplace_back()));
    }
  }
  in[own] = out[own];
  check(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
}

}  // namespace columnar::mpi
