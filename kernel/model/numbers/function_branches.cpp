#include "kernel/model/numbers/function_branches.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace perpend {

namespace {

using Op = TimeFunction::Op;
using Instruction = TimeFunction::Instruction;
using Program = std::vector<Instruction>;

/// Operands nearer to a border than this share of their size, or than this noise of signals that are 0 [SI], are at it:
/// what locating an event leaves.
constexpr double border_share = 1e-12;
constexpr double border_noise = 1e-13;
/// On both sides of a bend a function is the same to rounding: its operands have this noise [SI].
constexpr double bend_noise = 1e-14;
/// A vector that passes through 0 has this share of its length along its direction, to the last bits; one that turns by
/// a right angle has nothing along it.
constexpr double aligned_share = 0.5;

bool is_branching(Op op) {
  switch (op) {
    case Op::abs:
    case Op::min:
    case Op::max:
    case Op::floor:
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::table:
    case Op::atan2:
      return true;
    default:
      return false;
  }
}

bool is_constant(const Program& program) {
  return std::none_of(program.begin(), program.end(),
                      [](const Instruction& step) { return step.op == Op::time || step.op == Op::signal; });
}

Program joined(std::vector<Program> operands, const Instruction& last) {
  Program program;
  for (const Program& operand : operands) program.insert(program.end(), operand.begin(), operand.end());
  program.push_back(last);
  return program;
}

bool is_zero(const Program& program) {
  return program.size() == 1 && program.front().op == Op::number && program.front().number == 0.0;
}

/// A sum over the components.
template <class Term>
Program sum_over(const std::vector<Program>& components, const Term& term) {
  Program sum = term(0);
  for (std::size_t i = 1; i < components.size(); ++i) sum = joined({std::move(sum), term(i)}, {Op::add});
  return sum;
}

/// What a point says of an operation.
struct Place {
  long natural = 0;       ///< the branch that the operation takes there
  long neighbour = 0;     ///< the one behind the nearest border
  double distance = 0.0;  ///< of that border
  double noise = 0.0;     ///< distances up to it are none
  bool is_end = false;    ///< there is nothing behind it

  [[nodiscard]] bool is_at_border() const { return !is_end && distance <= noise; }
};

Place place_of_two(bool takes_second, double difference, double noise) {
  return {.natural = takes_second ? 1 : 0,
          .neighbour = takes_second ? 0 : 1,
          .distance = std::abs(difference),
          .noise = noise};
}

Place place_in_floor(double x) {
  const double nearest = std::round(x);
  const bool is_above = x >= nearest;
  const auto n = static_cast<long>(nearest);
  return {.natural = is_above ? n : n - 1,
          .neighbour = is_above ? n - 1 : n,
          .distance = std::abs(x - nearest),
          .noise = border_share * std::max(1.0, std::abs(x))};
}

Place place_in_table(const Table& table, double x) {
  const auto above = std::upper_bound(table.x.begin(), table.x.end(), x) - table.x.begin();
  const auto last = static_cast<long>(table.x.size()) - 2;
  const long interval = std::clamp(static_cast<long>(above) - 1, 0L, last);
  const double left = table.x[static_cast<std::size_t>(interval)];
  const double right = table.x[static_cast<std::size_t>(interval) + 1];
  const bool is_left = x - left < right - x;
  const long neighbour = interval + (is_left ? -1 : 1);
  return {.natural = interval,
          .neighbour = neighbour,
          .distance = std::abs(x - (is_left ? left : right)),
          .noise = border_share * (std::abs(left) + std::abs(right)),
          .is_end = neighbour < 0 || neighbour > last};
}

}  // namespace

/// One walk through the program at a point: it chooses branches, and writes the smooth function and its corners.
class FunctionBranches::Walk {
 public:
  Walk(FunctionBranches& of, const FunctionPoint& point)
      : of_(of),
        point_(point),
        inputs_(of.tree_.function().inputs() == nullptr ? std::make_shared<LawInputs>()
                                                        : std::make_shared<LawInputs>(*of.tree_.function().inputs())) {}

  /// Leaves this operation on the branch that it has.
  void hold(std::size_t instruction) { held_ = static_cast<std::ptrdiff_t>(instruction); }
  /// Takes this one to the next branch.
  void pass(std::size_t instruction) { passed_ = static_cast<std::ptrdiff_t>(instruction); }

