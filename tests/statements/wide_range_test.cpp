// Numbers from the smallest to the largest doubles: no bound may be lost to overflow or underflow. The truth is summed
// in rationals.
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <set>

#include "tests/statements/matrices.hpp"
#include "verification/lcp/lcp.hpp"
#include "verification/statements/friction/friction_statements.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::test::of_wide_range {
namespace {

Rational number(const std::string& text) {
  return text.find('x') == std::string::npos ? Rational(text) : exact(std::strtod(text.c_str(), nullptr));
}

std::vector<Rational> witness(const Statement& statement, const std::string& name) {
  std::vector<Rational> numbers;
  for (const auto& [own, texts] : statement.witness)
    if (own == name)
      for (const std::string& text : texts) numbers.push_back(number(text));
  return numbers;
}

/// One of the ranges in which sums, products or sizes leave the doubles.
class WideNumbers {
 public:
  explicit WideNumbers(unsigned seed) : random_(seed) {}

  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  double entry(int range) {
    constexpr int low[] = {1000, -1074, -540, 500, -1074, -5}, high[] = {1022, -1000, -500, 520, 1022, 5};
    if (whole(1, 4) == 1) return 0.0;
    const double mantissa = whole(0, 1) == 0 ? 1.0 + 0x1p-52 : 1.0 + std::ldexp(whole(0, 1023), -10);
    const double sign = whole(0, 2) == 0 ? -1.0 : 1.0;
    return sign * std::ldexp(mantissa, whole(low[range], high[range]));
  }
  int range() { return whole(0, 5); }
  MatrixX matrix(int rows, int columns, int range) {
    return MatrixX::NullaryExpr(rows, columns, [&] { return entry(range); });
  }

 private:
  std::mt19937 random_;
};

struct RowSum {
  Rational value = 0, size = 0;
};

RowSum sum_of(const MatrixX& a, Eigen::Index i, const std::vector<Rational>& x, const Rational& first) {
  RowSum sum{first, abs(first)};
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    const Rational term = exact(a(i, j)) * x[static_cast<std::size_t>(j)];
    sum.value += term;
    sum.size += abs(term);
  }
  return sum;
}

void judge(const Statement& statement, const Rational& share) {
  const double bound = statement.bound(BoundKind::backward_error);
  const Rational limit = exact(lcp_error_limit);
  BOOST_REQUIRE(std::isfinite(bound));
  BOOST_TEST((exact(bound) >= share));
  BOOST_TEST(std::isnan(statement.bound(BoundKind::worst_row)) == (bound == 0.0));
  // Where a product next to larger ones is near underflow, intervals add a few units of the size of the row.
  BOOST_TEST((exact(bound) <= share * (1 + exact(0x1p-40)) + exact(0x1p-50)));
  BOOST_TEST((statement.verdict == Verdict::proved) == (exact(bound) <= limit));
  BOOST_TEST((statement.verdict == Verdict::refuted) <= (share > limit));
  BOOST_TEST(statement.reason.empty() == (statement.verdict == Verdict::proved));
  for (const StatementBound& own : statement.bounds) BOOST_TEST(std::isfinite(own.value), describe(own));
}

BOOST_AUTO_TEST_SUITE(wide_range)

BOOST_AUTO_TEST_CASE(no_backward_error_of_a_linear_system_is_lost_to_overflow_or_underflow) {
  WideNumbers random(11);
  int decided = 0;
  for (int round = 0; round < 1500; ++round) {
    const int n = random.whole(1, 3), range = random.range();
    const MatrixX a = random.matrix(n, n, range);
    const VectorX x = random.matrix(n, 1, random.range());
    VectorX b = random.matrix(n, 1, random.whole(0, 1) == 0 ? range : random.range());
    if (random.whole(0, 1) == 0 && (a * x).allFinite()) b = a * x;
    const Statement statement = state_linear(rows_of(a), x, b);
    Rational share = 0;
    for (int i = 0; i < n; ++i) {
      const RowSum sum = sum_of(a, i, exact_vector(x), -exact(b[i]));
      if (sum.value != 0) share = std::max(share, Rational(abs(sum.value) / sum.size));
    }
    judge(statement, share);
    decided += statement.verdict == Verdict::undecided ? 0 : 1;
  }
  BOOST_TEST(decided == 1500);
}

