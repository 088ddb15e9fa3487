// Classes of a matrix decided over the rationals.
#pragma once

#include "verification/arithmetic/rational.hpp"

namespace perpend {

/// A + A^T.
[[nodiscard]] RationalRows symmetric_part(const RationalRows& a);

enum class Definiteness { positive, semidefinite, indefinite };

/// Definiteness of a symmetric matrix, by elimination with positive pivots.
[[nodiscard]] Definiteness definiteness(RationalRows a);

/// Every leading principal minor of <A> is positive, and so is the diagonal: the Z-matrix <A> is then an M-matrix.
[[nodiscard]] bool is_h_plus(const RationalRows& a);

/// Every principal minor is positive: a_11 > 0, and both the matrix without row and column 1 and its Schur complement
/// in a_11 are P [TsatsomerosLi00]. 2^n steps.
[[nodiscard]] bool is_p_matrix(const RationalRows& a);

/// z^T A z >= 0 for z >= 0, of a symmetric matrix: no principal submatrix has a negative determinant and an adjugate
/// without negative entries [Hadeler83]. 2^n inverses.
[[nodiscard]] bool is_copositive(const RationalRows& a);

}  // namespace perpend