  /// How the function goes on behind what was to be passed; nothing: that is an end.
  std::optional<Kind> run() {
    of_.num_undirected_ = 0;
    Program program = smooth(of_.tree_.function().program().size() - 1);
    of_.smooth_ = TimeFunction(std::move(program), inputs_);
    of_.corners_ = std::move(corners_);
    of_.borders_ = std::move(borders_);
    return passage_;
  }

 private:
  [[nodiscard]] double value(const Program& program) const {
    return TimeFunction(program, inputs_)(point_.time, point_.signals);
  }
  [[nodiscard]] Place place(const Instruction& step, const std::vector<Program>& operands) const;
  [[nodiscard]] long branch(std::size_t root, const Place& at);
  void add_corner(std::size_t root, Kind kind, Program room);
  void add_touch(std::size_t root, const std::vector<Program>& operands);
  [[nodiscard]] Program length(std::size_t root);
  [[nodiscard]] Program angle_on_branch(std::size_t root, std::vector<Program> operands, long branch);
  [[nodiscard]] Program smooth(std::size_t root);
  [[nodiscard]] Program on_branch(std::size_t root, std::vector<Program> operands);
  [[nodiscard]] Program in_interval(std::size_t root, Program operand, long interval);

  FunctionBranches& of_;
  const FunctionPoint& point_;
  std::shared_ptr<LawInputs> inputs_;  // with the tables of single intervals
  std::ptrdiff_t held_ = -1;
  std::ptrdiff_t passed_ = -1;
  std::optional<Kind> passage_ = Kind::bends;
  std::vector<Corner> corners_;
  std::vector<Border> borders_;
};

Place FunctionBranches::Walk::place(const Instruction& step, const std::vector<Program>& operands) const {
  const double a = value(operands[0]);
  if (step.op == Op::floor) return place_in_floor(a);
  if (step.op == Op::abs || step.op == Op::atan2) return place_of_two(a < 0.0, a, border_noise);
  if (step.op == Op::table) return place_in_table(*inputs_->tables[static_cast<std::size_t>(step.number)], a);
  const double b = value(operands[1]);
  const double noise = std::max(border_share * std::max(std::abs(a), std::abs(b)), border_noise);
  if (step.op == Op::min) return place_of_two(b < a, a - b, noise);
  if (step.op == Op::max) return place_of_two(a < b, a - b, noise);
  if (step.op == Op::equal) return place_of_two(a == b, a - b, noise);
  return place_of_two(step.op == Op::less ? a < b : a <= b, a - b, noise);
}

long FunctionBranches::Walk::branch(std::size_t root, const Place& at) {
  const auto here = static_cast<std::ptrdiff_t>(root);
  const auto [entry, is_new] = of_.branches_.try_emplace(root, at.natural);
  long& branch = entry->second;
  if (here == held_ && !is_new) return branch;
  if (here == passed_ && !is_new) {
    if (branch == at.natural && at.is_end)
      passage_.reset();
    else
      branch = branch == at.natural ? at.neighbour : at.natural;
    return branch;
  }
  if (!(branch == at.neighbour && at.is_at_border())) branch = at.natural;
  if (at.is_at_border())
    borders_.push_back({.instruction = root, .branches = {branch, branch == at.natural ? at.neighbour : at.natural}});
  return branch;
}

void FunctionBranches::Walk::add_corner(std::size_t root, Kind kind, Program room) {
  if (static_cast<std::ptrdiff_t>(root) == passed_ && passage_) passage_ = kind;
  corners_.push_back({.instruction = root,
                      .kind = kind,
                      .room = TimeFunction(std::move(room), inputs_),
                      .noise = kind == Kind::jumps ? 0.0 : bend_noise});
}

/// The corner of an operation that is at the end of its range where |a| = 1, or where a = 0.
void FunctionBranches::Walk::add_touch(std::size_t root, const std::vector<Program>& operands) {
  const Op op = of_.tree_.function().program()[root].op;
  Program room = operands[0];
  if (op == Op::asin || op == Op::acos)
    room = joined({{{Op::number, 1.0}}, joined({std::move(room)}, {Op::abs})}, {Op::subtract});
  corners_.push_back({.instruction = root,
                      .kind = Kind::touches,
                      .room = TimeFunction(std::move(room), inputs_),
                      .noise = std::numeric_limits<double>::infinity()});
}