/// The neighbour that the statement names, and its own error.
Rational share_of_neighbour(const MatrixX& a, const VectorX& b, const VectorX& z, const Statement& statement) {
  const std::vector<Rational> y = witness(statement, "y"), slack = witness(statement, "slack");
  const int n = static_cast<int>(b.size());
  BOOST_REQUIRE((y.size() == slack.size() && static_cast<int>(y.size()) == n));
  std::vector<Rational> error, size;
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    BOOST_TEST(((y[k] == 0 || (slack[k] == 0 && y[k] == exact(z[i]))) && y[k] >= 0 && slack[k] >= 0));
    const RowSum sum = sum_of(a, i, y, exact(b[i]));
    error.push_back(abs(slack[k] - sum.value));
    size.push_back(sum.size + slack[k]);
  }
  // What one row has spreads along the entries of A, as often as there are rows.
  std::vector<Rational> beside = size;
  for (int round = 0; round < n; ++round)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (a(i, j) != 0.0) beside[i] = beside[j] = std::max(beside[i], beside[j]);
  Rational share = 0;
  int apart = 0;
  for (int i = 0; i < n; ++i) {
    if (error[i] == 0) continue;
    const Rational own = error[i] / size[i];
    if (own > exact(lcp_error_limit) && error[i] <= 1000 * n * exact(0x1p-53) * beside[i])
      ++apart;
    else
      share = std::max(share, own);
  }
  BOOST_TEST(statement.bound(BoundKind::num_granted) == apart);
  return share;
}

BOOST_AUTO_TEST_CASE(no_backward_error_of_an_lcp_is_lost_to_overflow_or_underflow) {
  WideNumbers random(12);
  for (int round = 0; round < 1500; ++round) {
    const int n = random.whole(1, 3), range = random.range();
    const MatrixX a = random.matrix(n, n, range);
    const VectorX b = random.matrix(n, 1, random.whole(0, 1) == 0 ? range : random.range());
    const VectorX z = VectorX(random.matrix(n, 1, random.range())).cwiseAbs();
    const Statement statement = state_lcp(rows_of(a), b, z);
    judge(statement, share_of_neighbour(a, b, z, statement));
    Rational w = 0, negative = 0, product = 0;
    for (int i = 0; i < n; ++i) {
      w = sum_of(a, i, exact_vector(z), exact(b[i])).value;
      negative = std::max(negative, Rational(-w));
      product = std::max(product, Rational(abs(w * exact(z[i]))));
    }
    const auto is_bound = [&](BoundKind kind, const Rational& truth) {
      const double bound = statement.bound(kind);
      return std::isnan(bound) ? truth >= exact(0x1p1023) : exact(bound) >= truth;
    };
    BOOST_TEST(is_bound(BoundKind::negative_w, negative));
    BOOST_TEST(is_bound(BoundKind::complementarity, product));
  }
}

/// The rows of these sum more than the largest double, or their sizes do.
BOOST_AUTO_TEST_CASE(an_answer_whose_rows_overflow_is_measured_and_refuted) {
  const MatrixX turned = matrix(2, {4, -3, -3, 4});
  const Statement lcp = state_lcp(rows_of(turned), VectorX::Constant(2, -1.0), VectorX::Constant(2, 4e307));
  BOOST_TEST((lcp.verdict == Verdict::refuted));
  BOOST_TEST(std::abs(lcp.bound(BoundKind::backward_error) - 1.0 / 7.0) < 1e-12);
  const auto of_one = [](double a, double x, double b) {
    return state_linear(rows_of(matrix(1, {a})), VectorX::Constant(1, x), VectorX::Constant(1, b));
  };
  const Statement linear = of_one(1.7e308, 0.1, 1.7e308);
  BOOST_TEST((linear.verdict == Verdict::refuted));
  BOOST_TEST(std::abs(linear.bound(BoundKind::backward_error) - 0.9 / 1.1) < 1e-12);
  BOOST_TEST((of_one(1e300, 1e10, 1.7e308).verdict == Verdict::refuted));
  BOOST_TEST((of_one(1e-200, 1e-200, 0.0).verdict == Verdict::refuted));
  BOOST_TEST((of_one(1e300, 1e8, 1e308).verdict != Verdict::undecided));
}

