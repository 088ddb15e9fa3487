#include "kernel/linear/delassus_factor.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace perpend {

namespace {

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

template <RowForm form>
inline bool holds_point(const DelassusLayout::Side& side) {
  return form != RowForm::any || side.point_column >= 0;
}

/// Rows of V from rows of J, J = V L^T column by column. `lower`: L_21, L_31, L_32 of the last three columns, or null.
template <int size, int width>
inline void load_side(const double* __restrict from, int stride, const double* lower, double* __restrict to) {
  repeat<size>([&]<int i>() {
    double v[width];
    repeat<width>([&]<int j>() { v[j] = from[i * stride + j]; });
    if constexpr (width >= 3) {
      if (lower != nullptr) {
        v[width - 2] -= lower[0] * v[width - 3];
        v[width - 1] -= lower[1] * v[width - 3] + lower[2] * v[width - 2];
      }
    }
    repeat<width>([&]<int j>() { to[i * width + j] = v[j]; });
  });
}

}  // namespace

DelassusFactor::DelassusFactor(const ConstraintRows& rows, const MassMatrix& mass, DelassusLayout layout)
    : num_rows_(rows.num_rows),
      mass_(mass),
      layout_(std::move(layout)),
      ldlt_(layout_.pattern),
      v_(layout_.num_values, 0.0),
      jacobian_(rows.values.size(), 0.0),
      right_(layout_.pattern.num_unknowns, 0.0) {}

std::optional<DelassusFactor> DelassusFactor::make(const ConstraintRows& rows, std::span<const char> is_primary,
                                                   const MassMatrix& mass, double most_work) {
  std::optional<DelassusLayout> layout = DelassusLayout::make(rows, is_primary, mass, most_work);
  if (!layout) return std::nullopt;
  return DelassusFactor(rows, mass, std::move(*layout));
}

template <int size, RowForm form>
void DelassusFactor::load(const Run& run, const double* values) {
  for (int k = run.first; k < run.end; ++k) {
    const Node& node = layout_.nodes[k];
    for (int s = node.first_side; s < node.first_side + node.num_sides; ++s) {
      const Side& side = layout_.sides[s];
      const double* lower = side.inertia < 0 ? nullptr : mass_.lower(side.inertia).data();
      for_turns<form>(side.width, [&]<int width>() {
        load_side<size, width>(values + side.source, side.stride, lower, v_.data() + side.values);
      });
    }
  }
}

/// The lower triangle of out += V D^-1 V^T; `diagonal` gains that of it alone.
template <int size, RowForm form>
inline void DelassusFactor::add_gram(const Node& node, ScaledRows& scaled, double* out, double* diagonal) const {
  double sum[size * size] = {};
  double* to = scaled.data();
  for (int s = node.first_side; s < node.first_side + node.num_sides; ++s) {
    const Side& side = layout_.sides[s];
    const double* __restrict v = v_.data() + side.values;
    const double* __restrict inverse = mass_.inverse_pivots();
    for_turns<form>(side.width, [&]<int width>() {
      repeat<size>([&]<int i>() {
        repeat<width>([&]<int j>() { to[i * width + j] = v[i * width + j] * inverse[side.column + j]; });
        repeat<i + 1>([&]<int j>() { sum[i * size + j] += dot<width>(to + i * width, v + j * width); });
      });
    });
    to += size * BlockLdlt::largest_size;
    if (!holds_point<form>(side)) continue;
    for_point_rows<form>(node.num_point_rows, [&](int i) { sum[i * size + i] += inverse[side.point_column + i]; });
  }
  repeat<size>([&]<int i>() {
    diagonal[i] += sum[i * size + i];
    repeat<i + 1>([&]<int j>() { out[i * size + j] += sum[i * size + j]; });
  });
}

/// V_later D^-1 V^T into the panels of one node, body by body.
template <int size, RowForm form>
inline void DelassusFactor::add_products(int k, const ScaledRows& scaled) {
  const Node& node = layout_.nodes[k];
  const BlockPattern::Node& column = ldlt_.pattern().nodes[k];
  for (int p = column.first_panel; p < column.first_panel + column.num_panels; ++p) {
    const BlockPattern::Panel& panel = ldlt_.pattern().panels[p];
    double* __restrict out = ldlt_.values(panel.values);
    for (int m = layout_.first_product[p]; m < layout_.first_product[p + 1]; ++m) {
      const Side& later = layout_.sides[layout_.products[m].later];
      const Side& side = layout_.sides[layout_.products[m].side];
      const double* __restrict a = v_.data() + later.values;
      const double* __restrict b =
          scaled.data() + (layout_.products[m].side - node.first_side) * size * BlockLdlt::largest_size;
      for_turns<form>(side.width, [&]<int width>() {
        const auto add = [&](int rows) {
          for (int i = 0; i < rows; ++i)
            repeat<size>([&]<int j>() { out[i * size + j] += dot<width>(a + i * width, b + j * width); });
        };
        panel.size == size ? add(size) : add(panel.size);
      });
      if (!holds_point<form>(side)) continue;
      const double* inverse = mass_.inverse_pivots() + side.point_column;
      const double sign = later.sign * side.sign;
      for_point_rows<form>(node.num_point_rows, [&](int i) { out[i * size + i] += sign * inverse[i]; });
    }
  }
}

