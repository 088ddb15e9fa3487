// The equations of joints as formulas of a state, with the states that they are to be evaluated in.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/certificate_data.hpp"
#include "study/formulas/formula.hpp"

namespace perpend::formulas {

/// Appends `,"data":{"step","values":[formula, ...],"equations":[{"joint","rows":[formula, ...]}, ...],
/// "states":[{"step","time","positions","coordinates"}, ...]}`: the worst step, what formulas refer to as
/// ["value", i], a row for each error, and the states. Nothing where a joint has no formula.
void append_equations(std::string& out, const JointState& state);

/// What the equation of a joint is of.
struct FormulaContext {
  const Model& model;
  bool has_coordinates;  ///< the states have State::coordinates
  Definitions& definitions;
};

/// The rows of each joint in turn; nothing where one has no formula here.
using JointRows = std::vector<std::vector<Formula>>;
[[nodiscard]] std::optional<JointRows> planar_rows(const FormulaContext& context);
[[nodiscard]] std::optional<JointRows> spatial_rows(const FormulaContext& context);

}  // namespace perpend::formulas
