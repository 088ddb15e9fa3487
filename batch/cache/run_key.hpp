// By what a run is found again: all that its bits rest on, and nothing else.
#pragma once

#include <string>
#include <vector>

#include "dsl/load.hpp"
#include "study/runs/earlier_runs.hpp"

namespace perpend::batch {

/// What a run rests on: the key, and its parts, from which it is said why an entry does not hold.
struct RunKey {
  std::string hash;     ///< SHA-256 of the other hashes and the values in SI
  std::string program;  ///< numerical_identity
  std::string scene;    ///< SHA-256 of the canonical text
  std::string values;   ///< "alpha = 50/s" and what is asked of the run
  std::string place;    ///< "pendulum / gain / 17 / held": which run it is, for people
};

/// The scene under a method: SHA-256 of its canonical text without the values that `overrides` and the keys of `sweep`
/// replace. nullptr: of a run of the scene itself.
[[nodiscard]] std::string scene_hash(const dsl::Document& document, const std::string& method,
                                     const std::vector<dsl::Override>& overrides, const SweepSpec* sweep);

/// In SI and sorted by name: neither units nor the order of the keys mean anything.
[[nodiscard]] std::string canonical_values(std::vector<dsl::Override> overrides);

/// `experiment`: its name, for people. `scene`: scene_hash. `overrides`: of the command line; those of the point are
/// the request's.
[[nodiscard]] RunKey make_key(const std::string& experiment, const std::string& scene,
                              const std::vector<dsl::Override>& overrides, const RunRequest& request);

}  // namespace perpend::batch
