// Every registered method in every way it may be written: what the conformance laws run over.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/mechanisms.hpp"

namespace perpend::test {

struct TestedMethod {
  std::string label;
  std::string_view type;
  std::vector<std::pair<std::string_view, double>> options;
  [[nodiscard]] std::shared_ptr<const Stabilizer> stabilizer() const { return method(type, options); }
};

/// Rates suit steps of 0.5 to 8 ms: alpha h stays below 1.
inline const std::vector<TestedMethod>& tested_methods() {
  static const std::vector<TestedMethod> methods{
      {"none", "none", {}},
      {"baumgarte_velocity", "baumgarte", {{"alpha", 50.0}}},
      {"baumgarte_acceleration", "baumgarte", {{"alpha", 40.0}, {"beta", 30.0}}},
      {"baumgarte_drake", "baumgarte", {{"omega0", 40.0}, {"zeta", 1.0}}},
      {"erp", "erp", {{"erp", 0.5}}},
      {"implicit", "implicit", {}},
      {"post_stabilization", "post_stabilization", {}},
      {"projection", "projection", {}},
      {"reference", "reference", {}},
  };
  return methods;
}

inline const StabilizerType& type_of(const TestedMethod& tested) {
  for (const StabilizerType& type : stabilizer_types())
    if (type.spec.name == tested.type) return type;
  throw std::out_of_range("no such method: " + std::string(tested.type));
}

}  // namespace perpend::test
