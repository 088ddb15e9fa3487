// V = J L^-T with M = L D L^T, which is all that an elimination of bodies keeps of J: side by side for each node, and
// of two nodes that are eliminated at once next to each other, with room for V D^-1.
#pragma once

#include <vector>

#include "kernel/linear/delassus_layout.hpp"
#include "kernel/linear/mass_factor.hpp"
#include "kernel/linear/pair_ldlt.hpp"

namespace perpend {

class WeightedRows {
 public:
  WeightedRows() = default;
  /// Pre: both are what `load` gets.
  WeightedRows(const DelassusLayout& layout, const PairLdlt& pairs);

  /// From J's values.
  void load(const DelassusLayout& layout, const PairLdlt& pairs, const MassFactor& mass, const double* jacobian);

  /// V of a node, its sides one after the other, each row by row. Pre: it is eliminated alone, or a later one of such.
  [[nodiscard]] const double* of_node(const DelassusLayout::Node& node) const { return alone_.data() + node.values; }
  [[nodiscard]] const double* of_side(const DelassusLayout::Side& side) const { return alone_.data() + side.values; }
  /// V of the nodes k and k + 1, in lanes. Pre: these are eliminated at once.
  [[nodiscard]] const DoublePair* of_pair(int k) const { return lanes_.data() + first_lanes_[k]; }
  /// V D^-1, which the elimination writes.
  [[nodiscard]] DoublePair* scaled_of_pair(int k) { return lanes_.data() + first_scaled_[k]; }
  [[nodiscard]] const DoublePair* scaled_of_pair(int k) const { return lanes_.data() + first_scaled_[k]; }
  /// V of a node in its lane: every other number. Pre: it is eliminated with another, or a later one of such.
  [[nodiscard]] const double* in_lane(int k) const {
    // A vector may be read as the numbers that it is made of.
    return reinterpret_cast<const double*>(lanes_.data() + first_lanes_[k]) + lane_[k];
  }

 private:
  template <int size, RowForm form>
  void load_run(const Run& run, const DelassusLayout& layout, const PairLdlt& pairs, const MassFactor& mass,
                const double* jacobian);
  template <int size, RowForm form>
  void load_node(int k, const DelassusLayout& layout, const MassFactor& mass, const double* jacobian);
  template <int size, RowForm form>
  void load_pair(int k, const DelassusLayout& layout, const MassFactor& mass, const double* jacobian);

  std::vector<double> alone_;
  std::vector<DoublePair> lanes_;
  // By node; -1: none.
  std::vector<int> first_lanes_;
  std::vector<int> first_scaled_;
  std::vector<int> lane_;
  std::vector<char> is_alone_;    // or a later one of such
  std::vector<char> is_in_both_;  // is alone, and a later one of two
};

}  // namespace perpend
