#include "stabilizers/stabilizer_types.hpp"

#include <algorithm>

#include "kernel/model/scene/registry.hpp"

namespace perpend {

namespace {

Registry<StabilizerType>& registry() {
  static Registry<StabilizerType> rows(
      {none_stabilizer, baumgarte_stabilizer, erp_stabilizer, implicit_stabilizer, post_stabilization_stabilizer,
       stabilized_lcp_stabilizer, small_steps_stabilizer, acceleration_lcp_stabilizer, projection_stabilizer,
       ggl_stabilizer, rattle_stabilizer, shake_stabilizer, runge_kutta_stabilizer, reference_stabilizer});
  return rows;
}

}  // namespace

std::span<const StabilizerType> stabilizer_types() {
  return registry().rows();
}

std::optional<std::string> add_stabilizer_type(const StabilizerType& type) {
  if (auto error = find_spec_error(type.spec)) return "method " + *error;
  const std::string name = "method '" + std::string(type.spec.name) + "'";
  if (type.make == nullptr) return name + " has no function that makes it";
  if (type.variants.empty()) return name + " does not say how it is written: variants";
  if (type.drift_order < 0 || type.position_order < 0) return name + ": an order is below 0";
  return registry().add(type, [&](std::span<const StabilizerType> rows) -> std::optional<std::string> {
    const auto is_same = [&](const StabilizerType& row) { return row.spec.name == type.spec.name; };
    if (std::any_of(rows.begin(), rows.end(), is_same)) return name + " is there already";
    return std::nullopt;
  });
}

}  // namespace perpend
