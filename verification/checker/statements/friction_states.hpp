// Contacts with friction in the plane, state by state: open, sticking, or sliding to one side.
#pragma once

#include "verification/checker/statements/sparse.hpp"

namespace perpend::checker {

inline constexpr int most_planar_contacts = 4;  // 4^n linear programs

/// u = W r + q.
struct PlanarContacts {
  const SparseMatrix& w;
  const std::vector<Rational>&q, &mu;

  [[nodiscard]] int size() const { return static_cast<int>(mu.size()); }
};

/// Whether in some choice of states a linear program has a solution, which `near` is rounded from; null: any.
[[nodiscard]] bool has_solution(const PlanarContacts& contacts, const std::vector<Rational>* near);

}  // namespace perpend::checker
