// The makers of cases, one family each; their table is in families.cpp.
#pragma once

#include "verification/cases/case.hpp"

namespace perpend::cases {

using Maker = Case(std::uint64_t seed, long index);

Maker known_spd, gram, near_singular, indefinite_by_a_hair, badly_scaled, extreme_spd, ring_of_springs;
Maker known_rank, dependent_rows;
Maker known_rho, jordan_block, projected_update;
Maker known_p, whole_p, hairline_p;
Maker known_lcp, planted_definite, planted_semidefinite, planted_p, planted_h_plus, degenerate, contact_like,
    planted_any, infeasible, infeasible_by_a_hair, whole_lcp, extreme_lcp;
Maker hilbert_system, near_singular_system, hilbert_lcp, near_singular_lcp, large_lcp;
Maker large_definite, large_semidefinite, large_degenerate, large_p, large_h_plus, large_contacts, large_any,
    large_infeasible, large_infeasible_by_a_hair, large_p_class, large_definite_answer, large_degenerate_answer,
    large_p_answer, large_h_plus_answer;

[[nodiscard]] long num_known_spd();
[[nodiscard]] long num_known_rank();
[[nodiscard]] long num_known_rho();
[[nodiscard]] long num_known_p();
[[nodiscard]] long num_known_lcp();

/// lcm(1 .. 2n-1) / (i + j + 1): whole numbers, exact to n = 20.
[[nodiscard]] MatrixX scaled_hilbert(int n);
/// a_ii = 1, a_ij = 2 below. [Murty78]
[[nodiscard]] MatrixX murty_triangle(int n);
/// b_i = -(2^n + 2^(n-1) + .. ), i + 1 terms: no ties for Lemke's first pivot. [Murty78]
[[nodiscard]] VectorX falling_right(int n);
/// A = M M^T of Murty's triangle M: symmetric, positive definite. [Fathi79]
[[nodiscard]] MatrixX fathi_matrix(int n);
/// Whole, with determinant 1.
[[nodiscard]] MatrixX unimodular(int n, int largest, std::uint64_t bits, MatrixX& inverse);

}  // namespace perpend::cases
