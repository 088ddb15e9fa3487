// What all rows sum to at once is, to the last bit, what each sums to alone; and rows judged at once are judged alike.
#include "verification/solves/kkt_sums.hpp"

#include <boost/test/unit_test.hpp>

#include "tests/support/random.hpp"

namespace perpend::test::of_kkt_sums {

namespace {

/// Bodies of three columns each, as in the plane, or of six with inertias; joints of one to three rows between any two
/// of them, or one and the world, and a single column at the end.
struct Drawn {
  ConstraintRows rows;
  MassMatrix mass;
  Problem problem;
  Solution solution;

  explicit Drawn(Random& random) {
    const bool is_spatial = random.below(2) == 0;
    const int width = is_spatial ? 6 : 3;
    const int bodies = 1 + random.below(5);
    rows.num_columns = bodies * width + random.below(2);
    const int joints = random.below(8);
    for (int j = 0; j < joints; ++j) {
      RowBlock block{.first_row = rows.num_rows, .num_rows = random.below(3) > 0 ? 2 : 1 + random.below(3)};
      const int first = random.below(bodies);
      for (int side = 0; side < num_sides; ++side) {
        if (side == 0 && (bodies == 1 || random.below(4) == 0)) continue;  // to the world
        block.first_column[side] = (first + side) % bodies * width;
        block.num_columns[side] = random.below(5) > 0 ? width : 2;
        block.first_value[side] = static_cast<int>(rows.values.size());
        for (int i = 0; i < block.num_rows * block.num_columns[side]; ++i) rows.values.push_back(draw(random));
      }
      rows.num_rows += block.num_rows;
      rows.blocks.push_back(block);
    }
    mass.diagonal = VectorX::NullaryExpr(rows.num_columns, [&] { return random.uniform(0.1, 2.0); });
    for (int b = 0; is_spatial && b < bodies; ++b)
      mass.blocks.push_back({b * width + 3, draw(random), draw(random), draw(random)});
    problem.mass = &mass;
    problem.rows = &rows;
    problem.motion = random.vector(rows.num_columns, 1.0);
    problem.target = random.vector(rows.num_rows, 1.0);
    problem.compliance = random.vector(rows.num_rows, 1e-3);
    solution.x = random.vector(rows.num_columns, 1.0);
    solution.multiplier = random.vector(rows.num_rows, 1.0);
  }
  Drawn(const Drawn&) = delete;
  Drawn& operator=(const Drawn&) = delete;

  static double draw(Random& random) { return random.below(5) == 0 ? 0.0 : random.uniform(-1.0, 1.0); }
};

void compare(const DoubledSums& sums, int row, const DoubledSum& alone) {
  BOOST_TEST(sums.of(row).value == alone.value);
  BOOST_TEST(sums.of(row).magnitude == alone.magnitude);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(kkt_sums)

BOOST_AUTO_TEST_CASE(all_rows_at_once_are_each_row_alone) {
  Random random(11);
  for (int round = 0; round < 400; ++round) {
    const Drawn drawn(random);
    const RowPattern pattern(drawn.rows);
    KktSums sums(drawn.rows);
    const DoubledSums& motion = sums.motion(drawn.problem, drawn.solution);
    for (int i = 0; i < drawn.rows.num_columns; ++i)
      compare(motion, i, motion_sum(drawn.problem, drawn.solution, pattern, i));
    const DoubledSums& constraints = sums.constraints(drawn.problem, drawn.solution);
    for (int i = 0; i < drawn.rows.num_rows; ++i)
      compare(constraints, i, constraint_sum(drawn.problem, drawn.solution, pattern, i));
  }
}

BOOST_AUTO_TEST_CASE(rows_judged_at_once_are_judged_as_each_alone) {
  constexpr double limit = 1e-8;
  Random random(12);
  for (int round = 0; round < 400; ++round) {
    const int count = 1 + random.below(11);
    DoubledSums sums(count);
    for (int i = 0; i < count; ++i) {
      sums.magnitude[i] = random.below(8) == 0 ? 0.0 : random.uniform(0.1, 3.0);
      // A few are above the limit, and one that is no number is not met either.
      sums.value[i] = random.below(20) == 0 ? std::nan("") : random.uniform(-1.1, 1.1) * limit * sums.magnitude[i];
    }
    RowJudge together(20, limit, limit);
    std::vector<double> ratios(count + 1, -1.0);
    double worst_together = 0.0;
    const bool all_met = together.judge_met(sums, count, 5, worst_together, ratios);
    RowJudge alone(20, limit, limit);
    double worst_alone = 0.0;
    long num_met = 0;
    for (int i = 0; i < count; ++i) {
      RowJudge one(20, limit, limit);
      double residual = 0.0;
      one.judge(sums.of(i), i, residual, [] { return infinity; });
      const bool is_met = sums.magnitude[i] > 0.0 && one.upper() <= limit;
      BOOST_TEST((ratios[i] > 0.0) == is_met);
      if (!is_met) continue;
      ++num_met;
      BOOST_TEST(ratios[i] == one.upper());
      alone.judge(sums.of(i), 5 + i, worst_alone, [] { return infinity; });
    }
    BOOST_TEST(all_met == (num_met == count));
    BOOST_TEST(together.upper() == alone.upper());
    BOOST_TEST(worst_together == worst_alone);
    if (num_met > 0) BOOST_TEST(together.row() == alone.row());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_kkt_sums
