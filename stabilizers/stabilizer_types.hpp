// The registry of methods: one row each, defined in the file of the method.
#pragma once

#include <span>

#include "kernel/model/vocabulary.hpp"
#include "stabilizers/stabilizer.hpp"

namespace perpend {

[[nodiscard]] std::span<const StabilizerType> stabilizer_types();

extern const StabilizerType none_stabilizer;
extern const StabilizerType baumgarte_stabilizer;
extern const StabilizerType erp_stabilizer;
extern const StabilizerType implicit_stabilizer;
extern const StabilizerType post_stabilization_stabilizer;
extern const StabilizerType stabilized_lcp_stabilizer;
extern const StabilizerType acceleration_lcp_stabilizer;
extern const StabilizerType projection_stabilizer;
extern const StabilizerType ggl_stabilizer;
extern const StabilizerType rattle_stabilizer;
extern const StabilizerType shake_stabilizer;
extern const StabilizerType reference_stabilizer;

}  // namespace perpend