/// |v| as v . v / |v| with the sign that v has along its direction.
Program FunctionBranches::Walk::length(std::size_t root) {
  std::vector<Program> components;
  for (const std::size_t component : *of_.tree_.components(root)) {
    Program program = smooth(component);
    if (!is_zero(program)) components.push_back(std::move(program));
  }
  const auto square = [&](std::size_t i) { return joined({components[i], components[i]}, {Op::multiply}); };
  if (components.empty()) return {{Op::number, 0.0}};
  const Program size = joined({sum_over(components, square)}, {Op::sqrt});
  if (is_constant(size)) return size;

  std::vector<double> v;
  for (const Program& component : components) v.push_back(value(component));
  const double norm = value(size);
  std::vector<double>& direction = of_.directions_.try_emplace(root, v.size(), 0.0).first->second;
  double along = 0.0;
  for (std::size_t i = 0; i < v.size(); ++i) along += direction[i] * v[i];
  const bool is_passed = static_cast<std::ptrdiff_t>(root) == passed_;
  const bool is_at_zero = !(norm > border_noise) || (is_passed && std::abs(along) > aligned_share * norm);
  if (!is_at_zero) {
    for (std::size_t i = 0; i < v.size(); ++i) direction[i] = v[i] / norm;
    of_.branches_[root] = 0;
    along = norm;
  }
  const bool has_direction = std::any_of(direction.begin(), direction.end(), [](double d) { return d != 0.0; });
  if (!has_direction) {
    ++of_.num_undirected_;
    return size;
  }
  const long before = of_.branches_.try_emplace(root, 0).first->second;
  Place at{.natural = before, .neighbour = 1 - before, .distance = norm, .noise = border_noise};
  if (!is_at_zero) at = {.natural = 0, .neighbour = 0, .distance = norm};
  const double sign = branch(root, at) == 0 ? 1.0 : -1.0;
  const Program onward = sum_over(components, [&](std::size_t i) {
    return joined({components[i], {{Op::number, sign * direction[i]}}}, {Op::multiply});
  });
  const Kind at_zero = of_.tree_.is_divisor(root) ? Kind::jumps : Kind::bends;
  add_corner(root, is_passed && !is_at_zero ? Kind::joins : at_zero, onward);
  corners_.back().noise = bend_noise;
  if (components.size() == 1) return onward;
  return joined({joined({onward, {{Op::number, 0.0}}}, {Op::less}), joined({size}, {Op::negate}), size}, {Op::select});
}

/// atan2(y, x) is pi / 2 - atan2(x, y) above the axis, and the negative of that of (x, -y) below.
Program FunctionBranches::Walk::angle_on_branch(std::size_t root, std::vector<Program> operands, long branch) {
  const Program quarter{{Op::number, 1.0}, {Op::number, 0.0}, {Op::atan2}};
  const Program height = branch == 0 ? operands[0] : joined({operands[0]}, {Op::negate});
  add_corner(root, value(operands[1]) > 0.0 ? Kind::joins : Kind::jumps, height);
  Program angle = joined({quarter, joined({std::move(operands[1]), height}, {Op::atan2})}, {Op::subtract});
  return branch == 0 ? angle : joined({std::move(angle)}, {Op::negate});
}

Program FunctionBranches::Walk::in_interval(std::size_t root, Program operand, long interval) {
  const Instruction& step = of_.tree_.function().program()[root];
  const Table& table = *inputs_->tables[static_cast<std::size_t>(step.number)];
  const auto i = static_cast<std::size_t>(interval);
  const double middle = 0.5 * (table.x[i] + table.x[i + 1]);
  const double half = 0.5 * (table.x[i + 1] - table.x[i]);
  add_corner(
      root, table.bend.empty() ? Kind::bends : Kind::joins,
      joined({{{Op::number, half}}, joined({joined({operand, {{Op::number, middle}}}, {Op::subtract})}, {Op::abs})},
             {Op::subtract}));
  inputs_->tables.push_back(std::make_shared<const Table>(piece(table, i)));
  return joined({std::move(operand)}, {Op::table, static_cast<double>(inputs_->tables.size() - 1)});
}