template <int size, RowForm form>
bool DelassusFactor::eliminate(const Run& run, const VectorX& compliance) {
  ScaledRows scaled;
  for (int k = run.first; k < run.end; ++k) {
    const BlockPattern::Node& column = ldlt_.pattern().nodes[k];
    const Node& node = layout_.nodes[k];
    double* block = ldlt_.values(column.values);
    double diagonal[size];
    repeat<size>([&]<int i>() {
      diagonal[i] = compliance.data()[node.first_row + i];
      block[i * size + i] += diagonal[i];
    });
    add_gram<size, form>(node, scaled, block, diagonal);
    add_products<size, form>(k, scaled);
    if (!ldlt_.eliminate<size>(column, diagonal)) return false;
  }
  return true;
}

bool DelassusFactor::factorize(const Problem& problem) {
  const bool was_factorized = std::exchange(is_factorized_, false);
  if (!mass_.factorize(*problem.mass)) return false;
  const std::vector<double>& values = problem.rows->values;
  const auto is_equal = [](const double* a, const double* b, std::size_t count) {
    return count == 0 || std::memcmp(a, b, count * sizeof(double)) == 0;
  };
  is_factorized_ = was_factorized && !mass_.has_changed() &&
                   is_equal(values.data(), jacobian_.data(), jacobian_.size()) &&
                   is_equal(problem.compliance.data(), compliance_.data(), static_cast<std::size_t>(num_rows_));
  if (is_factorized_) return true;
  std::copy(values.begin(), values.end(), jacobian_.begin());
  compliance_ = problem.compliance;
  ldlt_.clear();
  for (const Run& run : layout_.runs)
    run.with_form([&]<int size, RowForm form>() { load<size, form>(run, values.data()); });
  bool is_regular = true;
  for (std::size_t r = 0; r < layout_.runs.size() && is_regular; ++r)
    layout_.runs[r].with_form(
        [&]<int size, RowForm form>() { is_regular = eliminate<size, form>(layout_.runs[r], compliance_); });
  is_factorized_ = is_regular;
  return is_regular;
}

/// Forward: right += target - V u for u = D^-1 L^-1 motion, what the rows would be without impulses; null: 0.
template <int size, RowForm form>
void DelassusFactor::substitute(const Run& run, const VectorX& target, const double* u) {
  for (int k = run.first; k < run.end; ++k) {
    const BlockPattern::Node& column = ldlt_.pattern().nodes[k];
    const Node& node = layout_.nodes[k];
    double* right = right_.data() + column.right;
    double rate[size];
    repeat<size>([&]<int i>() { rate[i] = right[i] + target.data()[node.first_row + i]; });
    for (int s = node.first_side; u != nullptr && s < node.first_side + node.num_sides; ++s) {
      const Side& side = layout_.sides[s];
      const double* __restrict v = v_.data() + side.values;
      const double* __restrict moved = u + side.column;
      for_turns<form>(side.width, [&]<int width>() {
        repeat<size>([&]<int i>() { rate[i] -= dot<width>(v + i * width, moved); });
      });
      if (!holds_point<form>(side)) continue;
      const double* shifted = u + side.point_column;
      for_point_rows<form>(node.num_point_rows, [&](int i) { rate[i] -= side.sign * shifted[i]; });
    }
    repeat<size>([&]<int i>() { right[i] = rate[i]; });
    ldlt_.substitute<size>(column, right_.data());
  }
}

/// Backward: the multipliers, and u += D^-1 V^T multiplier in solution.x.
template <int size, RowForm form>
void DelassusFactor::substitute_back(const Run& run, Solution& solution) {
  const double* __restrict inverse = mass_.inverse_pivots();
  double* u = solution.x.data();
  for (int k = run.end; k-- > run.first;) {
    const BlockPattern::Node& column = ldlt_.pattern().nodes[k];
    const Node& node = layout_.nodes[k];
    ldlt_.substitute_back<size>(column, right_.data());
    double impulse[size];
    repeat<size>([&]<int i>() { impulse[i] = right_[column.right + i]; });
    repeat<size>([&]<int i>() { solution.multiplier.data()[node.first_row + i] = impulse[i]; });
    for (int s = node.first_side; s < node.first_side + node.num_sides; ++s) {
      const Side& side = layout_.sides[s];
      const double* __restrict v = v_.data() + side.values;
      for_turns<form>(side.width, [&]<int width>() {
        repeat<width>([&]<int j>() {
          const double scale = inverse[side.column + j];
          double sum = (v[j] * scale) * impulse[0];
          repeat<size - 1>([&]<int i>() { sum += (v[(i + 1) * width + j] * scale) * impulse[i + 1]; });
          u[side.column + j] += sum;
        });
      });
      if (!holds_point<form>(side)) continue;
      for_point_rows<form>(node.num_point_rows, [&](int i) {
        u[side.point_column + i] += side.sign * (inverse[side.point_column + i] * impulse[i]);
      });
    }
  }
}

void DelassusFactor::substitute(const VectorX& motion, const VectorX& target, Solution& solution) {
  mass_.divide_by_lower(motion, solution.x);
  substitute_rows(target, solution.x.data(), solution);
}

void DelassusFactor::substitute(const VectorX& target, Solution& solution) {
  solution.x.setZero(mass_.size());
  substitute_rows(target, nullptr, solution);
}

void DelassusFactor::substitute_rows(const VectorX& target, const double* u, Solution& solution) {
  solution.multiplier.resize(num_rows_);
  if (layout_.pattern.num_unknowns < num_rows_) solution.multiplier.setZero();
  std::fill(right_.begin(), right_.end(), 0.0);
  for (const Run& run : layout_.runs)
    run.with_form([&]<int size, RowForm form>() { substitute<size, form>(run, target, u); });
  for (std::size_t r = layout_.runs.size(); r-- > 0;)
    layout_.runs[r].with_form(
        [&]<int size, RowForm form>() { substitute_back<size, form>(layout_.runs[r], solution); });
  mass_.divide_by_upper(solution.x);
}

}  // namespace perpend
