#include "kernel/drives/time_derivative.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace perpend {

namespace {

using Op = TimeFunction::Op;
struct Node;
using Term = std::shared_ptr<const Node>;

/// One operation on shared operands. `size` and `depth` are those of the program that it is written as.
struct Node {
  Op op = Op::number;
  double number = 0.0;
  std::array<Term, 3> operand{};
  int num_operands = 0;
  std::size_t size = 1;
  int depth = 1;
  bool varies = false;  ///< with the time or with a signal
};

constexpr std::size_t too_large = max_derivative_size + 1;

Term make(Op op, std::initializer_list<Term> operands) {
  Node node;
  node.op = op;
  for (const Term& operand : operands) node.operand[node.num_operands++] = operand;
  node.varies = op == Op::time || op == Op::signal;
  for (int i = 0; i < node.num_operands; ++i) {
    node.size = std::min(node.size + node.operand[i]->size, too_large);
    node.depth = std::max(node.depth, node.operand[i]->depth + i);
    node.varies = node.varies || node.operand[i]->varies;
  }
  return std::make_shared<const Node>(std::move(node));
}

/// a op b for an operation that commutes: the deeper operand first, for while the second is computed, one value waits
/// on the stack.
Term commuted(Op op, const Term& a, const Term& b) {
  return a->depth < b->depth ? make(op, {b, a}) : make(op, {a, b});
}

/// A table at `a`, or its derivative; `index`: which table.
Term table(Op op, double index, const Term& a) {
  Node node = *make(op, {a});
  node.number = index;
  return std::make_shared<const Node>(std::move(node));
}

/// `index`: which of the signals, then of their rates, then of their accelerations.
Term signal(double index) {
  Node node = *make(Op::signal, {});
  node.number = index;
  return std::make_shared<const Node>(std::move(node));
}

Term constant(double value) {
  Node node;
  node.number = value;
  return std::make_shared<const Node>(std::move(node));
}

bool is_number(const Term& a) {
  return a->op == Op::number;
}

bool is(const Term& a, double value) {
  return is_number(a) && a->number == value;
}

// Constants are folded only where that is exact: in extended precision a rounded constant would be a wrong one.

Term negated(const Term& a) {
  if (is_number(a)) return constant(-a->number);
  return a->op == Op::negate ? a->operand[0] : make(Op::negate, {a});
}

Term product(const Term& a, const Term& b) {
  if (is(a, 0.0) || is(b, 0.0)) return constant(0.0);
  if (is(a, 1.0)) return b;
  if (is(b, 1.0)) return a;
  if (is(a, -1.0)) return negated(b);
  if (is(b, -1.0)) return negated(a);
  if (is_number(a) && is_number(b)) {
    const double value = a->number * b->number;
    if (std::fma(a->number, b->number, -value) == 0.0) return constant(value);
  }
  return commuted(Op::multiply, a, b);
}

Term sum(const Term& a, const Term& b) {
  if (is(a, 0.0)) return b;
  if (is(b, 0.0)) return a;
  if (is_number(a) && is_number(b)) {
    const double value = a->number + b->number;
    if (value - a->number == b->number && value - b->number == a->number) return constant(value);
  }
  if (b->op == Op::negate) return make(Op::subtract, {a, b->operand[0]});
  return commuted(Op::add, a, b);
}

Term difference(const Term& a, const Term& b) {
  if (is(a, 0.0)) return negated(b);
  return sum(a, negated(b));
}

Term quotient(const Term& a, const Term& b) {
  if (is(a, 0.0)) return constant(0.0);
  if (is(b, 1.0)) return a;
  return make(Op::divide, {a, b});
}

Term square(const Term& a) {
  return product(a, a);
}

Term choice(const Term& condition, const Term& yes, const Term& no) {
  if (is_number(yes) && is(no, yes->number)) return yes;
  return make(Op::select, {condition, yes, no});
}

/// a^b with b constant keeps to negative bases; otherwise a^b (b' log a + b a' / a).
Term power_derivative(const Term& power, const Term& da, const Term& db) {
  const Term& a = power->operand[0];
  const Term& b = power->operand[1];
  if (!b->varies) {
    const Term less = difference(b, constant(1.0));
    const Term rest = is(less, 0.0) ? constant(1.0) : is(less, 1.0) ? a : make(Op::power, {a, less});
    return product(product(b, rest), da);
  }
  return product(power, sum(product(db, make(Op::log, {a})), quotient(product(b, da), a)));
}

/// d f for one operation f on operands a, b, c with derivatives d[0], d[1], d[2]. A signal is followed by its rate
/// `num_signals` places later.
Term derivative_of(const Term& f, const std::array<Term, 3>& d, double num_signals) {
  const Term& a = f->operand[0];
  const Term& b = f->operand[1];
  switch (f->op) {
    case Op::time:
      return constant(1.0);
    case Op::signal:
      return signal(f->number + num_signals);
    case Op::add:
      return sum(d[0], d[1]);
    case Op::subtract:
      return difference(d[0], d[1]);
    case Op::multiply:
      return sum(product(d[0], b), product(a, d[1]));
    case Op::divide:
      return quotient(difference(d[0], product(f, d[1])), b);
    case Op::power:
      return power_derivative(f, d[0], d[1]);
    case Op::negate:
      return negated(d[0]);
    case Op::sqrt:
      return quotient(d[0], product(constant(2.0), f));
    case Op::abs:
      return choice(make(Op::less, {a, constant(0.0)}), negated(d[0]), d[0]);
    case Op::min:
      return choice(make(Op::less, {b, a}), d[1], d[0]);
    case Op::max:
      return choice(make(Op::less, {a, b}), d[1], d[0]);
    case Op::sin:
      return product(make(Op::cos, {a}), d[0]);
    case Op::cos:
      return negated(product(make(Op::sin, {a}), d[0]));
    case Op::tan:
      return product(sum(constant(1.0), square(f)), d[0]);
    case Op::asin:
      return quotient(d[0], make(Op::sqrt, {difference(constant(1.0), square(a))}));
    case Op::acos:
      return negated(quotient(d[0], make(Op::sqrt, {difference(constant(1.0), square(a))})));
    case Op::atan2:
      return quotient(difference(product(d[0], b), product(a, d[1])), sum(square(a), square(b)));
    case Op::exp:
      return product(f, d[0]);
    case Op::log:
      return quotient(d[0], a);
    case Op::select:
      return choice(a, d[1], d[2]);
    case Op::table:
      return product(table(Op::table_slope, f->number, a), d[0]);
    case Op::table_slope:
      return product(table(Op::table_curvature, f->number, a), d[0]);
    default:  // number, floor, comparisons, logic
      return constant(0.0);
  }
}

struct Differentiated {
  Term value;
  Term rate;
};

Term as_written(const TimeFunction::Instruction& instruction, const std::array<Term, 3>& operand, int n) {
  if (instruction.op == Op::number) return constant(instruction.number);
  if (instruction.op == Op::signal) return signal(instruction.number);
  if (n == 0) return make(instruction.op, {});
  if (n == 1) return table(instruction.op, instruction.number, operand[0]);  // 0 where it is no table
  if (n == 2) return make(instruction.op, {operand[0], operand[1]});
  return make(instruction.op, {operand[0], operand[1], operand[2]});
}

Differentiated apply(const TimeFunction::Instruction& instruction, double num_signals,
                     std::vector<Differentiated>& stack) {
  const int n = TimeFunction::num_operands(instruction.op);
  std::array<Term, 3> value;
  std::array<Term, 3> rate;
  for (int i = n - 1; i >= 0; --i) {
    value[i] = stack.back().value;
    rate[i] = stack.back().rate;
    stack.pop_back();
  }
  const Term f = as_written(instruction, value, n);
  return {f, f->varies ? derivative_of(f, rate, num_signals) : constant(0.0)};
}

void write(const Term& term, std::vector<TimeFunction::Instruction>& program) {
  for (int i = 0; i < term->num_operands; ++i) write(term->operand[i], program);
  program.push_back({term->op, term->number});
}

}  // namespace

