// Whether every reaction and velocity near those of an answer contradict Coulomb's law.
#pragma once

#include "verification/friction/friction_pairs.hpp"

namespace perpend {

/// How near: |r'_j - r_j| <= r[j] and |u'_i - u_i| <= u[i].
struct ContactReach {
  std::array<double, 3> r{};
  std::array<double, 3> u{};
};

/// What is contradicted, in words; null when nothing is shown to be.
[[nodiscard]] const char* contradiction(const ContactAnswer& answer, const ContactReach& reach, const Polygon* polygon);

}  // namespace perpend
