// A model run by a method, timed as all contestants are, its poses written where the meter reads them.
#pragma once

#include <string>

#include "kernel/model/experiment.hpp"
#include "kernel/model/model.hpp"
#include "kernel/model/state.hpp"
#include "referee/bench/own_contender.hpp"

namespace perpend::bench {

/// Without certificates. Poses are those of bodies that are not fixed.
[[nodiscard]] Reply run_model(const Model& model, const State& start, const MethodSpec& method, double step,
                              long num_steps, const std::string& answer);

}  // namespace perpend::bench
