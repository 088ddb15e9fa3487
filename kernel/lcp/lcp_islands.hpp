// Parts of an LCP that no entry of A joins: piles that do not touch. Each is an LCP of its own, and their answers
// together are one of the whole.
#pragma once

#include <span>
#include <vector>

#include "kernel/lcp/contact_bodies.hpp"

namespace perpend {

class LcpIslands {
 public:
  /// Finds the islands, in the order of their least row. The unknowns of one contact stay together.
  void split(const Lcp& lcp);

  [[nodiscard]] int num_islands() const { return static_cast<int>(first_.size()) - 1; }
  /// Rows of the whole, ascending.
  [[nodiscard]] std::span<const int> rows(int island) const {
    return {row_.data() + first_[island], static_cast<std::size_t>(first_[island + 1] - first_[island])};
  }
  /// The LCP of its rows, valid until the next call; the whole itself where nothing divides it.
  [[nodiscard]] const Lcp& problem(const Lcp& whole, int island);

  /// part_k = whole_i for the k-th row i of the island.
  void gather(int island, const GrowingVector& whole, GrowingVector& part) const;
  /// whole_i = part_k.
  void scatter(int island, const GrowingVector& part, GrowingVector& whole) const;

 private:
  void unite_coupled(const Lcp& lcp);
  void number_islands(int size);
  void number_contacts(const Lcp& lcp);
  void extract(const SparseRows& a, int island);

  std::vector<int> parent_;    // of each row, as disjoint_sets has it
  std::vector<int> island_;    // of each row
  std::vector<int> first_{0};  // in row_, of each island and behind the last
  std::vector<int> row_;
  std::vector<int> place_;            // of each row in its island
  std::vector<int> first_contact_;    // in contact_, of each island and behind the last
  std::vector<std::size_t> contact_;  // of the whole, by islands
  std::vector<int> next_;
  SparseLcpMatrix matrix_;
  LcpBodiesPart bodies_;
  Lcp part_;
};

}  // namespace perpend
