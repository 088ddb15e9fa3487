// Loops whose length the compiler knows, written out.
#pragma once

#include <utility>

namespace perpend {

/// act<0>(), ..., act<count - 1>(), one after the other.
template <int count, class Act>
inline void repeat(Act act) {
  [&]<int... i>(std::integer_sequence<int, i...>) {
    (act.template operator()<i>(), ...);
  }
  (std::make_integer_sequence<int, count>());
}

}  // namespace perpend
