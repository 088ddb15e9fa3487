// Contacts with Coulomb's friction, put together from the parts that a statement is about:
//     u = (A x + b) of the contact rows,  0 = (A x + b) of the others,  x = (r, others)
//     local:   u = W r + V l + q,   0 = V^T r + R l + b
//     global:  u = H^T v + w,   0 = H r - M v + G l + q,   0 = G^T v + b
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verification/checker/arithmetic/sparse.hpp"

namespace perpend::checker {

/// Normal, then tangents; in the plane the last entry is 0.
template <class Number>
struct ContactVector {
  Number normal, first, second;
};

struct ContactProblem {
  int dimension = 3;
  std::vector<Rational> mu;
  SparseMatrix a;
  std::vector<Rational> b;
  std::vector<int> groups;  ///< first rows of what is measured in one unit

  [[nodiscard]] int num_contacts() const { return static_cast<int>(mu.size()); }
  [[nodiscard]] int num_reactions() const { return dimension * num_contacts(); }
};

[[nodiscard]] bool is_local(const nlohmann::json& data);
[[nodiscard]] bool has_equations(const nlohmann::json& data);
/// Throws DataError unless they are not negative.
[[nodiscard]] std::vector<Rational> read_coefficients(const nlohmann::json& data);
[[nodiscard]] int read_dimension(const nlohmann::json& data);
/// Throws DataError.
[[nodiscard]] ContactProblem read_contact_problem(const nlohmann::json& data);

[[nodiscard]] ContactVector<Rational> part_of(const std::vector<Rational>& x, int contact, int dimension);

/// What changes of an answer are measured by:
///     row_i  = (|A| |x| + |b|)_i + min(1, 1000 n u / limit) of the largest row joined to it,
///     move_j = |r of the contact| + min_i row_i / |a_ij|,
///     reach_i = row_i + sum_j |a_ij| move_j over reactions.
struct ContactSizes {
  std::vector<Rational> row, move, reach;
};
[[nodiscard]] ContactSizes sizes_of(const ContactProblem& problem, const std::vector<Rational>& x);
/// (|A| |x| + |b|)_i.
[[nodiscard]] Rational size_of_row(const ContactProblem& problem, const std::vector<Rational>& x, int i);
/// For each row, the largest among the rows of its group that entries of A, or contacts, join to it. `size`:
/// of all rows, or of the first ones.
[[nodiscard]] std::vector<Rational> largest_joined(const ContactProblem& problem, const std::vector<Rational>& size);

}  // namespace perpend::checker
