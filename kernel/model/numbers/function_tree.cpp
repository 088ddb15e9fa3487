#include "kernel/model/numbers/function_tree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace perpend {

namespace {

using Op = TimeFunction::Op;
using Instruction = TimeFunction::Instruction;
using Program = std::vector<Instruction>;

/// A power whose exponent may be none of 0, 1, 2, ...
bool is_broken_power(const Program& program, std::size_t base_end, std::size_t exponent_end) {
  const Instruction& last = program[exponent_end];
  return exponent_end != base_end + 1 || last.op != Op::number || !(last.number >= 0.0) ||
         last.number != std::floor(last.number);
}

}  // namespace

FunctionTree::FunctionTree(TimeFunction function)
    : function_(std::move(function)), operands_(function_.program().size()), first_(function_.program().size()) {
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < operands_.size(); ++i) {
    const auto count = static_cast<std::size_t>(TimeFunction::num_operands(function_.program()[i].op));
    std::copy(ends.end() - static_cast<std::ptrdiff_t>(count), ends.end(), operands_[i].begin());
    ends.resize(ends.size() - count);
    ends.push_back(i);
    first_[i] = count == 0 ? i : first_[operands_[i][0]];
  }
  for (std::size_t i = 0; i < operands_.size(); ++i) {
    if (function_.program()[i].op != Op::sqrt) continue;
    if (std::vector<std::size_t> components = squared_in(operands_[i][0]); !components.empty())
      components_.emplace(i, std::move(components));
  }
}

std::vector<std::size_t> FunctionTree::squared_in(std::size_t root) const {
  const Program& program = function_.program();
  const auto [a, b, unused] = operands_[root];
  if (program[root].op == Op::power) {
    const bool is_square = program[b].op == Op::number && program[b].number == 2.0;
    return is_square ? std::vector{a} : std::vector<std::size_t>{};
  }
  if (program[root].op == Op::multiply) {
    const auto begin = program.begin();
    const auto at = [&](std::size_t i) { return begin + static_cast<std::ptrdiff_t>(i); };
    const bool is_square =
        std::equal(at(first_[a]), at(a) + 1, at(first_[b]), at(b) + 1,
                   [](const Instruction& x, const Instruction& y) { return x.op == y.op && x.number == y.number; });
    return is_square ? std::vector{a} : std::vector<std::size_t>{};
  }
  if (program[root].op != Op::add) return {};
  std::vector<std::size_t> all = squared_in(a);
  const std::vector<std::size_t> others = squared_in(b);
  if (all.empty() || others.empty()) return {};
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

bool FunctionTree::is_divisor(std::size_t root) const {
  for (std::size_t i = root + 1; i < operands_.size(); ++i) {
    if (function_.program()[i].op != Op::divide) continue;
    const std::size_t divisor = operands_[i][1];
    if (first_[divisor] <= root && root <= divisor) return true;
  }
  return false;
}

bool FunctionTree::is_size(std::size_t root) const {
  const Instruction& step = function_.program()[root];
  const auto are_sizes = [&] { return is_size(operands_[root][0]) && is_size(operands_[root][1]); };
  switch (step.op) {
    case Op::number:
      return step.number >= 0.0;
    case Op::abs:
    case Op::sqrt:
      return true;
    case Op::add:
    case Op::multiply:
    case Op::divide:
      return are_sizes();
    default:
      return false;
  }
}

bool FunctionTree::may_touch(std::size_t root) const {
  const Op op = function_.program()[root].op;
  if (op == Op::power) return is_broken_power(function_.program(), operands_[root][0], operands_[root][1]);
  return op == Op::asin || op == Op::acos || (op == Op::sqrt && !components_.contains(root));
}

}  // namespace perpend
