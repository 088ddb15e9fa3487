// One step of a method by its name, on one coordinate of q'' = 0 with the constraint q = 0.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "verification/checker/arithmetic/polynomial.hpp"

namespace perpend::checker {

/// All numbers decimal, in SI units; a number that is asked for is the unknown of the formulas.
struct NamedMethod {
  std::string name;
  std::vector<std::pair<std::string, std::string>> options;  ///< as written
  std::string step;                                          ///< empty where it is the unknown
  std::string parameter;                                     ///< which is the unknown; empty: none

  /// "baumgarte(alpha: 10/s) at h = 0.01 s"; empty for an option that is not known here.
  [[nodiscard]] std::string words() const;
};

/// {name, options, step, parameter}; throws DataError.
[[nodiscard]] NamedMethod read_named_method(const nlohmann::json& data);

/// (q, h v) -> [qq qw; wq ww] (q, h v), so that no entry is divided by h: similar to the step itself.
struct StepBlock {
  Polynomial qq, qw, wq, ww;
  bool is_compliant = false;

  [[nodiscard]] Polynomial trace() const { return qq + ww; }
  [[nodiscard]] Polynomial determinant() const { return qq * ww - qw * wq; }
  /// 1 - d, 1 + d - t, 1 + d + t: no eigenvalue lies outside the unit circle while none is negative [Jury64].
  [[nodiscard]] std::vector<Polynomial> conditions() const;
};

/// What the method does with an error of the constraint; nothing for a method that is not known here. Throws DataError
/// when options are no numbers or words.
[[nodiscard]] std::optional<StepBlock> constrained_step(const NamedMethod& method);

}  // namespace perpend::checker
