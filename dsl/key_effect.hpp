// What a swept key changes of a scene: how it is solved, or what is solved.
#pragma once

#include <string_view>

#include "dsl/load.hpp"

namespace perpend::dsl {

/// Where the value of a key arrives, through other params, lets, loops and conditions.
struct KeyEffect {
  bool on_step = false;       ///< of the run or of a method
  bool on_tolerance = false;  ///< an option of that name, of a method or of a solver
  bool on_methods = false;    ///< another option of these, or how the run solves
  bool on_problem = false;    ///< the world, the duration, a measure: what is simulated, and what of it is seen
  bool on_gravity = false;    ///< of the world
  bool on_judgment = false;   ///< a claim, a fit, a figure or the points of a sweep
  bool on_rest = false;       ///< anything that is neither gravity nor stands in a method, or a step there

  /// Runs that differ in it alone are attempts at one problem.
  [[nodiscard]] bool is_setting() const { return !on_problem; }
};

/// `key`: a param of the scene, `step` or `duration`. By names, without their scopes: where two things share a name, an
/// effect may be stated that there is not.
[[nodiscard]] KeyEffect effect_of(const Document& document, std::string_view key);

}  // namespace perpend::dsl