/// mu and q, one contact in space whose reaction is far outside of its cone.
BOOST_AUTO_TEST_CASE(a_contact_whose_rows_overflow_is_never_proved) {
  for (const double size : {1e300, 1.7e308, 1e-300, 1e-200}) {
    const FrictionSystem system = local_friction(2, VectorX::Constant(1, 0.5), rows_of(size * MatrixX::Identity(2, 2)),
                                                 -size * VectorX::Ones(2), {}, {}, {});
    const Statement far = state_friction(system, {VectorX(Vec2(0.1, 0.0)), {}}, 0);
    BOOST_TEST((far.verdict != Verdict::proved));
    BOOST_TEST(!far.reason.empty());
  }
}

/// But for the rounding of each entry: 2^-53 of it, and as much again of each product.
bool is_solution(const MatrixX& a, const VectorX& b, const std::vector<Rational>& z) {
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    const RowSum w = sum_of(a, i, z, exact(b[i]));
    const Rational rounding = w.size * exact(0x1p-52);
    const Rational& own = z[static_cast<std::size_t>(i)];
    if (own < 0 || w.value < -rounding || (own != 0 && abs(w.value) > rounding)) return false;
  }
  return true;
}

/// Different sets of solutions share corners, never a point inside; scaled, the same solutions overflow and underflow.
BOOST_AUTO_TEST_CASE(each_set_of_solutions_is_named_by_a_solution_of_its_own_whatever_the_scale) {
  WideNumbers random(13);
  int several = 0;
  for (int round = 0; round < 400; ++round) {
    const int n = random.whole(1, 3);
    MatrixX a = MatrixX::NullaryExpr(n, n, [&] { return static_cast<double>(random.whole(-1, 1)); });
    VectorX b = VectorX::NullaryExpr(n, [&] { return static_cast<double>(random.whole(-1, 1)); });
    for (int i = 0; i < n; ++i) {
      const int exponent = random.whole(-1000, 1000);
      a.row(i) *= std::ldexp(1.0, exponent);
      b[i] *= std::ldexp(1.0, exponent);
    }
    b *= std::ldexp(1.0, round % 3 == 0 ? 0 : random.whole(-70, 20));
    const Statement statement = state_solvability(rows_of(a), b);
    BOOST_REQUIRE((statement.verdict != Verdict::undecided));
    std::set<std::vector<Rational>> names;
    for (const auto& [name, texts] : statement.witness) {
      const std::vector<Rational> z = witness(statement, name);
      BOOST_TEST(names.insert(z).second, name);
      BOOST_TEST(is_solution(a, b, z), name);
    }
    several += names.size() > 1 ? 1 : 0;
  }
  BOOST_TEST(several > 50);
}

BOOST_AUTO_TEST_CASE(solutions_that_round_to_the_same_doubles_are_written_as_fractions) {
  const MatrixX a = matrix(1, {-1.5 * 0x1p901});
  const Statement two = state_solvability(rows_of(a), VectorX::Constant(1, 0x1p-1000));
  BOOST_TEST((two.num_solutions() == SolutionCount{2}));
  BOOST_TEST((witness(two, "z1") != witness(two, "z2")));
  const Statement quadrants = state_solvability(rows_of(matrix(2, {0, 1, 1, 0})), VectorX::Zero(2));
  BOOST_TEST((quadrants.count(FactKind::continua) == 2));
  BOOST_TEST((witness(quadrants, "z1") != witness(quadrants, "z2")));
}

/// 2^-540 (1 + 2^-52) x = 2^508 1.76: the solution is beyond the largest double.
BOOST_AUTO_TEST_CASE(a_distance_beyond_the_largest_double_is_not_claimed) {
  const Statement statement = state_linear(rows_of(matrix(1, {0x1p-540 * (1.0 + 0x1p-52)})), VectorX::Ones(1),
                                           VectorX::Constant(1, 0x1p508 * 1.76));
  BOOST_TEST((statement.verdict == Verdict::refuted));
  BOOST_TEST(fact(statement, FactKind::distance).starts_with("not known"));
  for (const StatementBound& own : statement.bounds) BOOST_TEST(std::isfinite(own.value), describe(own));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_wide_range
