#include "columnar_lab/evaluate/spectral_methods.hpp"

#include <fmt/format.h>

#include <Eigen/QR>
#include <array>
#include <chrono>
#include <limits>
#include <string>
#include <string_view>

#include "columnar/core/stage.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/spectral/ppmi_product.hpp"
#include "columnar/spectral/regions.hpp"
#include "columnar/spectral/smoothing.hpp"
#include "columnar/spectral/spectrum.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/classify.hpp"
#include "columnar_lab/evaluate/health.hpp"
#include "columnar_lab/evaluate/prepared_graph.hpp"

namespace columnar {
namespace {

/// The reference is iterated until it stands, unlike the one that embeds.
constexpr std::uint32_t kReferenceIterations = 30;
constexpr std::uint32_t kReferenceOversampling = 64;
/// Directions weaker than this share of the strongest are rounding noise.
constexpr double kNullShare = 1e-6;

constexpr std::array kMethods{SpectralMethod::kSvd, SpectralMethod::kGha};

std::string name_of(SpectralMethod spectrum, SpectralMethod regions) {
  return fmt::format("{}, {}", spectrum == SpectralMethod::kSvd ? "SVD" : "GHA",
                     regions == SpectralMethod::kSvd ? "k-means" : "map");
}

SeedTable empty_table(const SpectralConfig& config) {
  return {
      "spectral",
      "Coordinates by SVD or by Sanger's rule (GHA), regions by k-means or by a self-organising map",
      "method",
      {{"captured", "captured",
        fmt::format("energy inside the coordinates' span, as a share of what {} directions can hold", config.rank), 4},
       {"cosine", "cos²", "mean cos² of the principal angles with the leading singular vectors", 3},
       {"accuracy", "SDR-28", "accuracy of the whole code", 3},
       {"neurons_used", "neurons", "L2/3 neurons that are active in some code", 0},
       {"spectrum_seconds", "spectrum s", "seconds that the coordinates took", 2},
       {"regions_seconds", "regions s", "seconds that the regions took", 2}},
      {}};
}

/// Seconds that an action takes.
template <class Action>
double seconds_of(const Action& action) {
  const auto start = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Eigen::MatrixXd orthonormal_basis(const RowMatrix& x) {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition(x.cast<double>());
  decomposition.setThreshold(kNullShare);
  return decomposition.householderQ() * Eigen::MatrixXd::Identity(x.rows(), decomposition.rank());
}

double energy_inside(const Ppmi& ppmi, double clip, const RowMatrix& basis, int threads) {
  RowMatrix image;
  multiply(ppmi, static_cast<float>(clip), basis, image, threads);
  return image.cast<double>().squaredNorm();
}

RowMatrix leading_directions(const Ppmi& ppmi, const Config& config, const RunContext& context) {
  SpectralConfig exact = config.spectral;
  exact.spectrum_power = 0.0;
  exact.power_iterations = std::max(exact.power_iterations, kReferenceIterations);
  exact.oversampling = std::max(exact.oversampling, kReferenceOversampling);
  return truncated_svd(ppmi, exact, config.ppmi.spectral_clip, config.seed, context).coordinates;
}

/// One seed's walks, embedded in each way.
class SpectralSeed {
 public:
  SpectralSeed(const Graph& graph, const Labels& labels, const Config& config, int threads)
      : labels_(labels),
        config_(config),
        quiet_{threads, nullptr},
        symmetric_(graph),
        graph_(prepare_graph(graph, config, quiet_)),
        leading_(leading_directions(graph_.ppmi, config, quiet_)) {}

  /// Finds the coordinates by this method.
  void embed(SpectralMethod method) {
    config_.spectral.method = method;
    const double clip = config_.ppmi.spectral_clip;
    Spectrum spectrum;
    spectrum_seconds_ =
        seconds_of([&] { spectrum = learn_spectrum(graph_.ppmi, config_.spectral, clip, config_.seed, quiet_); });
    fit_ = subspace_fit(graph_.ppmi, clip, leading_, spectrum.coordinates, quiet_.threads);
    graph_.coordinates = std::move(spectrum.coordinates);
    to_unit_rows(graph_.coordinates);
    smooth_over_edges(symmetric_.graph(), config_.spectral.smoothing, graph_.coordinates, quiet_);
  }

  /// Finds the regions by this method, trains a cortex on them, and gives the figures in the order of the table.
  std::vector<double> train(SpectralMethod method) {
    config_.spectral.method = method;
    const double regions_seconds = seconds_of(
        [&] { graph_.centroids = partition(graph_.coordinates, config_.spectral, config_.seed, quiet_).centroids; });
    graph_.eligibility = build_eligibility(graph_.coordinates, graph_.centroids, config_.eligibility,
                                           config_.l23.columns, config_.seed, quiet_);
    CortexState cortex = initial_cortex(config_);
    train_cortex(graph_, config_, cortex, quiet_);
    const SdrTable table = read_table(graph_.ids, graph_.l4, graph_.eligibility, config_, cortex, quiet_.threads);
    ClassifyOptions options;
    options.threads = quiet_.threads;
    const CodeHealth health = code_health(table);
    return {fit_.captured,
            fit_.cosine,
            classify(table, labels_, options).accuracy.mean,
            health.l23_neurons ? static_cast<double>(health.l23_neurons->used) : kUndefined,
            spectrum_seconds_,
            regions_seconds};
  }

 private:
  const Labels& labels_;
  Config config_;
  RunContext quiet_;
  SymmetricGraph symmetric_;
  PreparedGraph graph_;
  RowMatrix leading_;
  SubspaceFit fit_;
  double spectrum_seconds_ = 0.0;
};

}  // namespace

SubspaceFit subspace_fit(const Ppmi& ppmi, double clip, const RowMatrix& leading, const RowMatrix& coordinates,
                         int threads) {
  const Eigen::MatrixXd basis = orthonormal_basis(coordinates);
  const double best = energy_inside(ppmi, clip, leading, threads);
  const double inside = energy_inside(ppmi, clip, basis.cast<float>(), threads);
  const double cosines = (leading.cast<double>().transpose() * basis).squaredNorm();
  return {best > 0.0 ? inside / best : kUndefined, cosines / static_cast<double>(leading.cols())};
}

SeedTable compare_spectral_methods(const Graph& graph, const Labels& labels, const Config& config, std::uint32_t seeds,
                                   const RunContext& context) {
  require_trainable(graph, &labels, config, seeds);
  SeedTable table = empty_table(config.spectral);
  for (std::uint32_t s = 0; s < seeds; ++s) {
    run_stage(context, fmt::format("seed {}", config.seed + s), [&] {
      Config of_seed = config;
      of_seed.seed = config.seed + s;
      of_seed.spectral.method = SpectralMethod::kSvd;
      SpectralSeed run(graph, labels, of_seed, context.threads);
      for (std::size_t i = 0; i < kMethods.size(); ++i) {
        run.embed(kMethods[i]);
        for (std::size_t j = 0; j < kMethods.size(); ++j) {
          const std::size_t row = i * kMethods.size() + j;
          table.add(name_of(kMethods[i], kMethods[j]), static_cast<double>(row), run.train(kMethods[j]));
          context.advance((static_cast<double>(row) + 1.0) / static_cast<double>(kMethods.size() * kMethods.size()));
        }
      }
    });
  }
  return table;
}

}  // namespace columnar
