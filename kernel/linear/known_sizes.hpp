// Loops over blocks of rows and columns with the lengths that mechanisms have, known to the compiler.
#pragma once

#include "kernel/model/numbers/repeat.hpp"

namespace perpend {

/// sum a_j b_j from the first to the last.
template <int width, class Number>
[[nodiscard]] inline Number dot(const Number* a, const Number* b) {
  Number sum = a[0] * b[0];
  if constexpr (width > 1) repeat<width - 1>([&]<int j>() { sum += a[j + 1] * b[j + 1]; });
  return sum;
}

/// act<known>() for the one of `known` that `value` is; nothing for others.
template <int... known, class Act>
inline void for_one_of(int value, Act act) {
  (void)((value == known && (act.template operator()<known>(), true)) || ...);
}

/// act<size>() for the number of rows of a joint.
template <class Act>
inline void for_size(int size, Act act) {
  for_one_of<1, 2, 3, 4, 5, 6>(size, act);
}

/// act<width>() for the number of velocities of a body, or of those that turn it.
template <class Act>
inline void for_width(int width, Act act) {
  for_one_of<1, 2, 3, 6>(width, act);
}

/// What the sides of a joint have in common: anything, or bodies that turn, held at a point in the plane or in space,
/// so that `turns(form)` columns a body are no positions and `point_rows(form)` rows come first.
enum class RowForm { any, planar_point, spatial_point };

constexpr int turns(RowForm form) {
  return form == RowForm::planar_point ? 1 : form == RowForm::spatial_point ? 3 : 0;
}
constexpr int point_rows(RowForm form) {
  return form == RowForm::planar_point ? 2 : form == RowForm::spatial_point ? 3 : 0;
}

/// The turning columns of one side, which the form of its node may tell.
template <RowForm form, class Act>
inline void for_turns(int width, Act act) {
  if constexpr (form == RowForm::any)
    for_width(width, act);
  else
    act.template operator()<turns(form)>();
}

/// act(i) for each row of a point, which the form of the node may tell.
template <RowForm form, class Act>
inline void for_point_rows(int count, Act act) {
  if constexpr (form == RowForm::any)
    for (int i = 0; i < count; ++i) act(i);
  else
    repeat<point_rows(form)>([&]<int i>() { act(i); });
}

/// Joints one after the other that have one size and form, so that loops over them are compiled for both.
struct Run {
  int first = 0;
  int end = 0;
  int size = 0;
  RowForm form = RowForm::any;

  /// act<size, form>().
  template <class Act>
  void with_form(Act act) const {
    for_size(size, [&]<int known>() {
      if constexpr (known >= point_rows(RowForm::spatial_point))
        if (form == RowForm::spatial_point) return act.template operator()<known, RowForm::spatial_point>();
      if constexpr (known >= point_rows(RowForm::planar_point))
        if (form == RowForm::planar_point) return act.template operator()<known, RowForm::planar_point>();
      act.template operator()<known, RowForm::any>();
    });
  }
};

/// The next joint, which ends the last of `runs` or begins one. Pre: joints in order.
template <class Runs>
void add_to_runs(int joint, int size, RowForm form, Runs& runs) {
  if (runs.empty() || runs.back().end != joint || runs.back().size != size || runs.back().form != form)
    runs.push_back({.first = joint, .end = joint, .size = size, .form = form});
  runs.back().end = joint + 1;
}

}  // namespace perpend
