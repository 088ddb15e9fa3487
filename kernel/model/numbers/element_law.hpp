// Laws of springs and dampers whose stiffness, damping or rest change: one program of the force, made of theirs.
#pragma once

#include <optional>
#include <vector>

#include "kernel/model/numbers/time_function.hpp"

namespace perpend {

/// k (x - x0) + c dx/dt [N or N m] as functions of t and of the state: `x` is the length or coordinate and `rate` its
/// rate, both in SI; an empty law is 0. The programs of the parts share the signals of the result, each once. Nothing
/// where that needs more signals than TimeFunction::max_signals or a deeper stack than max_depth.
struct ElementLaw {
  TimeFunction stiffness;  ///< k [N/m or N m/rad]
  TimeFunction rest;       ///< x0 [m or rad]
  TimeFunction damping;    ///< c [N s/m or N m s/rad]
};
[[nodiscard]] std::optional<TimeFunction> force_of(const ElementLaw& element, const StateSignal& x,
                                                   const StateSignal& rate);

/// Makes laws of one force read one list of signals, which comes back: each of them once. Nothing where they are more
/// than TimeFunction::max_signals.
[[nodiscard]] std::optional<std::vector<StateSignal>> share_signals(const std::vector<TimeFunction*>& laws);

/// For messages.
inline constexpr const char* too_large_a_law = "the law reads more signals, or is deeper, than one force may be";

/// -f, as what a spring does to the coordinate that it is on.
[[nodiscard]] TimeFunction negated(const TimeFunction& law);

}  // namespace perpend
