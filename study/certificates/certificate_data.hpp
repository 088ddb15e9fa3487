// The exact data of a certificate: its form as text, and its numbers.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernel/model/contacts/contact_problem.hpp"
#include "kernel/model/linear_system.hpp"
#include "kernel/model/model.hpp"
#include "kernel/model/problem.hpp"
#include "verification/motion/force_stability.hpp"
#include "verification/motion/trajectory.hpp"

namespace perpend::reports {
class JsonWriter;
}

namespace perpend {

/// Which certificates are in a file, with their data. The others, all proved, are counted there.
enum class DataAmount {
  first,   ///< the first of a group and each that is not proved
  sample,  ///< all at the beginning of a run, and of fewer steps the more there was: each second, each fourth, ...
  full,    ///< all
};

/// As an option says it.
struct DataChoice {
  DataAmount amount = DataAmount::first;
  std::uintmax_t most_bytes =
      std::numeric_limits<std::uintmax_t>::max();  ///< of the file; then it continues as a sample
};

/// "first", "sample", "full", or the size up to which a file is full: "100MB", "500 kB", "1.5GB"; nothing where it is
/// none of these.
[[nodiscard]] std::optional<DataChoice> read_data_choice(const std::string& text);

/// Text of a run's data after which a sample leaves out every other of the steps that it took until then, and their
/// lines. A run with less is in it as a whole; one of a gigabyte leaves about 2 MB, which gzip makes 0.6: the sample of
/// a paper's hundred runs stays below 30 MB.
inline constexpr std::size_t sample_bytes = std::size_t{128} << 10;

/// The rows of the linearized mechanism, which no solve stands behind.
struct LinearizedRows {
  const ConstraintRows& rows;
  const MassMatrix& mass;
  std::span<const int> left_out;
};

/// The update that a method makes of them.
struct UpdateStep {
  const LinearUpdate& update;
  double step;
  int free_dimension;
  int constrained_dimension;
};

/// How forces that depend on the state act in it.
struct ForcedStep {
  const LinearForces& forces;
  ForceRule rule;
  const ForceProof& proof;
};

/// The joints in some states: that of the worst step, or all.
struct JointState {
  const Model& model;
  std::span<const TrajectoryState> states;
  long worst_step;
  bool is_whole;  ///< all states of the run are there
};

/// What a certificate is about: a solve of joints, of contacts too, the linearized mechanism, the joints in
/// states, or nothing.
struct CertifiedData {
  const Problem* problem = nullptr;
  const Solution* solution = nullptr;
  const ContactProblem* contact_problem = nullptr;
  const ContactSolution* contact_solution = nullptr;
  const LinearizedRows* linearized = nullptr;
  const UpdateStep* update = nullptr;
  const ForcedStep* forced = nullptr;
  const JointState* state = nullptr;
  long solve = 0;  ///< number of the solve in its run, whose data is always the same; 0: not known

  CertifiedData() = default;
  CertifiedData(const Problem& p, const Solution& s) : problem(&p), solution(&s) {}
  CertifiedData(const ContactProblem& p, const ContactSolution& s)
      : problem(&p.joints), solution(&s.joints), contact_problem(&p), contact_solution(&s) {}
  explicit CertifiedData(const JointState& s) : state(&s) {}
  explicit CertifiedData(const LinearizedRows& r, const UpdateStep* u = nullptr, const ForcedStep* f = nullptr)
      : linearized(&r), update(u), forced(f) {}

  /// Whether both are known to be the data of one solve, and as much of it.
  [[nodiscard]] bool is_that_of(const CertifiedData& other) const {
    return solve != 0 && solve == other.solve && contact_problem == other.contact_problem;
  }

  /// Whether the claim can be proved again from it: that of a largest error needs all states.
  [[nodiscard]] bool is_enough() const {
    return problem != nullptr || linearized != nullptr || (state != nullptr && state->is_whole);
  }
};

/// The member "update", factors as the decimals that the proof takes them for.
void write_update(reports::JsonWriter& json, const UpdateStep& made);

/// A JSON object in which "#n" stands for the next n numbers. What rarely changes from solve to solve comes first, so
/// that it keeps its place.
struct DataText {
  std::string form;
  std::vector<double> numbers;

  [[nodiscard]] bool is_empty() const { return form.size() <= 2; }
};

/// The data of a solve or of the linearized mechanism; empty where there is neither. What `out` held is replaced.
void write_data(DataText& out, const CertifiedData& data);

}  // namespace perpend
