// One number, or two side by side that are worked on at once. Loops that are written for either of them round each lane
// as if it were alone: no sum goes across, and no product is fused with a sum.
#pragma once

#include <type_traits>

#include "kernel/linear/known_sizes.hpp"
#include "kernel/model/numbers/double_pair.hpp"

namespace perpend {

template <class Number>
[[nodiscard]] inline Number in_all_lanes(double x) {
  if constexpr (std::is_same_v<Number, double>)
    return x;
  else
    return in_both(x);
}

/// What a comparison of two numbers is.
template <class Number>
using Mask = decltype(Number{} > Number{});

[[nodiscard]] inline bool holds(bool mask) {
  return mask;
}
[[nodiscard]] inline bool holds(Mask<DoublePair> mask) {
  return hold_both(mask);
}

/// `count` numbers of each lane, which stand at `at(lane)`.
template <class Number, int count>
class Gathered;

template <int count>
class Gathered<double, count> {
 public:
  template <class At>
  explicit Gathered(At at) : at_(at(0)) {}
  [[nodiscard]] const double* data() const { return at_; }
  [[nodiscard]] double operator[](int i) const { return at_[i]; }

 private:
  const double* at_;
};

template <int count>
class Gathered<DoublePair, count> {
 public:
  template <class At>
  explicit Gathered(At at) {
    const double* first = at(0);
    const double* second = at(1);
    repeat<count>([&]<int i>() { values_[i] = DoublePair{first[i], second[i]}; });
  }
  [[nodiscard]] const DoublePair* data() const { return values_; }
  [[nodiscard]] DoublePair operator[](int i) const { return values_[i]; }

 private:
  DoublePair values_[count];
};

/// Number `i` of each lane.
template <class Number, class At>
[[nodiscard]] inline Number in_lanes(At at, int i) {
  if constexpr (std::is_same_v<Number, double>)
    return at(0)[i];
  else
    return DoublePair{at(0)[i], at(1)[i]};
}

/// Number `i` of each lane becomes that of `value`.
template <class Number, class At>
inline void set_in_lanes(At at, int i, Number value) {
  if constexpr (std::is_same_v<Number, double>) {
    at(0)[i] = value;
  } else {
    at(0)[i] = value[0];
    at(1)[i] = value[1];
  }
}

/// Adds to number `i` of each lane.
template <class Number, class At>
inline void add_in_lanes(At at, int i, Number value) {
  if constexpr (std::is_same_v<Number, double>) {
    at(0)[i] += value;
  } else {
    at(0)[i] += value[0];
    at(1)[i] += value[1];
  }
}

/// The numbers of each lane back to `at(lane)`.
template <int count, class At>
inline void scatter(const DoublePair* values, At at) {
  double* first = at(0);
  double* second = at(1);
  repeat<count>([&]<int i>() {
    first[i] = values[i][0];
    second[i] = values[i][1];
  });
}

// Vectors of two numbers, with instructions that leave their operands as they are where the processor has them.
#if defined(__x86_64__)
#define PERPEND_THREE_OPERANDS [[gnu::target("avx")]]
[[nodiscard]] inline bool has_three_operands() {
  return __builtin_cpu_supports("avx");
}
#else
#define PERPEND_THREE_OPERANDS
[[nodiscard]] inline bool has_three_operands() {
  return false;
}
#endif

template <class Act>
[[gnu::flatten]] void act_with_two_operands(Act act) {
  act();
}
template <class Act>
[[gnu::flatten]] PERPEND_THREE_OPERANDS void act_with_three_operands(Act act) {
  act();
}

#undef PERPEND_THREE_OPERANDS

/// act(), compiled with all that it calls for the processor that it runs on, which is asked here. The bits are the
/// same.
template <class Act>
inline void act_on_processor(Act act) {
  has_three_operands() ? act_with_three_operands(act) : act_with_two_operands(act);
}

}  // namespace perpend
