// The registry of methods: one row each, defined in the file of the method. Programs that link the library add theirs.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "kernel/model/scene/vocabulary.hpp"
#include "stabilizers/stabilizer.hpp"

namespace perpend {

/// As it is now; rows that are added later are not in it. Valid to the end of the program.
[[nodiscard]] std::span<const StabilizerType> stabilizer_types();

/// What is wrong with the row, in words; nothing: it is there from now on. What the row points at is kept: it has to
/// stay to the end of the program.
[[nodiscard]] std::optional<std::string> add_stabilizer_type(const StabilizerType& type);

extern const StabilizerType none_stabilizer;
extern const StabilizerType baumgarte_stabilizer;
extern const StabilizerType erp_stabilizer;
extern const StabilizerType implicit_stabilizer;
extern const StabilizerType post_stabilization_stabilizer;
extern const StabilizerType stabilized_lcp_stabilizer;
extern const StabilizerType small_steps_stabilizer;
extern const StabilizerType acceleration_lcp_stabilizer;
extern const StabilizerType projection_stabilizer;
extern const StabilizerType ggl_stabilizer;
extern const StabilizerType rattle_stabilizer;
extern const StabilizerType shake_stabilizer;
extern const StabilizerType runge_kutta_stabilizer;
extern const StabilizerType reference_stabilizer;

}  // namespace perpend
