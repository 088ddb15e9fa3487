// The equations of joints, as in verification/motion, as formulas of a state, with the states that they are to be
// evaluated in.
#pragma once

#include "study/certificates/certificate_data.hpp"

namespace perpend::formulas {

/// The member "data": `{"step","values":[formula, ...],"equations":[{"joint","rows":[formula, ...]}, ...],
/// "states":[{"step","time","positions","coordinates"}, ...]}`: the worst step, what formulas refer to as
/// ["value", i], a row for each error, and the states. Nothing where a joint has no formula.
void write_equations(reports::JsonWriter& json, const JointState& state);

}  // namespace perpend::formulas
