#include "dsl/values/varying_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace perpend::dsl {

namespace {

bool is_same_reading(const MeasureSpec& a, const MeasureSpec& b) {
  return a.signal == b.signal && a.entity == b.entity && a.entity_kind == b.entity_kind && a.point == b.point &&
         a.reduction == b.reduction && a.state == b.state && a.axes == b.axes;
}

/// Writes terms one after the other, with their signals and tables numbered in common.
class ProgramWriter {
 public:
  std::vector<TimeFunction::Instruction> write(const Term& term) {
    std::vector<TimeFunction::Instruction> program;
    write(term, program);
    return program;
  }
  std::vector<MeasureSpec> operands;
  LawInputs inputs;

 private:
  void write(const Term& term, std::vector<TimeFunction::Instruction>& program) {
    for (int i = 0; i < term.num_operands; ++i) write(*term.operand[static_cast<std::size_t>(i)], program);
    double number = term.number;
    if (term.op == TimeFunction::Op::signal) number = static_cast<double>(index_of(*term.signal));
    if (term.op == TimeFunction::Op::table) number = static_cast<double>(index_of(term.table));
    program.push_back({term.op, number});
  }

  std::size_t index_of(const MeasureSpec& signal) {
    const auto found = std::find_if(operands.begin(), operands.end(),
                                    [&](const MeasureSpec& one) { return is_same_reading(one, signal); });
    if (found != operands.end()) return static_cast<std::size_t>(found - operands.begin());
    operands.push_back(signal);
    inputs.signals.push_back(signal.state);
    return operands.size() - 1;
  }
  std::size_t index_of(const std::shared_ptr<const Table>& table) {
    const auto found = std::find(inputs.tables.begin(), inputs.tables.end(), table);
    if (found != inputs.tables.end()) return static_cast<std::size_t>(found - inputs.tables.begin());
    inputs.tables.push_back(table);
    return inputs.tables.size() - 1;
  }
};

}  // namespace

std::optional<Programs> write_programs(const Varying& value, std::string text, Span span, Report& report) {
  const auto fail = [&](std::string message, const char* hint) {
    report.error(span, "S006", std::move(message), hint);
    return std::nullopt;
  };
  ProgramWriter writer;
  std::vector<std::vector<TimeFunction::Instruction>> written;
  for (int i = 0; i < std::max(1, value.size); ++i) {
    const Term& term = *value.component[i];
    if (term.depth > TimeFunction::max_depth)
      return fail(
          fmt::format("an expression of t that needs more than {} intermediate values", TimeFunction::max_depth),
          "put parentheses less deep");
    if (term.size > Term::most_operations)
      return fail(fmt::format("an expression of more than {} operations: every step carries all of them out",
                              Term::most_operations),
                  "a table takes its place: table(\"file.csv\", t)");
    written.push_back(writer.write(term));
  }
  if (writer.operands.size() > TimeFunction::max_signals)
    return fail(
        fmt::format("an expression of {} signals; {} are allowed", writer.operands.size(), TimeFunction::max_signals),
        "sum them up in several forces or measures");
  Programs programs;
  std::shared_ptr<const LawInputs> inputs;
  if (!writer.inputs.signals.empty() || !writer.inputs.tables.empty()) {
    writer.inputs.text = std::move(text);
    const SourcePlace place = report.source_place(span);
    // Without the folder: what a run says does not depend on where its scene lies.
    writer.inputs.place = fmt::format("{}:{}", place.file.substr(place.file.rfind('/') + 1), place.line);
    inputs = std::make_shared<const LawInputs>(std::move(writer.inputs));
  }
  for (auto& program : written) programs.functions.emplace_back(std::move(program), inputs);
  programs.operands = std::move(writer.operands);
  return programs;
}

}  // namespace perpend::dsl
