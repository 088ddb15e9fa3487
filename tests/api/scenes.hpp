// Small scenes for the tests of the library.
#pragma once

#include <string>

namespace perpend::test {

inline const std::string two_methods = "method plain = none\n  method fed = baumgarte(alpha: 20/s)";

/// A rod on a pin with these methods, one of which is `plain`.
inline std::string pendulum(const std::string& methods = two_methods) {
  return R"(experiment pendulum {
  param length = 0.5 m
  world planar {
    gravity = (0 m/s^2, -9.81 m/s^2)
    body bob = rod(length: length) { mass = 1 kg; at = (length / 2, 0 m) }
    joint pin = revolute(world, bob) { at = (0 m, 0 m) }
  }
  run { step = 5 ms; duration = 0.5 s }
  )" + methods +
         R"(
  measure drift = max_abs(constraint_error) { unit = mm }
  claim bounded "the pin stays together to a metre" { value = max(drift, plain); below = 1 m }
})";
}

/// A disk dropped on the ground next to one that lies there, without friction, under this solver of LCPs.
inline std::string dropped_disks(const std::string& solver) {
  return R"(experiment disks {
  world planar {
    gravity = (0 m/s^2, -9.81 m/s^2)
    contacts { }
    fixed ground = halfplane(point: (0, 0) m, normal: (0, 1))
    body left = disk(radius: 0.1 m) { mass = 1 kg; at = (0 m, 0.11 m); velocity = (1 m/s, 0 m/s) }
    body right = disk(radius: 0.1 m) { mass = 2 kg; at = (0.5 m, 0.1 m) }
  }
  run { step = 5 ms; duration = 0.2 s }
  method plain = stabilized_lcp { solver = )" +
         solver + R"( }
  measure energy = total_energy
})";
}

}  // namespace perpend::test
