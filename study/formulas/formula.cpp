#include "study/formulas/formula.hpp"

#include <fmt/format.h>

#include <vector>

namespace perpend::formulas {

namespace {

using Op = TimeFunction::Op;

const char* name_of(Op op) {
  switch (op) {
    case Op::number:
    case Op::time:
    case Op::signal:
    case Op::table:
    case Op::table_slope:
    case Op::table_curvature:
      return "";
    case Op::add:
      return "add";
    case Op::subtract:
      return "sub";
    case Op::multiply:
      return "mul";
    case Op::divide:
      return "div";
    case Op::power:
      return "power";
    case Op::negate:
      return "negate";
    case Op::sqrt:
      return "sqrt";
    case Op::abs:
      return "abs";
    case Op::min:
      return "min";
    case Op::max:
      return "max";
    case Op::floor:
      return "floor";
    case Op::sin:
      return "sin";
    case Op::cos:
      return "cos";
    case Op::tan:
      return "tan";
    case Op::asin:
      return "asin";
    case Op::acos:
      return "acos";
    case Op::atan2:
      return "atan2";
    case Op::exp:
      return "exp";
    case Op::log:
      return "log";
    case Op::less:
      return "less";
    case Op::less_equal:
      return "less_equal";
    case Op::equal:
      return "equal";
    case Op::logical_and:
      return "and";
    case Op::logical_or:
      return "or";
    case Op::logical_not:
      return "not";
    case Op::select:
      return "select";
  }
  return "";
}

Formula leaf(const TimeFunction::Instruction& instruction) {
  return instruction.op == Op::time ? Formula::time() : Formula(instruction.number);
}

}  // namespace

Formula::Formula(double x) : text_(fmt::format("\"{:a}\"", x)), number_(x), is_number_(true) {}

Formula::Formula(const char* name, const Formula& a) : text_(fmt::format("[\"{}\",{}]", name, a.text_)) {}

Formula::Formula(const char* name, const Formula& a, const Formula& b)
    : text_(fmt::format("[\"{}\",{},{}]", name, a.text_, b.text_)) {}

Formula::Formula(const char* name, const Formula& a, const Formula& b, const Formula& c)
    : text_(fmt::format("[\"{}\",{},{},{}]", name, a.text_, b.text_, c.text_)) {}

Formula Formula::time() {
  Formula result;
  result.text_ = "[\"time\"]";
  return result;
}

Formula Formula::entry(const char* name, int index) {
  Formula result;
  result.text_ = fmt::format("[\"{}\",{}]", name, index);
  return result;
}

Formula operator+(const Formula& a, const Formula& b) {
  return a.is(0.0) ? b : b.is(0.0) ? a : Formula("add", a, b);
}

Formula operator-(const Formula& a, const Formula& b) {
  return b.is(0.0) ? a : Formula("sub", a, b);
}

Formula operator*(const Formula& a, const Formula& b) {
  if (a.is(0.0) || b.is(0.0)) return 0.0;
  return a.is(1.0) ? b : b.is(1.0) ? a : Formula("mul", a, b);
}

Formula operator/(const Formula& a, const Formula& b) {
  return {"div", a, b};
}

Formula operator-(const Formula& a) {
  return {"negate", a};
}

Formula scale(double s, const Formula& a) {
  return Formula(s) * a;
}

Formula square(const Formula& a) {
  return a * a;
}

Formula sqrt(const Formula& a) {
  return {"sqrt", a};
}

Formula cosine(const Formula& a) {
  return {"cos", a};
}

Formula arc_tangent(const Formula& y, const Formula& x) {
  return {"atan2", y, x};
}

Formula nearest_branch(const Formula& angle, const Formula& near) {
  return {"nearest_turn", angle, near};
}

Formula formula_of(const TimeFunction& f) {
  std::vector<Formula> stack;
  for (const TimeFunction::Instruction& instruction : f.program()) {
    const int operands = TimeFunction::num_operands(instruction.op);
    const char* name = name_of(instruction.op);
    const auto first = stack.end() - operands;
    const Formula result = operands == 0   ? leaf(instruction)
                           : operands == 1 ? Formula(name, first[0])
                           : operands == 2 ? Formula(name, first[0], first[1])
                                           : Formula(name, first[0], first[1], first[2]);
    stack.erase(first, stack.end());
    stack.push_back(result);
  }
  return stack.front();
}

Formula Definitions::define(const Formula& formula) {
  Formula reference = Formula::entry("value", count_);
  if (formula.text().size() <= reference.text().size() + 8) return formula;  // 8: that of a name and its brackets
  text_ += (count_ == 0 ? "" : ",") + formula.text();
  ++count_;
  return reference;
}

}  // namespace perpend::formulas
