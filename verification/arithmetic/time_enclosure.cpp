#include "verification/arithmetic/time_enclosure.hpp"

#include <algorithm>
#include <boost/container/static_vector.hpp>

#include "verification/arithmetic/interval.hpp"

namespace perpend {

namespace {

using Op = TimeFunction::Op;

const Interval yes = 1.0;
const Interval no = 0.0;
const Interval maybe{0.0, 1.0};

Interval truth(Interval a) {
  if (!a.is_known()) return {};
  if (!a.contains(0.0)) return yes;
  return a.hi == a.lo ? no : maybe;
}

Interval less(Interval a, Interval b) {
  if (!a.is_known() || !b.is_known()) return {};
  return a.hi < b.lo ? yes : a.lo >= b.hi ? no : maybe;
}

Interval equal(Interval a, Interval b) {
  if (!a.is_known() || !b.is_known()) return {};
  if (a.hi < b.lo || b.hi < a.lo) return no;
  return a.lo == b.hi && a.hi == b.lo ? yes : maybe;
}

Interval hull(Interval a, Interval b) {
  return a.is_known() && b.is_known() ? Interval{std::min(a.lo, b.lo), std::max(a.hi, b.hi)} : Interval{};
}

/// sqrt(1 - a^2), where rounding of a may not push it below 0.
Interval cosine_of_arcsine(Interval a) {
  const Interval squared = (Interval(1.0) - a) * (Interval(1.0) + a);
  if (!(squared.hi >= 0.0)) return {};
  return sqrt(Interval{std::max(squared.lo, 0.0), squared.hi});
}

Interval apply_unary(Op op, Interval a) {
  switch (op) {
    case Op::negate:
      return -a;
    case Op::sqrt:
      return sqrt(a);
    case Op::abs:
      return abs(a);
    case Op::floor:
      return a.is_known() ? Interval{std::floor(a.lo), std::floor(a.hi)} : Interval{};
    case Op::sin:
      return sine(a);
    case Op::cos:
      return cosine(a);
    case Op::tan:
      return sine(a) / cosine(a);
    case Op::asin:
      return arc_tangent(a, cosine_of_arcsine(a));
    case Op::acos:
      return arc_tangent(cosine_of_arcsine(a), a);
    case Op::exp:
      return exponential(a);
    case Op::log:
      return logarithm(a);
    case Op::logical_not:
      return Interval(1.0) - truth(a);
    default:
      return {};
  }
}

Interval apply_binary(Op op, Interval a, Interval b) {
  switch (op) {
    case Op::power:
      return power(a, b);
    case Op::atan2:
      return arc_tangent(a, b);
    case Op::less:
      return less(a, b);
    case Op::less_equal:
      return Interval(1.0) - less(b, a);
    case Op::equal:
      return equal(a, b);
    case Op::logical_and:
      return min(truth(a), truth(b));
    case Op::logical_or:
      return max(truth(a), truth(b));
    default:
      return arithmetic(op, a, b);
  }
}

Interval choose(Interval condition, Interval then, Interval otherwise) {
  const Interval chosen = truth(condition);
  if (!chosen.is_known()) return {};
  if (chosen.lo == 1.0) return then;
  return chosen.hi == 0.0 ? otherwise : hull(then, otherwise);
}

/// One piece of a table between points i and i + 1, as Table::derivative has it.
Interval piece(const Table& table, std::size_t i, Interval x, int order) {
  const Interval width = Interval(table.x[i + 1]) - Interval(table.x[i]);
  const Interval slope = (Interval(table.y[i + 1]) - Interval(table.y[i])) / width;
  const Interval s = x - Interval(table.x[i]);
  if (table.bend.empty()) return order == 0 ? Interval(table.y[i]) + slope * s : order == 1 ? slope : Interval(0.0);
  const Interval first = table.bend[i];
  const Interval growth = (Interval(table.bend[i + 1]) - first) / width;
  const Interval start = slope - width * (scale(2.0, first) + Interval(table.bend[i + 1])) / Interval(6.0);
  if (order == 0) return Interval(table.y[i]) + s * (start + s * (scale(0.5, first) + s * growth / Interval(6.0)));
  if (order == 1) return start + s * (first + scale(0.5, s * growth));
  return first + s * growth;
}

/// The hull over all pieces that the argument meets; unknown where it may lie beyond the ends.
Interval look_up(const Table& table, Interval x, int order) {
  if (!x.is_known() || !(x.lo >= table.x.front() && x.hi <= table.x.back())) return {};
  Interval result;
  bool is_first = true;
  for (std::size_t i = 0; i + 1 < table.x.size(); ++i) {
    const double low = std::max(x.lo, table.x[i]), high = std::min(x.hi, table.x[i + 1]);
    if (!(low <= high)) continue;
    const Interval value = piece(table, i, {low, high}, order);
    result = is_first ? value : hull(result, value);
    is_first = false;
  }
  return result;
}

}  // namespace

Interval enclose(const TimeFunction& f, double t) {
  if (f.empty()) return {};
  // Room that nobody fills before it is used.
  boost::container::static_vector<Interval, TimeFunction::max_depth> stack;
  for (const TimeFunction::Instruction& instruction : f.program()) {
    const int operands = TimeFunction::num_operands(instruction.op);
    const int order = static_cast<int>(instruction.op) - static_cast<int>(Op::table);
    if (operands == 0) {
      if (instruction.op == Op::signal)
        stack.emplace_back();  // of a state that is not given here
      else
        stack.emplace_back(instruction.op == Op::time ? t : instruction.number);
      continue;
    }
    Interval* first = stack.data() + stack.size() - operands;
    if (operands == 1)
      *first = order >= 0 ? look_up(*f.inputs()->tables[static_cast<std::size_t>(instruction.number)], *first, order)
                          : apply_unary(instruction.op, *first);
    if (operands == 2) *first = apply_binary(instruction.op, first[0], first[1]);
    if (operands == 3) *first = choose(first[0], first[1], first[2]);
    for (int i = 1; i < operands; ++i) stack.pop_back();
  }
  return stack.front();
}

}  // namespace perpend
