// Functions with corners and jumps on single branches: random programs, whose smooth functions have to agree with them.
#include <boost/test/unit_test.hpp>
#include <memory>
#include <random>

#include "kernel/model/numbers/function_branches.hpp"

namespace perpend::test::of_function_branches {

namespace {

using Op = TimeFunction::Op;
using Program = std::vector<TimeFunction::Instruction>;

std::shared_ptr<const LawInputs> tables() {
  LawInputs inputs;
  inputs.tables.push_back(std::make_shared<const Table>(
      make_table("line.csv", {-3.0, -1.0, 0.5, 4.0}, {1.0, -2.0, 0.25, 1.0}, TableCurve::linear)));
  inputs.tables.push_back(std::make_shared<const Table>(
      make_table("curve.csv", {-4.0, -0.5, 1.0, 4.0}, {0.0, 2.0, -1.0, 0.5}, TableCurve::cubic)));
  return std::make_shared<const LawInputs>(std::move(inputs));
}

class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : random_(seed) {}

  /// A function of t with values between about -3 and 3.
  Program make(int depth) {
    if (depth == 0) return roll(3) == 0 ? Program{{Op::number, 0.37 * (roll(9) - 4)}} : Program{{Op::time, 0.0}};
    switch (roll(10)) {
      case 0:
        return of({make(depth - 1)}, {Op::abs, 0.0});
      case 1:
        return of({make(depth - 1), make(depth - 1)}, {Op::min, 0.0});
      case 2:
        return of({make(depth - 1), make(depth - 1)}, {Op::max, 0.0});
      case 3:
        return of({make(depth - 1)}, {Op::floor, 0.0});
      case 4:
        return of({of({make(depth - 1)}, {Op::sin, 0.0})}, {Op::table, static_cast<double>(roll(2))});
      case 5:
      case 6:
        return of({of({make(depth - 1), make(depth - 1)}, {roll(2) == 0 ? Op::less : Op::less_equal, 0.0}),
                   make(depth - 1), make(depth - 1)},
                  {Op::select, 0.0});
      case 7:
        return of({make(depth - 1)}, {Op::sin, 0.0});
      default:
        return of({make(depth - 1), make(depth - 1)}, {roll(2) == 0 ? Op::add : Op::subtract, 0.0});
    }
  }

 private:
  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }
  static Program of(const std::vector<Program>& operands, TimeFunction::Instruction last) {
    Program program;
    for (const Program& operand : operands) program.insert(program.end(), operand.begin(), operand.end());
    program.push_back(last);
    return program;
  }

  std::mt19937 random_;
};

bool has_room(const FunctionBranches& branches, double t) {
  for (const FunctionBranches::Corner& corner : branches.corners())
    if (!(corner.room(t) > 0.0)) return false;
  return true;
}

TimeFunction line_table() {
  return TimeFunction(Program{{Op::time, 0.0}, {Op::table, 0.0}}, tables());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(function_branches)

BOOST_AUTO_TEST_CASE(a_function_is_its_smooth_one_wherever_all_corners_have_room) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> times(-3.0, 3.0);
  long agreed = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    const TimeFunction f(RandomProgram(seed).make(4), tables());
    FunctionBranches branches(f);
    const double here = times(random);
    branches.settle({here, nullptr});
    BOOST_TEST(branches.smooth()(here) == f(here), "seed " << seed);
    for (int i = 0; i < 20; ++i) {
      const double there = i % 2 == 0 ? times(random) : here + 0.01 * times(random);
      if (!has_room(branches, there)) continue;
      ++agreed;
      BOOST_TEST(branches.smooth()(there) == f(there), "seed " << seed << " at " << there);
    }
  }
  BOOST_TEST(agreed > 5000);
}

// A corner is passed only where the function has one, and behind it the next branch is that of the points there.
BOOST_AUTO_TEST_CASE(behind_a_corner_the_next_branch_is_the_one_of_the_function) {
  long passed = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    const TimeFunction f(RandomProgram(seed).make(3), tables());
    FunctionBranches branches(f);
    const double start = -1.9, end = 2.1;
    branches.settle({start, nullptr});
    for (const FunctionBranches::Corner& corner : std::vector(branches.corners())) {
      if (!(corner.room(start) > 0.0)) continue;
      double low = start, high = end;  // of the first place without room that halving finds
      if (corner.room(high) >= 0.0) continue;
      for (int i = 0; i < 200; ++i) (corner.room(0.5 * (low + high)) > 0.0 ? low : high) = 0.5 * (low + high);
      branches.settle({start, nullptr});
      if (!has_room(branches, low - 1e-9) || low < start + 1e-6) continue;  // another corner is before it
      branches.settle({low, nullptr});
      if (branches.borders().size() > 1) continue;  // or with it
      if (!branches.pass(corner.instruction, {low, nullptr})) continue;
      const double behind = low + 1e-9;
      if (!has_room(branches, behind)) continue;
      ++passed;
      BOOST_TEST(branches.smooth()(behind) == f(behind), "seed " << seed << " at " << low);
    }
  }
  BOOST_TEST(passed > 100);
}

BOOST_AUTO_TEST_CASE(behind_the_last_point_of_a_table_is_nothing) {
  FunctionBranches branches(line_table());
  branches.settle({3.5, nullptr});
  BOOST_TEST(branches.smooth()(4.5) == 0.25 + 0.75 / 3.5 * 4.0);
  BOOST_REQUIRE(branches.corners().size() == 1U);
  BOOST_TEST(branches.corners()[0].room(4.5) < 0.0);
  BOOST_TEST(!branches.pass(branches.corners()[0].instruction, {4.0, nullptr}));
}

BOOST_AUTO_TEST_CASE(an_operation_at_its_border_may_go_on_on_either_side) {
  FunctionBranches branches(line_table());
  branches.settle({0.5, nullptr});
  BOOST_REQUIRE(branches.borders().size() == 1U);
  const FunctionBranches::Border border = branches.borders()[0];
  BOOST_TEST(border.branches[0] == 2);
  BOOST_TEST(border.branches[1] == 1);
  branches.choose(border.instruction, border.branches[1], {0.5, nullptr});
  BOOST_TEST(branches.smooth()(0.25) == line_table()(0.25));
  BOOST_TEST(branches.smooth()(1.0) != line_table()(1.0));
}

// Only the branch of a condition that is taken has corners.
BOOST_AUTO_TEST_CASE(what_a_condition_leaves_out_has_no_corner) {
  FunctionBranches branches(TimeFunction({{Op::time, 0.0},
                                          {Op::number, 1.0},
                                          {Op::less, 0.0},
                                          {Op::time, 0.0},
                                          {Op::time, 0.0},
                                          {Op::abs, 0.0},
                                          {Op::select, 0.0}}));
  branches.settle({0.5, nullptr});
  BOOST_TEST(branches.corners().size() == 1U);
  branches.settle({1.5, nullptr});
  BOOST_TEST(branches.corners().size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_function_branches
