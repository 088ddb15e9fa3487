// Loops over blocks of rows and columns with the lengths that mechanisms have, known to the compiler.
#pragma once

#include <utility>

namespace perpend {

/// act<0>(), ..., act<count - 1>(), written out one after the other.
template <int count, class Act>
inline void repeat(Act act) {
  [&]<int... i>(std::integer_sequence<int, i...>) {
    (act.template operator()<i>(), ...);
  }
  (std::make_integer_sequence<int, count>());
}

/// sum a_j b_j from the first to the last.
template <int width>
[[nodiscard]] inline double dot(const double* a, const double* b) {
  double sum = a[0] * b[0];
  if constexpr (width > 1) repeat<width - 1>([&]<int j>() { sum += a[j + 1] * b[j + 1]; });
  return sum;
}

/// act<size>() for the number of rows of a joint, 1 to 6.
template <class Act>
inline decltype(auto) for_size(int size, Act act) {
  switch (size) {
    case 1:
      return act.template operator()<1>();
    case 2:
      return act.template operator()<2>();
    case 3:
      return act.template operator()<3>();
    case 4:
      return act.template operator()<4>();
    case 5:
      return act.template operator()<5>();
    default:
      return act.template operator()<6>();
  }
}

/// act<width>() for the number of velocities of a body, or of those that turn it: 1, 2, 3 or 6; nothing for 0.
template <class Act>
inline void for_width(int width, Act act) {
  switch (width) {
    case 0:
      return;
    case 1:
      return act.template operator()<1>();
    case 2:
      return act.template operator()<2>();
    case 3:
      return act.template operator()<3>();
    default:
      return act.template operator()<6>();
  }
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

/// act<size, form>().
template <class Act>
inline decltype(auto) for_form(int size, RowForm form, Act act) {
  return for_size(size, [&]<int known>() {
    if constexpr (known >= point_rows(RowForm::spatial_point))
      if (form == RowForm::spatial_point) return act.template operator()<known, RowForm::spatial_point>();
    if constexpr (known >= point_rows(RowForm::planar_point))
      if (form == RowForm::planar_point) return act.template operator()<known, RowForm::planar_point>();
    return act.template operator()<known, RowForm::any>();
  });
}

}  // namespace perpend
