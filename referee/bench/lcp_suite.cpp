#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "formats/matrix_market.hpp"
#include "kernel/model/stop.hpp"
#include "referee/bench/lcp_problems.hpp"
#include "referee/bench/suites.hpp"
#include "reports/files/atomic_file.hpp"
#include "verification/lcp/lcp.hpp"

namespace perpend::bench {

namespace {

constexpr std::uint64_t seed_of_lcps = 1;

/// A.mtx and b.mtx in a folder.
std::string write_lcp(const BenchSettings& settings, const SeededLcp& lcp) {
  const std::string folder = settings.folder + "/lcp";
  if (const auto error = reports::create_directory(folder)) throw std::runtime_error(error->message());
  for (const auto& [name, text] :
       {std::pair{"/A.mtx", write_matrix_market(lcp.a)}, std::pair{"/b.mtx", write_matrix_market(lcp.b)}})
    if (const auto error = reports::write_file(folder + name, text)) throw std::runtime_error(error->message());
  return folder;
}

/// Proofs of the answer itself alone: enclosures of a solution cost the cube of the size.
Meter lcp_meter(const SeededLcp& lcp) {
  return [&lcp](const std::string& answer) -> Reading<std::vector<Accuracy>> {
    std::ifstream file(answer, std::ios::binary);
    const auto matrix = read_matrix_market(std::string{std::istreambuf_iterator<char>(file), {}}, "answer");
    if (const auto* wrong = std::get_if<FileError>(&matrix)) return *wrong;
    const auto vector = to_vector(std::get<SparseRows>(matrix), "answer");
    if (const auto* wrong = std::get_if<FileError>(&vector)) return *wrong;
    const auto& z = std::get<VectorX>(vector);
    if (z.size() != lcp.b.size()) return FileError{fmt::format("z has {} entries, not {}", z.size(), lcp.b.size())};
    LcpEffort effort;
    effort.largest_dense = 0;
    const LcpCertificate found = certify_lcp(lcp.a, lcp.b, z, effort);
    if (found.verdict != Verdict::proved)
      return FileError{
          fmt::format("its answer is {}: backward error {:.1e}", to_string(found.verdict), found.backward_error)};
    return std::vector<Accuracy>{{"backward error", found.backward_error, ""}};
  };
}

struct LcpKind {
  const char* name;
  SeededLcp (*make)(int size, std::uint64_t seed);
  std::vector<int> sizes;  ///< as `make` takes them
};

/// Sizes ascend; what is larger than asked for is left out.
void run_kinds(const std::vector<LcpKind>& kinds, const Field& field, const BenchSettings& settings,
               SuiteResult& result) {
  std::size_t count = 0, first = 0;
  for (const LcpKind& kind : kinds) count += kind.sizes.size();
  for (const LcpKind& kind : kinds) {
    for (std::size_t i = 0; i < kind.sizes.size(); ++i) {
      const SeededLcp lcp = kind.make(kind.sizes[i], seed_of_lcps);
      if (is_interrupted()) return;
      if (lcp.b.size() > settings.largest) break;
      Trial head;
      head.suite = result.name;
      head.kind = kind.name;
      head.size = lcp.b.size();
      head.problem = fmt::format("{}_{}", kind.name, lcp.b.size());
      for (Trial& trial : run_rounds(contestants_for(field, result.name, kind.name), head, write_lcp(settings, lcp),
                                     settings, lcp_meter(lcp), {first + i, count}))
        result.trials.push_back(std::move(trial));
    }
    first += kind.sizes.size();
  }
}

}  // namespace

SuiteResult run_lcp_suite(const Field& field, const BenchSettings& settings) {
  SuiteResult result{
      "lcp",
      "LCPs made from a seed. dense: symmetric and positive definite. pile: the normals of a heap of disks, "
      "semidefinite. An answer that is not proved is a failure.",
      {}};
  const bool is_tiny = settings.is_tiny;
  run_kinds({{"dense", dense_lcp, is_tiny ? std::vector<int>{8} : std::vector<int>{100, 300, 1000}},
             {"pile", pile_lcp, is_tiny ? std::vector<int>{2} : std::vector<int>{8, 14, 26}}},
            field, settings, result);
  result.scalings = scalings_of(result.trials);
  return result;
}

SuiteResult run_friction_suite(const Field& field, const BenchSettings& settings) {
  SuiteResult result{
      "friction",
      "Heaps of disks with Coulomb friction 0.5 in the plane, four unknowns a contact. An answer that is "
      "not proved is a failure.",
      {}};
  run_kinds({{"plane", friction_lcp, settings.is_tiny ? std::vector<int>{2} : std::vector<int>{4, 8, 14}}}, field,
            settings, result);
  result.scalings = scalings_of(result.trials);
  return result;
}

}  // namespace perpend::bench
