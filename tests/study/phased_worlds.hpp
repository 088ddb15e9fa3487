// Worlds of a few lines, and where their motion through events leads.
#pragma once

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "dsl/load.hpp"
#include "study/reference/phased_motion.hpp"
#include "study/vocabulary.hpp"

namespace perpend::test {

/// `text`: "world planar { ... }", and what stands next to it.
inline World world_of(const std::string& text) {
  const dsl::Parsed parsed = dsl::parse_text("test.scene", "experiment x {\n" + text +
                                                               "\nrun { step = 1 ms; duration = 1 s }\nmethod m = "
                                                               "stabilized_lcp\n}");
  BOOST_REQUIRE(parsed.document != nullptr);
  dsl::Loaded loaded = dsl::elaborate(*parsed.document, vocabulary());
  BOOST_REQUIRE_MESSAGE(loaded.experiment.has_value(), loaded.diagnostics.front().message);
  return std::get<World>(loaded.experiment->system);
}

/// A body of 2 kg on a slide along x.
inline World slider(const std::string& joint, const std::string& body = "", const std::string& more = "") {
  return world_of("world planar { body b = box(size: (0.1, 0.1) m) { mass = 2 kg; " + body +
                  " }\njoint slide = prismatic(world, b) { axis = (1, 0); " + joint + " }\n" + more + " }");
}

struct Passed {
  State state;
  std::string end;
  std::vector<std::string> events;
};

/// After `time` in steps of h.
inline Passed pass(const World& world, double time, double h = 0.01) {
  PhasedMotion motion(world.model, {}, h);
  State state = world.initial;
  if (motion.start(state))
    for (int i = 0; i < std::lround(time / h) && motion.end().empty(); ++i)
      BOOST_REQUIRE((motion.advance(h, state) == Status::converged));
  return {state, motion.end(), motion.events()};
}

}  // namespace perpend::test
