#include "kernel/linear/delassus_factor.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace perpend {

namespace {

template <RowForm form>
inline bool holds_point(const DelassusLayout::Side& side) {
  return form != RowForm::any || side.point_column >= 0;
}

}  // namespace

DelassusFactor::DelassusFactor(const ConstraintRows& rows, const MassMatrix& mass, DelassusLayout layout)
    : num_rows_(rows.num_rows),
      mass_(mass),
      layout_(std::move(layout)),
      ldlt_(layout_.pattern),
      pairs_(layout_.pattern),
      right_(layout_.pattern.num_unknowns, 0.0) {
  for (const Run& run : layout_.runs)
    for (int k = run.first; run.form != RowForm::any && k + 1 < run.end; ++k)
      if (PairLdlt::are_alike(layout_.pattern, k) && layout_.are_alike(k)) pairs_.join(layout_.pattern, k++);
  pairs_.hand_over(layout_.pattern);
  ldlt_.set_cleared(pairs_.cleared_parts(layout_.pattern));
  rows_ = WeightedRows(layout_, pairs_);
}

std::optional<DelassusFactor> DelassusFactor::make(const ConstraintRows& rows, std::span<const char> is_primary,
                                                   const MassMatrix& mass, double most_work) {
  std::optional<DelassusLayout> layout = DelassusLayout::make(rows, is_primary, mass, most_work);
  if (!layout) return std::nullopt;
  return DelassusFactor(rows, mass, std::move(*layout));
}

/// The lower triangle of out += V D^-1 V^T; `diagonal` gains that of it alone. `v`: the rows of V side by side, and so
/// `scaled`, which becomes V D^-1.
template <int size, RowForm form, class Number>
inline void DelassusFactor::add_gram(int k, const Number* __restrict v, Number* __restrict scaled, Number* out,
                                     Number* diagonal) const {
  Number sum[size * size] = {};
  const double* inverse = mass_.inverse_pivots();
  for (int s = 0; s < layout_.nodes[k].num_sides; ++s) {
    const auto side = [&](int lane) -> const Side& { return layout_.side(k + lane, s); };
    for_turns<form>(side(0).width, [&]<int width>() {
      const Gathered<Number, width> pivots([&](int lane) { return inverse + side(lane).column; });
      repeat<size>([&]<int i>() {
        repeat<width>([&]<int j>() { scaled[i * width + j] = v[i * width + j] * pivots[j]; });
        repeat<i + 1>([&]<int j>() { sum[i * size + j] += dot<width, Number>(scaled + i * width, v + j * width); });
      });
      v += size * width;
      scaled += size * width;
    });
    if (!holds_point<form>(side(0))) continue;
    const auto points = [&](int lane) { return inverse + side(lane).point_column; };
    for_point_rows<form>(layout_.nodes[k].num_point_rows,
                         [&](int i) { sum[i * size + i] += in_lanes<Number>(points, i); });
  }
  repeat<size>([&]<int i>() {
    diagonal[i] += sum[i * size + i];
    repeat<i + 1>([&]<int j>() { out[i * size + j] += sum[i * size + j]; });
  });
}

