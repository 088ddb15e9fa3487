// Rows of joints that depend on each other but ask for rates that do not: two drives of one joint, say. No motion meets
// all of them, whichever is left out.
#pragma once

#include <string>

#include "kernel/model/constraint_rows.hpp"
#include "kernel/model/model.hpp"
#include "kernel/model/state.hpp"

namespace perpend {

/// "e (velocity) asks for 6 rad/s where d (velocity) gives 1 rad/s: ...", of the row that differs most; empty: none
/// does, or there are more than a thousand rows. By a dense factorization: for words when a run has stopped.
[[nodiscard]] std::string describe_contradiction(const Model& model, const ConstraintRows& rows);

/// At the state, or a step [s] later, up to when drives have changed.
[[nodiscard]] std::string describe_contradiction(const Model& model, const State& state, double step);

}  // namespace perpend
