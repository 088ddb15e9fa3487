// The suites of `perpend bench`, and the table that they fill.
#pragma once

#include <string>
#include <vector>

#include "referee/bench/contestant.hpp"
#include "referee/bench/trial.hpp"

namespace perpend::bench {

/// What a suite found, next to its trials: "exponent of Bullet multibody".
struct Scaling {
  std::string kind, contestant;
  double exponent = 0.0;  ///< least squares of log time a step over log size
  long smallest = 0, largest = 0;
};

struct SuiteResult {
  std::string name;
  std::string line;  ///< what it compares, in words
  std::vector<Trial> trials;
  std::vector<Scaling> scalings{};
  std::vector<std::string> notes{};
};

struct Suite {
  const char* name;
  const char* words;
  SuiteResult (*run)(const Field& field, const BenchSettings& settings);
};

[[nodiscard]] const std::vector<Suite>& all_suites();

[[nodiscard]] SuiteResult run_chain_suite(const Field& field, const BenchSettings& settings);
[[nodiscard]] SuiteResult run_work_precision_suite(const Field& field, const BenchSettings& settings);
[[nodiscard]] SuiteResult run_lcp_suite(const Field& field, const BenchSettings& settings);
[[nodiscard]] SuiteResult run_friction_suite(const Field& field, const BenchSettings& settings);
[[nodiscard]] SuiteResult run_grains_suite(const Field& field, const BenchSettings& settings);
[[nodiscard]] SuiteResult run_runs_suite(const Field& field, const BenchSettings& settings);

/// Those of a suite and kind.
[[nodiscard]] std::vector<Contestant> contestants_for(const Field& field, const std::string& suite,
                                                      const std::string& kind);

/// Writes the problem for all; what went wrong, if anything did.
[[nodiscard]] std::string write_problem(const BenchSettings& settings, const std::string& text);

/// One for each contestant that was measured on three sizes or more: a line through two fits them
/// whatever they are.
[[nodiscard]] std::vector<Scaling> scalings_of(const std::vector<Trial>& trials);

}  // namespace perpend::bench