std::optional<TimeFunction> derivative(const TimeFunction& f) {
  if (f.empty() || f.program().size() > max_derivative_size) return std::nullopt;
  std::vector<Differentiated> stack;
  const auto num_signals = static_cast<double>(f.signals().size());
  for (const TimeFunction::Instruction& instruction : f.program())
    stack.push_back(apply(instruction, num_signals, stack));
  const Term& rate = stack.back().rate;
  if (rate->size > max_derivative_size || rate->depth > TimeFunction::max_depth) return std::nullopt;
  std::vector<TimeFunction::Instruction> program;
  write(rate, program);
  return TimeFunction(std::move(program), f.inputs());
}

std::optional<FactoryError> find_corner(const TimeFunction& f, const std::string& field) {
  if (f.inputs() == nullptr) return std::nullopt;
  for (const auto& table : f.inputs()->tables)
    if (table->bend.empty())
      return FactoryError{field,
                          "a drive along '" + table->name + "' would jump in its rate at each point of the table",
                          "take the cubic curve: table(\"" + table->name + "\", t, cubic)"};
  return std::nullopt;
}

std::optional<FactoryError> add_prescribed(const TimeFunction& f, const std::string& field, Joint& joint) {
  const std::optional<TimeFunction> rate = derivative(f);
  const std::optional<TimeFunction> acceleration = rate ? derivative(*rate) : std::nullopt;
  if (!acceleration)
    return FactoryError{field, "the first two derivatives of this function are too long to be worked out",
                        "write it with fewer nested operations"};
  joint.drive.push_back(f);
  joint.drive_rate.push_back(*rate);
  joint.drive_acceleration.push_back(*acceleration);
  return std::nullopt;
}

std::optional<FactoryError> add_prescribed(std::span<const TimeFunction> functions, const std::string& field,
                                           Joint& joint) {
  for (const TimeFunction& f : functions)
    if (auto error = add_prescribed(f, field, joint)) return error;
  return std::nullopt;
}

}  // namespace perpend
