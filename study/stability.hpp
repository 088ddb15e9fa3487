// The linearized mechanism of an experiment and what is proved about each method on it.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kernel/model/constraint_rows.hpp"
#include "kernel/model/linear_system.hpp"
#include "kernel/model/scene/experiment.hpp"
#include "kernel/model/scene/record.hpp"
#include "verification/certificate.hpp"
#include "verification/motion/force_stability.hpp"
#include "verification/motion/spectral_radius.hpp"
#include "verification/motion/stability_limit.hpp"

namespace perpend {

/// M and J (or B) at the start, with the certified number of independent rows, and K and D of the mechanism at rest
/// there, as long as no contact, limit or dry friction acts.
struct Linearization {
  LinearSystem system;           ///< of a world the masses alone: J may be large
  ConstraintRows rows;           ///< of joints, drives and constraints
  std::vector<int> left_out;     ///< rows that others imply
  LinearForces forces{};         ///< of a world
  Certificate rows_certificate;  ///< Delassus SPD, or the rank when the scene has redundant rows
  int rank = 0;                  ///< certified; 0 when it is not
  bool is_certified = false;
  /// A row on velocities alone has no position to feed back, so the update is not a polynomial of one projector.
  bool has_nonholonomic_rows = false;
  bool is_compliant = false;              ///< some joint has a cfm
  std::vector<std::string> dependencies;  ///< "pin[4] row 1 = - pin[2] row 1": in words
};

/// Pre: the experiment has a world or a linear system.
[[nodiscard]] Linearization linearize(const Experiment& experiment);

/// The linearization of one experiment, made when something first asks: a run whose scene asks for no certificate of it
/// needs none. Threads may ask at the same time.
class LazyLinearization {
 public:
  /// The experiment has to live as long.
  explicit LazyLinearization(const Experiment& experiment) : experiment_(experiment) {}

  [[nodiscard]] const Linearization& get();
  /// Those of `get()`, for the price of one factorization where every row is independent.
  [[nodiscard]] const std::vector<std::string>& dependencies();
  /// The experiment has another gravity: its rows and masses are the same. Pre: nothing asks at the same time.
  void forget_forces() { is_made_ = std::make_unique<std::once_flag>(); }

 private:
  const Experiment& experiment_;
  std::unique_ptr<std::once_flag> is_made_ = std::make_unique<std::once_flag>();
  Linearization made_;
  std::once_flag is_factorized_;
  bool has_dependent_rows_ = false;
};

/// M and J (or B) as dense matrices: for the floating-point eigenvalues that the proof is compared with.
[[nodiscard]] LinearSystem dense_system(const Experiment& experiment);

[[nodiscard]] const MethodSpec* find_method(const Experiment& experiment, const std::string& name);

/// Step that a method runs with; nothing for a linear system without one.
[[nodiscard]] std::optional<double> step_of(const Experiment& experiment, const MethodSpec& method);

/// The method's update with one of the options given to it set to a value in SI; nothing when it has none of that name
/// or the value is not legal.
[[nodiscard]] std::optional<LinearUpdate> update_with(const MethodSpec& method, const std::string& parameter,
                                                      double value);

struct SpectralProof {
  StabilityReport report;
  ForceProof forces{};  ///< `not_run` where no force depends on the state, or nothing is free
};

[[nodiscard]] SpectralProof prove_stability(const Linearization& linearization, const MethodSpec& method, double step);
[[nodiscard]] LimitReport limit(const Linearization& linearization, const Experiment& experiment,
                                const MethodSpec& method, const std::string& parameter);

/// The certificate that a run carries.
[[nodiscard]] Certificate spectral_certificate(const Linearization& linearization, const MethodSpec& method,
                                               const SpectralProof& proof);

/// What a figure of kind stability shows: the spectral radius of a method of two gains over both gains times the step,
/// and the boundary of its stability. Each radius is an upper end of its proved enclosure for one constraint, each
/// point of the boundary lies between two neighbouring doubles with a proof at each. Pre: a method of the figure has
/// two gains.
[[nodiscard]] StabilityMap stability_map(const Experiment& experiment, const FigureSpec& figure);

}  // namespace perpend
