// A rod that turns about its end in the plane, with what a test adds to it.
#pragma once

#include <string>

namespace perpend::test {

/// `elements`: lines of the world. `rest`: of the experiment.
inline std::string world_of(const std::string& elements, const std::string& rest = "") {
  return "experiment x {\n  world planar {\n    body arm = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m; spin = 1 "
         "rad/s; velocity = (0, 0.5) m/s }\n    joint hip = revolute(world, arm) { at = (0, 0) m }\n    " +
         elements + "\n  }\n  run { step = 1 ms; duration = 20 ms }\n  method plain = none\n" + rest + "\n}\n";
}

}  // namespace perpend::test