/// Pre: the operands are smooth.
Program FunctionBranches::Walk::on_branch(std::size_t root, std::vector<Program> operands) {
  const Instruction& step = of_.tree_.function().program()[root];
  const long branch = this->branch(root, place(step, operands));
  const auto not_below = [](const Program& larger, const Program& smaller) {
    return joined({larger, smaller}, {Op::subtract});
  };
  switch (step.op) {
    case Op::abs: {
      Program size = branch == 0 ? std::move(operands[0]) : joined(std::move(operands), {Op::negate});
      add_corner(root, Kind::bends, size);
      return size;
    }
    case Op::min:
    case Op::max: {
      const auto taken = static_cast<std::size_t>(branch);
      const bool takes_smaller = step.op == Op::min;
      add_corner(root, Kind::bends,
                 not_below(operands[takes_smaller ? 1 - taken : taken], operands[takes_smaller ? taken : 1 - taken]));
      return std::move(operands[taken]);
    }
    case Op::floor:
      // |a - (k + 1/2)| is not above 1/2.
      add_corner(
          root, Kind::jumps,
          not_below({{Op::number, 0.5}},
                    joined({not_below(operands[0], {{Op::number, static_cast<double>(branch) + 0.5}})}, {Op::abs})));
      return {{Op::number, static_cast<double>(branch)}};
    case Op::table:
      return in_interval(root, std::move(operands[0]), branch);
    case Op::atan2:
      return angle_on_branch(root, std::move(operands), branch);
    case Op::equal:
      if (branch == 1) {
        const double noise = place(step, operands).noise;
        add_corner(root, Kind::jumps,
                   not_below({{Op::number, noise}}, joined({not_below(operands[0], operands[1])}, {Op::abs})));
      }
      return {{Op::number, static_cast<double>(branch)}};
    default:  // a < b, a <= b
      add_corner(root, Kind::jumps, not_below(operands[branch == 1 ? 1 : 0], operands[branch == 1 ? 0 : 1]));
      return {{Op::number, static_cast<double>(branch)}};
  }
}

Program FunctionBranches::Walk::smooth(std::size_t root) {
  const Instruction& step = of_.tree_.function().program()[root];
  const std::array<std::size_t, 3>& operand = of_.tree_.operands(root);
  if (step.op == Op::select) {
    Program condition = smooth(operand[0]);
    if (is_constant(condition)) return smooth(operand[value(condition) != 0.0 ? 1 : 2]);
    return joined({std::move(condition), smooth(operand[1]), smooth(operand[2])}, step);
  }
  if (of_.tree_.components(root) != nullptr) return length(root);
  std::vector<Program> operands;
  for (int i = 0; i < TimeFunction::num_operands(step.op); ++i)
    operands.push_back(smooth(operand[static_cast<std::size_t>(i)]));
  const bool is_settled = std::all_of(operands.begin(), operands.end(), is_constant);
  if (!is_settled && of_.tree_.may_touch(root)) {
    add_touch(root, operands);
    // What is on a branch of a size goes on below 0 until its corner is located.
    if (of_.tree_.is_size(operand[0]) && step.op != Op::asin && step.op != Op::acos)
      operands[0] = joined({std::move(operands[0])}, {Op::abs});
  }
  if (!is_branching(step.op) || is_settled) return joined(std::move(operands), step);
  return on_branch(root, std::move(operands));
}

bool FunctionBranches::has_branches(const TimeFunction& function) {
  const FunctionTree tree(function);
  for (std::size_t i = 0; i < function.program().size(); ++i)
    if (is_branching(function.program()[i].op) || tree.components(i) != nullptr || tree.may_touch(i)) return true;
  return false;
}

void FunctionBranches::settle(const FunctionPoint& point) {
  static_cast<void>(Walk(*this, point).run());
}

std::optional<FunctionBranches::Kind> FunctionBranches::pass(std::size_t instruction, const FunctionPoint& point) {
  Walk walk(*this, point);
  walk.pass(instruction);
  return walk.run();
}

void FunctionBranches::choose(std::size_t instruction, long branch, const FunctionPoint& point) {
  branches_[instruction] = branch;
  Walk walk(*this, point);
  walk.hold(instruction);
  walk.run();
}

}  // namespace perpend
