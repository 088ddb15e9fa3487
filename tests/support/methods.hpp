// Every registered method in every way it may be written: what the conformance laws run over.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/mechanisms.hpp"

namespace perpend::test {

inline const StabilizerType& stabilizer_type(std::string_view name) {
  for (const StabilizerType& type : stabilizer_types())
    if (type.spec.name == name) return type;
  throw std::out_of_range("no such method: " + std::string(name));
}

struct TestedMethod {
  std::string label;  ///< one word: golden hashes go by it
  std::string_view type;
  std::vector<std::pair<std::string_view, PropertyValue>> options;
  bool falls_exactly = false;        ///< gives the position of a free fall exactly
  std::optional<int> drift_order{};  ///< where the options change that of the type
  std::optional<int> position_order{};
  bool solves_contacts = true;  ///< false: it stops after a fixed number of sweeps, whatever is left
  [[nodiscard]] std::shared_ptr<const Stabilizer> stabilizer() const {
    return std::get<0>(stabilizer_type(type).make(properties_of(options)));
  }
};

/// Rates suit steps of 0.5 to 8 ms: alpha h stays below 1.
inline const std::vector<TestedMethod>& tested_methods() {
  using namespace std::string_literals;
  static const std::vector<TestedMethod> methods{
      {"none", "none", {}},
      {"none_trapezoidal", "none", {{"integrator", "trapezoidal"s}}, true},
      {"baumgarte_velocity", "baumgarte", {{"alpha", 50.0}}},
      {"baumgarte_velocity_trapezoidal", "baumgarte", {{"alpha", 50.0}, {"integrator", "trapezoidal"s}}, true},
      {"baumgarte_acceleration", "baumgarte", {{"alpha", 40.0}, {"beta", 30.0}, {"quadrature", "right"s}}},
      {"baumgarte_drake", "baumgarte", {{"omega0", 40.0}, {"zeta", 1.0}, {"quadrature", "left"s}}},
      {"baumgarte_acceleration_trapezoidal",
       "baumgarte",
       {{"alpha", 40.0}, {"beta", 30.0}, {"quadrature", "trapezoid"s}, {"integrator", "trapezoidal"s}},
       true},
      {"baumgarte_acceleration_rk4",
       "baumgarte",
       {{"alpha", 40.0}, {"beta", 30.0}, {"quadrature", "stages"s}, {"integrator", "rk4"s}},
       true,
       4,
       4},
      {"erp", "erp", {{"erp", 0.5}}},
      {"implicit", "implicit", {}},
      {"post_stabilization", "post_stabilization", {}},
      {"stabilized_lcp", "stabilized_lcp", {}},
      {"stabilized_lcp_convex", "stabilized_lcp", {{"convex", true}}},
      {"small_steps", "small_steps", {}, false, {}, {}, false},
      {"acceleration_lcp", "acceleration_lcp", {{"omega0", 40.0}, {"zeta", 1.0}}},
      {"projection", "projection", {}},
      {"ggl", "ggl", {}, true},
      {"rattle", "rattle", {}, true},
      {"shake", "shake", {}, true},
      {"runge_kutta", "runge_kutta", {}, true},
      {"runge_kutta_classical", "runge_kutta", {{"order", 4.0}}, true, {}, 4},
      {"reference", "reference", {}, true},
  };
  return methods;
}

inline const StabilizerType& type_of(const TestedMethod& tested) {
  return stabilizer_type(tested.type);
}

inline int drift_order(const TestedMethod& tested) {
  return tested.drift_order.value_or(type_of(tested).drift_order);
}

inline int position_order(const TestedMethod& tested) {
  return tested.position_order.value_or(type_of(tested).position_order);
}

}  // namespace perpend::test
