// H-matrices with positive diagonal, by Gauss-Seidel on <A> v.
#include <algorithm>
#include <array>

#include "verification/arithmetic/rounding.hpp"
#include "verification/lcp/lcp_enclosures.hpp"

namespace perpend {

namespace {

double size_beside_diagonal(const SparseRows& a, const VectorX& v, int i) {
  double rest = 0.0;
  for (int k = a.first[i]; k < a.first[i + 1]; ++k)
    if (a.column[k] != i) rest += std::abs(a.value[k]) * v[a.column[k]];
  return rest;
}

/// <A> v >= t > 0, rounded downwards.
bool is_dominant(const SparseRows& a, const VectorX& diagonal, const VectorX& v, VectorX& t) {
  for (int i = 0; i < a.num_rows; ++i) {
    double rest = 0.0;
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] != i) rest = add_up(rest, multiply_up(std::abs(a.value[k]), v[a.column[k]]));
    t[i] = add_down(multiply_down(diagonal[i], v[i]), -rest);
    if (!(t[i] > 0.0 && v[i] > 0.0)) return false;
  }
  return true;
}

}  // namespace

bool find_dominance(const SparseRows& a, VectorX& v, VectorX& t) {
  const int n = a.num_rows;
  VectorX diagonal = VectorX::Zero(n);
  for (int i = 0; i < n; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] == i) diagonal[i] = a.value[k];
  if (n > 0 && !(diagonal.minCoeff() > 0.0)) return false;
  // <A> v <= 0 for some v > 0: not an H-matrix, whose <A>^-1 is not negative.
  const VectorX ones = VectorX::Ones(n);
  bool has_dominant_row = n == 0;
  for (int i = 0; i < n && !has_dominant_row; ++i) has_dominant_row = diagonal[i] > size_beside_diagonal(a, ones, i);
  if (!has_dominant_row) return false;
  // Gauss-Seidel on <A> v = diagonal: an H-matrix lets it converge, and then the right side is nearly t. Where ten
  // sweeps do not lessen the change it does not.
  constexpr int max_sweeps = 200;
  constexpr int patience = 10;
  std::array<double, patience> changes;
  changes.fill(infinity);
  v = VectorX::Ones(n);
  t.resize(n);
  for (int sweep = 0; sweep < max_sweeps && v.allFinite(); ++sweep) {
    double change = 0.0;
    bool looks_dominant = true;
    for (int i = 0; i < n; ++i) {
      const double rest = size_beside_diagonal(a, v, i);
      const double next = (diagonal[i] + rest) / diagonal[i];
      looks_dominant = looks_dominant && diagonal[i] * v[i] > rest;
      change = std::max(change, std::abs(next - v[i]));
      v[i] = next;
    }
    if (looks_dominant && is_dominant(a, diagonal, v, t)) return true;
    double& before = changes[static_cast<std::size_t>(sweep % patience)];
    if (!(change < before)) break;
    before = change;
  }
  return is_dominant(a, diagonal, v, t);
}

}  // namespace perpend