/// V_later D^-1 V^T into the panels of one node, body by body.
template <int size, RowForm form>
inline void DelassusFactor::add_products(int k, const double* scaled) {
  const Node& node = layout_.nodes[k];
  const BlockPattern::Node& column = ldlt_.pattern().nodes[k];
  for (int p = column.first_panel; p < column.first_panel + column.num_panels; ++p) {
    const BlockPattern::Panel& panel = ldlt_.pattern().panels[p];
    double* __restrict out = ldlt_.values(panel.values);
    for (int m = layout_.first_product[p]; m < layout_.first_product[p + 1]; ++m) {
      const Side& later = layout_.sides[layout_.products[m].later];
      const Side& side = layout_.sides[layout_.products[m].side];
      const double* __restrict a = rows_.of_side(later);
      const double* __restrict b = scaled + side.values - node.values;
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
inline bool DelassusFactor::eliminate_node(int k, const VectorX& compliance) {
  ScaledRows scaled;
  const BlockPattern::Node& column = ldlt_.pattern().nodes[k];
  double* block = ldlt_.values(column.values);
  double diagonal[size];
  repeat<size>([&]<int i>() {
    diagonal[i] = compliance.data()[layout_.nodes[k].first_row + i];
    block[i * size + i] += diagonal[i];
  });
  add_gram<size, form, double>(k, rows_.of_node(layout_.nodes[k]), scaled.data(), block, diagonal);
  add_products<size, form>(k, scaled.data());
  return ldlt_.eliminate<size>(column, diagonal);
}

/// The nodes k and k + 1. The side where a node meets the later one may be another in each lane.
template <int size, RowForm form>
inline bool DelassusFactor::eliminate_pair(int k, const VectorX& compliance) {
  constexpr int width = turns(form);
  const auto node = [&](int lane) -> const Node& { return layout_.nodes[k + lane]; };
  const auto column = [&](int lane) -> const BlockPattern::Node& { return ldlt_.pattern().nodes[k + lane]; };
  const DoublePair* v = rows_.of_pair(k);
  DoublePair* scaled = rows_.scaled_of_pair(k);
  DoublePair blocks[size * size];
  DoublePair diagonal[size];
  pairs_.get_blocks<size>(k, ldlt_, blocks);
  repeat<size>([&]<int i>() {
    diagonal[i] = in_lanes<DoublePair>([&](int lane) { return compliance.data() + node(lane).first_row; }, i);
    blocks[i * size + i] += diagonal[i];
  });
  add_gram<size, form, DoublePair>(k, v, scaled, blocks, diagonal);
  return pairs_.eliminate<size>(k, blocks, diagonal, ldlt_, [&](int panel, bool is_fresh, DoublePair* out) {
    const auto first = [&](int lane) { return layout_.first_product[column(lane).first_panel + panel]; };
    const int count = layout_.first_product[column(0).first_panel + panel + 1] - first(0);
    for (int m = 0; m < count; ++m) {
      const auto product = [&](int lane) { return layout_.products[first(lane) + m]; };
      const auto later = [&](int lane) -> const Side& { return layout_.sides[product(lane).later]; };
      const auto side = [&](int lane) -> const Side& { return layout_.sides[product(lane).side]; };
      const auto later_node = [&](int lane) { return ldlt_.pattern().panels[column(lane).first_panel + panel].node; };
      const auto later_rows = [&](int lane) {
        // Sides of a later node that stands alone may have other widths.
        return rows_.in_lane(later_node(lane)) + 2 * (later(lane).values - layout_.nodes[later_node(lane)].values);
      };
      const double* first_later = later_rows(0);
      const double* second_later = later_rows(1);
      DoublePair a[size * width];
      repeat<size * width>([&]<int n>() { a[n] = DoublePair{first_later[2 * n], second_later[2 * n]}; });
      const auto rows = [&](int lane) { return scaled + (product(lane).side - node(lane).first_side) * size * width; };
      const DoublePair* first_rows = rows(0);
      const DoublePair* second_rows = rows(1);
      DoublePair b[size * width];
      repeat<size * width>([&]<int n>() { b[n] = DoublePair{first_rows[n][0], second_rows[n][1]}; });
      const auto add_to = [&](auto former) {
        repeat<size>([&]<int i>() {
          repeat<size>([&]<int j>() {
            out[i * size + j] = former(i * size + j) + dot<width, DoublePair>(a + i * width, b + j * width);
          });
        });
      };
      m == 0 && is_fresh ? add_to([](int) { return DoublePair{}; }) : add_to([&](int n) { return out[n]; });
      const DoublePair sign{later(0).sign * side(0).sign, later(1).sign * side(1).sign};
      const auto inverse = [&](int lane) { return mass_.inverse_pivots() + side(lane).point_column; };
      repeat<point_rows(form)>([&]<int i>() { out[i * size + i] += sign * in_lanes<DoublePair>(inverse, i); });
    }
  });
}

template <int size, RowForm form>
inline bool DelassusFactor::eliminate(const Run& run, const VectorX& compliance) {
  for (int k = run.first; k < run.end; ++k) {
    if constexpr (form != RowForm::any) {
      if (pairs_.starts_at(k)) {
        if (!eliminate_pair<size, form>(k++, compliance)) return false;
        continue;
      }
    }
    if (!eliminate_node<size, form>(k, compliance)) return false;
  }
  return true;
}

bool DelassusFactor::factorize(const Problem& problem) {
  const bool was_factorized = std::exchange(is_factorized_, false);
  if (!mass_.factorize(*problem.mass)) return false;
  const std::vector<double>& values = problem.rows->values;
  if (known_rows_.are(values, problem.compliance, was_factorized && !mass_.has_changed())) return is_factorized_ = true;
  ldlt_.clear();
  rows_.load(layout_, pairs_, mass_, values.data());
  bool is_regular = true;
  for (std::size_t r = 0; r < layout_.runs.size() && is_regular; ++r)
    layout_.runs[r].with_form([&]<int size, RowForm form>() {
      act_on_processor([&] { is_regular = eliminate<size, form>(layout_.runs[r], problem.compliance); });
    });
  is_factorized_ = is_regular;
  return is_regular;
}

/// `rate` + target - V u for u = D^-1 L^-1 motion, what the rows would be without impulses; null: 0.
template <int size, RowForm form, class Number>
inline void DelassusFactor::set_rates(int k, const Number* v, const VectorX& target, const double* u,
                                      Number* rate) const {
  const auto node = [&](int lane) -> const Node& { return layout_.nodes[k + lane]; };
  const auto targets = [&](int lane) { return target.data() + node(lane).first_row; };
  repeat<size>([&]<int i>() { rate[i] += in_lanes<Number>(targets, i); });
  for (int s = 0; u != nullptr && s < node(0).num_sides; ++s) {
    const auto side = [&](int lane) -> const Side& { return layout_.side(k + lane, s); };
    for_turns<form>(side(0).width, [&]<int width>() {
      const Gathered<Number, width> moved([&](int lane) { return u + side(lane).column; });
      repeat<size>([&]<int i>() { rate[i] -= dot<width, Number>(v + i * width, moved.data()); });
      v += size * width;
    });
    if (!holds_point<form>(side(0))) continue;
    const auto shifted = [&](int lane) { return u + side(lane).point_column; };
    const Number sign = in_lanes<Number>([&](int lane) { return &side(lane).sign; }, 0);
    for_point_rows<form>(node(0).num_point_rows, [&](int i) { rate[i] -= sign * in_lanes<Number>(shifted, i); });
  }
}

/// The multipliers, and u += D^-1 V^T multiplier in solution.x. `v`: V of one node, V D^-1 of two.
template <int size, RowForm form, class Number>
inline void DelassusFactor::add_impulse(int k, const Number* v, const Number* impulse, Solution& solution) const {
  constexpr bool is_scaled = !std::is_same_v<Number, double>;
  const double* __restrict inverse = mass_.inverse_pivots();
  double* u = solution.x.data();
  const auto node = [&](int lane) -> const Node& { return layout_.nodes[k + lane]; };
  const auto multipliers = [&](int lane) { return solution.multiplier.data() + node(lane).first_row; };
  repeat<size>([&]<int i>() { set_in_lanes(multipliers, i, impulse[i]); });
  for (int s = 0; s < node(0).num_sides; ++s) {
    const auto side = [&](int lane) -> const Side& { return layout_.side(k + lane, s); };
    for_turns<form>(side(0).width, [&]<int width>() {
      const auto turned = [&](int lane) { return u + side(lane).column; };
      repeat<width>([&]<int j>() {
        const auto entry = [&](int i) {
          if constexpr (is_scaled)
            return v[i * width + j];
          else
            return v[i * width + j] * inverse[side(0).column + j];
        };
        Number sum = entry(0) * impulse[0];
        repeat<size - 1>([&]<int i>() { sum += entry(i + 1) * impulse[i + 1]; });
        add_in_lanes(turned, j, sum);
      });
      v += size * width;
    });
    if (!holds_point<form>(side(0))) continue;
    const auto points = [&](int lane) { return inverse + side(lane).point_column; };
    const auto shifted = [&](int lane) { return u + side(lane).point_column; };
    const Number sign = in_lanes<Number>([&](int lane) { return &side(lane).sign; }, 0);
    for_point_rows<form>(node(0).num_point_rows, [&](int i) {
      add_in_lanes<Number>(shifted, i, sign * (in_lanes<Number>(points, i) * impulse[i]));
    });
  }
}

template <int size, RowForm form>
inline void DelassusFactor::substitute(const Run& run, const VectorX& target, const double* u) {
  for (int k = run.first; k < run.end; ++k) {
    if constexpr (form != RowForm::any) {
      if (pairs_.starts_at(k)) {
        DoublePair rate[size];
        pairs_.get_right<size>(k, layout_.pattern, right_.data(), rate);
        set_rates<size, form, DoublePair>(k, rows_.of_pair(k), target, u, rate);
        pairs_.substitute<size>(k++, layout_.pattern, rate, right_.data());
        continue;
      }
    }
    const BlockPattern::Node& column = ldlt_.pattern().nodes[k];
    double rate[size];
    repeat<size>([&]<int i>() { rate[i] = right_[column.right + i]; });
    set_rates<size, form, double>(k, rows_.of_node(layout_.nodes[k]), target, u, rate);
    repeat<size>([&]<int i>() { right_[column.right + i] = rate[i]; });
    ldlt_.substitute<size>(column, right_.data());
  }
}

template <int size, RowForm form>
inline void DelassusFactor::substitute_back(const Run& run, Solution& solution) {
  for (int k = run.end; k-- > run.first;) {
    if constexpr (form != RowForm::any) {
      if (k > run.first && pairs_.starts_at(k - 1)) {
        DoublePair impulse[size];
        pairs_.substitute_back<size>(--k, layout_.pattern, impulse, right_.data());
        add_impulse<size, form, DoublePair>(k, rows_.scaled_of_pair(k), impulse, solution);
        continue;
      }
    }
    const BlockPattern::Node& column = ldlt_.pattern().nodes[k];
    ldlt_.substitute_back<size>(column, right_.data());
    double impulse[size];
    repeat<size>([&]<int i>() { impulse[i] = right_[column.right + i]; });
    add_impulse<size, form, double>(k, rows_.of_node(layout_.nodes[k]), impulse, solution);
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
    run.with_form([&]<int size, RowForm form>() { act_on_processor([&] { substitute<size, form>(run, target, u); }); });
  for (std::size_t r = layout_.runs.size(); r-- > 0;)
    layout_.runs[r].with_form([&]<int size, RowForm form>() {
      act_on_processor([&] { substitute_back<size, form>(layout_.runs[r], solution); });
    });
  mass_.divide_by_upper(solution.x);
}

}  // namespace perpend
