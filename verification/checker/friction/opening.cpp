#include "verification/checker/friction/opening.hpp"

#include <fmt/format.h>

#include "verification/checker/arithmetic/definite.hpp"
#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

constexpr const char* least_of_r = "smallest eigenvalue of R at least";
constexpr const char* least_of_gram = "smallest eigenvalue of G^T G at least";

Rational sum_of_squares(const SparseRow& row) {
  Rational sum;
  for (const Entry& entry : row) sum.add_product(entry.value, entry.value);
  return sum;
}

Rational sum_of_squares(const std::vector<Rational>& x, std::size_t from = 0) {
  Rational sum;
  for (std::size_t i = from; i < x.size(); ++i) sum.add_product(x[i], x[i]);
  return sum;
}

/// u_N - mu |u_T| > reserve.
bool opens(const ContactVector<Rational>& u, const Rational& mu, const Rational& reserve) {
  const Rational rest = u.normal - reserve, slip = u.first * u.first + u.second * u.second;
  return rest.sign() > 0 && rest * rest > mu * mu * slip;
}

/// All eigenvalues of the symmetric part of A are at least `least` > 0.
void require_least(Judgement& judgement, const SparseMatrix& a, const Rational& least, const char* words) {
  judgement.show(least.sign() > 0, fmt::format("'{}' is positive", words));
  const std::vector<Rational> shift(a.num_rows, Rational(-2) * least);
  judgement.settle(is_nonnegative(with_diagonal(twice_symmetric_part(a), 1, shift)), words);
}

/// L^2.
Rational square_of_growth(Judgement& judgement, int num_equations) {
  if (num_equations == 0) return {};
  const Rational& least = judgement.witness(least_of_r, 1).front();
  const nlohmann::json& data = judgement.data();
  require_least(judgement, read_square(data, "R"), least, least_of_r);
  if (least.sign() <= 0) return {};
  Rational squares;
  for (const SparseRow& row : read_matrix(data, "V").rows) squares += sum_of_squares(row);
  return squares / (least * least);
}

SparseMatrix gram_of(const SparseMatrix& g) {
  expect_dense_room(g.num_columns, g.num_columns);
  const SparseMatrix columns = transposed(g);
  SparseMatrix gram{columns.num_rows, columns.num_rows, std::vector<SparseRow>(columns.num_rows)};
  for (int j = 0; j < columns.num_rows; ++j) {
    std::vector<Rational> column(g.num_rows);
    for (const Entry& entry : columns.rows[j]) column[entry.column] = entry.value;
    const std::vector<Rational> products = product(columns, column);
    for (int i = 0; i < columns.num_rows; ++i) gram.rows[j].push_back({i, products[i]});
  }
  return gram;
}

}  // namespace

void require_copositivity(Judgement& judgement, const ContactProblem& problem) {
  const int n = problem.a.num_rows, m = problem.num_reactions();
  const std::vector<Rational>& x = judgement.witness("opening forces", n);
  const Rational& shift = judgement.witness("shift", 1).front();
  judgement.show(shift.sign() >= 0, "the shift is not negative");
  const SparseMatrix twice =
      with_diagonal(twice_symmetric_part(problem.a), 1, std::vector<Rational>(n, Rational(2) * shift));
  judgement.show(is_nonnegative(twice) == true, "the shifted matrix is semidefinite");
  std::vector<Rational> u = product(twice, x);
  Rational energy;
  for (int i = 0; i < n; ++i) {
    u[i] /= Rational(2);
    energy.add_product(u[i], x[i]);
  }
  const Rational growth = square_of_growth(judgement, n - m);
  const Rational loss = root_above(growth * sum_of_squares(u, m)) + root_above(energy * shift * (Rational(1) + growth));
  for (int c = 0; c < problem.num_contacts(); ++c) {
    const Rational& mu = problem.mu[c];
    judgement.show(opens(part_of(u, c, problem.dimension), mu, loss * root_above(Rational(1) + mu * mu)),
                   fmt::format("the forces given open contact {} by enough", c + 1));
  }
}

void require_constrained_opening(Judgement& judgement, const SparseMatrix& motion, const std::vector<Rational>& offset,
                                 const std::vector<Rational>& mu, int dimension) {
  const nlohmann::json& data = judgement.data();
  const std::vector<Rational>& v = judgement.witness("opening motion", motion.num_columns);
  const SparseMatrix g = read_matrix(data, "G");
  if (g.num_rows != motion.num_columns) throw DataError("G has a size that does not fit");
  const std::vector<Rational> right = read_vector(data, "b", g.num_columns);
  const Rational& least = judgement.witness(least_of_gram, 1).front();
  require_least(judgement, gram_of(g), least, least_of_gram);
  if (least.sign() <= 0) return;
  const std::vector<Rational> miss = image(transposed(g), v, right), u = image(motion, v, offset);
  const Rational distance = root_above(sum_of_squares(miss) / least);
  for (int c = 0; c < static_cast<int>(mu.size()); ++c) {
    Rational reach;
    for (int i = 0; i < dimension; ++i) {
      const Rational share = root_above(sum_of_squares(motion.rows[c * dimension + i]));
      reach += i == 0 ? share : mu[c] * share;
    }
    judgement.show(opens(part_of(u, c, dimension), mu[c], reach * distance),
                   fmt::format("the motion given opens contact {} by enough", c + 1));
  }
}

}  // namespace perpend::checker
