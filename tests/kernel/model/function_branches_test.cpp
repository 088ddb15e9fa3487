// Functions with corners and jumps on single branches: random programs, whose smooth functions have to agree with them.
#include <boost/test/unit_test.hpp>
#include <cmath>
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
    switch (roll(12)) {
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
      case 8: {
        const Program v = make(depth - 1), w = make(depth - 1);
        const Program squares =
            of({of({v, v}, {Op::multiply, 0.0}), of({w, {{Op::number, 2.0}}}, {Op::power, 0.0})}, {Op::add, 0.0});
        return of({roll(2) == 0 ? squares : of({v, v}, {Op::multiply, 0.0})}, {Op::sqrt, 0.0});
      }
      case 9:
        return of({make(depth - 1), make(depth - 1)}, {Op::atan2, 0.0});
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

/// Branches of atan2 and of lengths round in their own way.
bool are_close(double a, double b) {
  return std::abs(a - b) <= 1e-13 * (1.0 + std::abs(a) + std::abs(b));
}

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
    if (!branches.borders().empty()) continue;  // equal but for rounding: either side
    BOOST_TEST(are_close(branches.smooth()(here), f(here)), "seed " << seed);
    for (int i = 0; i < 20; ++i) {
      const double there = i % 2 == 0 ? times(random) : here + 0.01 * times(random);
      if (!has_room(branches, there)) continue;
      ++agreed;
      BOOST_TEST(are_close(branches.smooth()(there), f(there)), "seed " << seed << " at " << there);
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
      FunctionBranches there = branches;
      there.settle({low, nullptr});
      if (there.borders().size() > 1) continue;  // or with it
      if (!branches.pass(corner.instruction, {low, nullptr})) continue;
      const double behind = low + 1e-9;
      if (!has_room(branches, behind)) continue;
      ++passed;
      BOOST_TEST(are_close(branches.smooth()(behind), f(behind)), "seed " << seed << " at " << low);
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

// The length of (t - 1, 2 t - 2) passes through 0 at 1, and goes on smoothly as its negative; that of (cos t, sin t)
// turns.
BOOST_AUTO_TEST_CASE(a_vector_passes_through_zero_or_turns) {
  const auto square = [](const Program& p) {
    Program both = p;
    both.insert(both.end(), p.begin(), p.end());
    both.push_back({Op::multiply});
    return both;
  };
  const auto length = [&](const Program& x, const Program& y) {
    Program program = square(x);
    const Program other = square(y);
    program.insert(program.end(), other.begin(), other.end());
    program.push_back({Op::add});
    program.push_back({Op::sqrt});
    return FunctionBranches(TimeFunction(program));
  };
  const Program x{{Op::time, 0.0}, {Op::number, 1.0}, {Op::subtract, 0.0}};
  const Program y{{Op::number, 2.0}, {Op::time, 0.0}, {Op::multiply, 0.0}, {Op::number, 2.0}, {Op::subtract, 0.0}};
  FunctionBranches passing = length(x, y);
  passing.settle({0.0, nullptr});
  BOOST_TEST(are_close(passing.smooth()(2.0), -std::sqrt(5.0)));
  BOOST_REQUIRE(passing.corners().size() == 1U);
  BOOST_TEST(passing.corners()[0].room(0.9) > 0.0);
  BOOST_TEST(passing.corners()[0].room(1.1) < 0.0);
  BOOST_TEST((passing.pass(passing.corners()[0].instruction, {1.0, nullptr}) == FunctionBranches::Kind::bends));
  BOOST_TEST(are_close(passing.smooth()(2.0), std::sqrt(5.0)));

  FunctionBranches turning = length({{Op::time, 0.0}, {Op::cos, 0.0}}, {{Op::time, 0.0}, {Op::sin, 0.0}});
  turning.settle({0.0, nullptr});
  BOOST_TEST((turning.pass(turning.corners()[0].instruction, {0.5 * std::acos(-1.0), nullptr}) ==
              FunctionBranches::Kind::joins));
  BOOST_TEST(are_close(turning.smooth()(3.0), 1.0));
}

// At rest nothing says where a vector will go, and the first point of its motion does.
BOOST_AUTO_TEST_CASE(a_vector_that_is_zero_has_no_direction_yet) {
  FunctionBranches speed(TimeFunction(Program{{Op::time, 0.0}, {Op::time, 0.0}, {Op::multiply, 0.0}, {Op::sqrt, 0.0}}));
  speed.settle({0.0, nullptr});
  BOOST_TEST(speed.num_undirected() == 1);
  BOOST_TEST(speed.corners().empty());
  speed.settle({-1e-6, nullptr});
  BOOST_TEST(speed.num_undirected() == 0);
  speed.settle({0.0, nullptr});
  BOOST_REQUIRE(speed.borders().size() == 1U);
  BOOST_TEST(speed.smooth()(-2.0) == 2.0);
}

// atan2(y, x) jumps by a turn where y passes 0 with x < 0, and is smooth where x > 0.
BOOST_AUTO_TEST_CASE(an_angle_jumps_at_its_cut_alone) {
  for (const double x : {-1.0, 1.0}) {
    const TimeFunction angle(Program{{Op::time, 0.0}, {Op::number, x}, {Op::atan2, 0.0}});
    FunctionBranches branches(angle);
    branches.settle({0.5, nullptr});
    BOOST_TEST(are_close(branches.smooth()(0.5), angle(0.5)));
    BOOST_TEST(are_close(branches.smooth()(-0.5), x > 0.0 ? angle(-0.5) : angle(-0.5) + 2.0 * std::acos(-1.0)));
    const auto kind = branches.pass(branches.corners()[0].instruction, {0.0, nullptr});
    BOOST_TEST((kind == (x > 0.0 ? FunctionBranches::Kind::joins : FunctionBranches::Kind::jumps)));
    BOOST_TEST(are_close(branches.smooth()(-0.5), angle(-0.5)));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_function_branches
