// What a repeat of a scene should find again: numbers with their names and scales, verdicts, and where it all ran.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernel/model/scene/record.hpp"

namespace perpend::reports {

/// A number in SI.
struct Quantity {
  std::string name;  ///< "drift max"
  double value = not_a_number;
  std::string unit;  ///< of SI: "m"
  double scale = 0;  ///< the largest magnitude over all runs of the same measure, or of a claim of any measure in its
                     ///< unit: what is small is small next to it
};

struct CertificateTally {
  std::string kind;
  long proved = 0, refuted = 0, undecided = 0;
};

struct RunFindings {
  std::string name;    ///< "post", or of a sweep "gain at alpha = 5 1/s: post"
  std::string status;  ///< as results.json has it
  long steps = 0;
  std::string trajectory_hash;
  std::vector<Quantity> quantities;
  std::vector<CertificateTally> certificates;
  /// What was asked for, and whether it ended so; nothing of a lock, which does not say.
  std::optional<std::vector<std::pair<std::string, std::string>>> settings{};
};

struct ClaimFindings {
  std::string id;
  std::string verdict;
  Quantity measured;
  std::vector<Quantity> enclosure{};  ///< "at least" and "at most", where it is known as a range
  bool has_enclosure = true;          ///< false: of a lock, which says neither this nor what follows
  std::string expect{};               ///< the verdict that the scene expects
  std::vector<Quantity> range{};      ///< "range_lower" and "range_upper"
};

struct FitFindings {
  std::string name;
  std::string outcome;               ///< "a best point", or why there is none
  std::vector<Quantity> quantities;  ///< the best point, its misfit, the ends of the region
};

struct Findings {
  std::string experiment;
  std::string scene_sha256;
  std::vector<std::pair<std::string, std::string>> inputs;  ///< parameters, and what of the command changes results
  std::vector<std::pair<std::string, std::string>> environment;  ///< program, compiler, processor, libraries
  std::vector<RunFindings> runs;
  std::vector<ClaimFindings> claims;
  std::vector<FitFindings> fits;
};

/// The largest magnitude of each measure, by its name, over all runs, those of sweeps too.
[[nodiscard]] std::map<std::string, double> measure_scales(const ExperimentRecord& record);

[[nodiscard]] Findings findings_of(const ExperimentRecord& record);

}  // namespace perpend::reports
