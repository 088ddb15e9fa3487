#include "verification/cases/exact_truth.hpp"

#include <flint/fmpz_mat.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "verification/arithmetic/flint_memory.hpp"
#include "verification/arithmetic/rational.hpp"
#include "verification/cases/case.hpp"

namespace perpend {

namespace {

/// Coefficients of the unknowns, and last the constant.
using Row = std::vector<Rational>;

enum class Extent { empty, point, more };

/// Few linear equations and inequalities in few unknowns: none, one or more solutions, by substitution and by the
/// projections of Fourier and Motzkin.
class Polyhedron {
 public:
  explicit Polyhedron(int num_unknowns) : num_unknowns_(num_unknowns) {}
  /// row x + constant = 0, or >= 0.
  void add_zero(std::vector<Rational> row, const Rational& constant);
  void add_at_least_zero(std::vector<Rational> row, const Rational& constant);
  /// `x`: the point, where there is one only.
  [[nodiscard]] Extent measure(std::vector<Rational>& x) const;

 private:
  struct Range {
    bool is_empty = false;
    bool is_point = false;
    Rational value = 0;
  };
  [[nodiscard]] Range range_of(int unknown) const;

  int num_unknowns_;
  std::vector<Row> rows_;  ///< each >= 0; an equation is two of them, and comes before it is used in pairs
  std::vector<Row> equations_;
};

void add_multiple(Row& row, const Rational& factor, const Row& other) {
  for (std::size_t k = 0; k < row.size(); ++k) row[k] += factor * other[k];
}

/// Solves one equation for an unknown other than `kept` and puts it into all others. False: none has such an unknown.
bool substitute(std::vector<Row>& equations, std::vector<Row>& rows, std::size_t kept) {
  for (std::size_t e = 0; e < equations.size(); ++e)
    for (std::size_t k = 0; k + 1 < equations[e].size(); ++k) {
      if (k == kept || equations[e][k] == 0) continue;
      const Row equation = equations[e];
      equations.erase(equations.begin() + static_cast<long>(e));
      for (std::vector<Row>* all : {&equations, &rows})
        for (Row& row : *all)
          if (row[k] != 0) add_multiple(row, -row[k] / equation[k], equation);
      return true;
    }
  return false;
}

/// Each lower bound of the unknown with each upper one.
void project(std::vector<Row>& rows, std::size_t unknown) {
  std::vector<Row> result;
  for (const Row& lower : rows) {
    if (lower[unknown] == 0) result.push_back(lower);
    if (lower[unknown] <= 0) continue;
    for (const Row& upper : rows) {
      if (upper[unknown] >= 0) continue;
      Row sum = upper;
      add_multiple(sum, -upper[unknown] / lower[unknown], lower);
      result.push_back(std::move(sum));
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  rows = std::move(result);
}

void Polyhedron::add_zero(std::vector<Rational> row, const Rational& constant) {
  row.push_back(constant);
  equations_.push_back(std::move(row));
}

void Polyhedron::add_at_least_zero(std::vector<Rational> row, const Rational& constant) {
  row.push_back(constant);
  rows_.push_back(std::move(row));
}

/// The range of the unknown over the whole set. -1: no unknown, only whether the set is empty.
Polyhedron::Range Polyhedron::range_of(int unknown) const {
  std::vector<Row> rows = rows_;
  std::vector<Row> equations = equations_;
  const auto kept = static_cast<std::size_t>(unknown);
  while (substitute(equations, rows, kept)) {
  }
  for (const Row& equation : equations) {  // of the unknown alone
    rows.push_back(equation);
    Row negative = equation;
    for (Rational& x : negative) x = -x;
    rows.push_back(std::move(negative));
  }
  for (int k = 0; k < num_unknowns_; ++k)
    if (k != unknown) project(rows, static_cast<std::size_t>(k));
  bool has_low = false, has_high = false;
  Rational low = 0, high = 0;
  for (const Row& row : rows) {
    const Rational slope = unknown < 0 ? Rational(0) : row[kept];
    if (slope == 0 && row.back() < 0) return {.is_empty = true};
    if (slope == 0) continue;
    const Rational bound = -row.back() / slope;
    if (slope > 0 && (!has_low || bound > low)) low = bound;
    if (slope < 0 && (!has_high || bound < high)) high = bound;
    (slope > 0 ? has_low : has_high) = true;
  }
  if (has_low && has_high && low > high) return {.is_empty = true};
  return {.is_empty = false, .is_point = has_low && has_high && low == high, .value = low};
}

Extent Polyhedron::measure(std::vector<Rational>& x) const {
  x.clear();
  if (range_of(-1).is_empty) return Extent::empty;
  for (int k = 0; k < num_unknowns_; ++k) {
    const Range range = range_of(k);
    if (!range.is_point) return Extent::more;
    x.push_back(range.value);
  }
  return Extent::point;
}

/// Multiplies everything by a power of two that makes all entries whole; signs of minors stay.
int whole_exponent(const MatrixX& a) {
  int least = 0;
  for (const double x : a.reshaped()) {
    if (x == 0.0) continue;
    int exponent = 0;
    (void)std::frexp(x, &exponent);
    least = std::min(least, exponent - 53);
  }
  return -least;
}

/// det(A) of the rows and columns in `chosen`: its sign. With is_gram of chosen A A^T.
int sign_of_determinant(const MatrixX& a, const std::vector<int>& chosen, bool is_gram = false) {
  const int exponent = whole_exponent(a);
  const auto n = static_cast<long>(chosen.size());
  const long columns = is_gram ? a.cols() : n;
  release_flint_at_end_of_thread();
  fmpz_mat_t whole;
  fmpz_mat_init(whole, n, columns);
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < columns; ++j)
      fmpz_set_d(fmpz_mat_entry(whole, i, j), std::ldexp(a(chosen[i], is_gram ? j : chosen[j]), exponent));
  fmpz_t determinant;
  fmpz_init(determinant);
  if (is_gram) {
    fmpz_mat_t transposed;
    fmpz_mat_t gram;
    fmpz_mat_init(transposed, columns, n);
    fmpz_mat_init(gram, n, n);
    fmpz_mat_transpose(transposed, whole);
    fmpz_mat_mul(gram, whole, transposed);
    fmpz_mat_det(determinant, gram);
    fmpz_mat_clear(transposed);
    fmpz_mat_clear(gram);
  } else {
    fmpz_mat_det(determinant, whole);
  }
  const int sign = fmpz_sgn(determinant);
  fmpz_clear(determinant);
  fmpz_mat_clear(whole);
  return sign;
}

std::vector<int> first_indices(Eigen::Index n) {
  std::vector<int> indices(static_cast<std::size_t>(n));
  std::iota(indices.begin(), indices.end(), 0);
  return indices;
}

std::vector<int> members(unsigned choice, Eigen::Index n) {
  std::vector<int> indices;
  for (int i = 0; i < n; ++i)
    if ((choice >> i & 1U) != 0) indices.push_back(i);
  return indices;
}

/// Solutions with w_i = 0 on `active` and z_i = 0 elsewhere.
Polyhedron piece(const MatrixX& a, const VectorX& b, const std::vector<int>& active) {
  Polyhedron result(static_cast<int>(active.size()));
  for (int i = 0; i < a.rows(); ++i) {
    std::vector<Rational> row;
    for (const int j : active) row.push_back(exact(a(i, j)));
    if (std::find(active.begin(), active.end(), i) == active.end())
      result.add_at_least_zero(std::move(row), exact(b[i]));
    else
      result.add_zero(std::move(row), exact(b[i]));
  }
  for (std::size_t k = 0; k < active.size(); ++k) {
    std::vector<Rational> row(active.size(), 0);
    row[k] = 1;
    result.add_at_least_zero(std::move(row), 0);
  }
  return result;
}

}  // namespace

bool is_positive_definite_exactly(const MatrixX& a) {
  for (Eigen::Index k = 1; k <= a.rows(); ++k)
    if (sign_of_determinant(a, first_indices(k)) <= 0) return false;
  return true;
}

bool is_p_matrix_exactly(const MatrixX& a) {
  for (unsigned choice = 1; choice < 1U << a.rows(); ++choice)
    if (sign_of_determinant(a, members(choice, a.rows())) <= 0) return false;
  return true;
}

bool has_full_row_rank_exactly(const MatrixX& j) {
  return sign_of_determinant(j, first_indices(j.rows()), true) > 0;
}

long count_solutions_exactly(const MatrixX& a, const VectorX& b) {
  std::vector<std::vector<Rational>> found;
  for (unsigned choice = 0; choice < 1U << a.rows(); ++choice) {
    const std::vector<int> active = members(choice, a.rows());
    std::vector<Rational> point;
    const Extent extent = piece(a, b, active).measure(point);
    if (extent == Extent::more) return infinitely_many;
    if (extent == Extent::empty) continue;
    std::vector<Rational> z(static_cast<std::size_t>(a.rows()), 0);
    for (std::size_t k = 0; k < active.size(); ++k) z[static_cast<std::size_t>(active[k])] = point[k];
    if (std::find(found.begin(), found.end(), z) == found.end()) found.push_back(std::move(z));
  }
  return static_cast<long>(found.size());
}

}  // namespace perpend
