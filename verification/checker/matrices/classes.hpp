// Classes of matrices that say something of every right side, each decided exactly; nothing where it is not.
#pragma once

#include <string>

#include "verification/checker/arithmetic/sparse.hpp"

namespace perpend::checker {

class Classes {
 public:
  explicit Classes(const SparseMatrix& a) : a_(a) {}

  [[nodiscard]] std::optional<bool> is_positive_definite();
  [[nodiscard]] std::optional<bool> is_semidefinite();
  /// <A> has a nonnegative inverse and the diagonal is positive.
  [[nodiscard]] std::optional<bool> is_h_plus();
  /// All principal minors are positive: a_11 > 0, and so for A without row and column 1, and for the Schur complement
  /// of a_11 [TsatsomerosLi00].
  [[nodiscard]] std::optional<bool> is_p();
  /// Not so exactly when some principal block B has y = B^-1 e <= 0: then y^T B y < 0 [Hadeler83].
  [[nodiscard]] std::optional<bool> is_copositive();

  /// "symmetric", "positive definite", "positive semidefinite", "H+", "P", "copositive"; nothing for another name.
  [[nodiscard]] std::optional<bool> belongs_to(const std::string& name);

 private:
  const SparseMatrix& a_;
  std::optional<std::optional<bool>> positive_, semidefinite_, h_plus_, p_, copositive_;
};

/// v > 0 and <A> v > 0, a_ii > 0: A is an H-matrix with positive diagonal. The second; nothing when it is not so.
[[nodiscard]] std::optional<std::vector<Rational>> dominance(const SparseMatrix& a, const std::vector<Rational>& v);

/// The names of a list like "symmetric, H+, P".
[[nodiscard]] std::vector<std::string> names_in(const std::string& list);

}  // namespace perpend::checker
