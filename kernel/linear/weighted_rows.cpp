#include "kernel/linear/weighted_rows.hpp"

namespace perpend {

namespace {

/// Rows of V from rows of J, J = V L^T column by column. `lower`: L_21, L_31, L_32 of the last three columns, or null.
template <int size, int width, class Number, class Entry>
inline void load_side(Entry entry, const Number* lower, Number* __restrict to) {
  repeat<size>([&]<int i>() {
    Number v[width];
    repeat<width>([&]<int j>() { v[j] = entry(i, j); });
    if constexpr (width >= 3) {
      if (lower != nullptr) {
        v[width - 2] -= lower[0] * v[width - 3];
        v[width - 1] -= lower[1] * v[width - 3] + lower[2] * v[width - 2];
      }
    }
    repeat<width>([&]<int j>() { to[i * width + j] = v[j]; });
  });
}

int num_entries(const DelassusLayout& layout, int k) {
  int count = 0;
  for (int s = 0; s < layout.nodes[k].num_sides; ++s) count += layout.side(k, s).width * layout.pattern.nodes[k].size;
  return count;
}

}  // namespace

WeightedRows::WeightedRows(const DelassusLayout& layout, const PairLdlt& pairs)
    : alone_(layout.num_values, 0.0),
      first_lanes_(layout.nodes.size(), -1),
      first_scaled_(layout.nodes.size(), -1),
      lane_(layout.nodes.size(), 0),
      is_alone_(layout.nodes.size(), 0),
      is_in_both_(layout.nodes.size(), 0) {
  const int num_nodes = static_cast<int>(layout.nodes.size());
  const auto take = [&](int k) {
    const int first = static_cast<int>(lanes_.size());
    lanes_.resize(lanes_.size() + num_entries(layout, k));
    return first;
  };
  std::vector<char> is_in_pair(layout.nodes.size(), 0);
  for (int k = 0; k < num_nodes; ++k) {
    if (!pairs.starts_at(k)) continue;
    is_in_pair[k] = is_in_pair[k + 1] = 1;
    first_lanes_[k] = first_lanes_[k + 1] = take(k);
    first_scaled_[k] = take(k);
    lane_[k + 1] = 1;
  }
  for (int k = 0; k < num_nodes; ++k) {
    if (!is_in_pair[k]) is_alone_[k] = 1;
    const BlockPattern::Node& column = layout.pattern.nodes[k];
    for (int p = column.first_panel; p < column.first_panel + column.num_panels; ++p) {
      const int later = layout.pattern.panels[p].node;
      if (!is_in_pair[k]) {
        is_alone_[later] = 1;
      } else if (first_lanes_[later] < 0) {
        first_lanes_[later] = take(later);
        is_in_both_[later] = 1;
      }
    }
  }
}

/// The nodes k and k + 1.
template <int size, RowForm form>
inline void WeightedRows::load_pair(int k, const DelassusLayout& layout, const MassFactor& mass,
                                    const double* jacobian) {
  constexpr int width = turns(form);
  constexpr int stride = width + point_rows(form);
  DoublePair* to = lanes_.data() + first_lanes_[k];
  for (int s = 0; s < layout.nodes[k].num_sides; ++s, to += size * width) {
    const DelassusLayout::Side& first = layout.side(k, s);
    const DelassusLayout::Side& second = layout.side(k + 1, s);
    const double* first_entries = jacobian + first.source;
    const double* second_entries = jacobian + second.source;
    const auto entry = [&](int i, int j) {
      return DoublePair{first_entries[i * stride + j], second_entries[i * stride + j]};
    };
    if (first.inertia < 0) {
      load_side<size, width, DoublePair>(entry, nullptr, to);
    } else {
      const std::array<double, 3>& l = mass.lower(first.inertia);
      const std::array<double, 3>& m = mass.lower(second.inertia);
      const DoublePair lower[] = {DoublePair{l[0], m[0]}, DoublePair{l[1], m[1]}, DoublePair{l[2], m[2]}};
      load_side<size, width, DoublePair>(entry, lower, to);
    }
  }
}

template <int size, RowForm form>
void WeightedRows::load_node(int k, const DelassusLayout& layout, const MassFactor& mass, const double* jacobian) {
  const DelassusLayout::Node& node = layout.nodes[k];
  for (int s = 0; s < node.num_sides; ++s) {
    const DelassusLayout::Side& side = layout.side(k, s);
    const double* lower = side.inertia < 0 ? nullptr : mass.lower(side.inertia).data();
    const double* from = jacobian + side.source;
    const int stride = form == RowForm::any ? side.stride : turns(form) + point_rows(form);
    for_turns<form>(side.width, [&]<int width>() {
      load_side<size, width, double>([&](int i, int j) { return from[i * stride + j]; }, lower,
                                     alone_.data() + side.values);
    });
  }
  if (!is_in_both_[k]) return;
  const double* from = of_node(node);
  DoublePair* to = lanes_.data() + first_lanes_[k];
  const int count = num_entries(layout, k);
  for (int n = 0; n < count; ++n) to[n] = in_both(from[n]);
}

template <int size, RowForm form>
void WeightedRows::load_run(const Run& run, const DelassusLayout& layout, const PairLdlt& pairs, const MassFactor& mass,
                            const double* jacobian) {
  for (int k = run.first; k < run.end; ++k) {
    if constexpr (form != RowForm::any)
      if (pairs.starts_at(k)) load_pair<size, form>(k, layout, mass, jacobian);
    if (is_alone_[k]) load_node<size, form>(k, layout, mass, jacobian);
  }
}

void WeightedRows::load(const DelassusLayout& layout, const PairLdlt& pairs, const MassFactor& mass,
                        const double* jacobian) {
  for (const Run& run : layout.runs)
    run.with_form([&]<int size, RowForm form>() {
      act_on_processor([&] { load_run<size, form>(run, layout, pairs, mass, jacobian); });
    });
}

}  // namespace perpend
