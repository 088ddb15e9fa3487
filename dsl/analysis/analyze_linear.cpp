// Linearized systems for stability analysis.
#include <fmt/format.h>

#include "dsl/analysis/analysis.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

std::optional<std::vector<double>> read_row(Analysis& a, const Value& value, const Expression& e) {
  const auto* list = std::get_if<ListValue>(&value.data);
  if (list == nullptr) {
    a.report.error(e.span, "S021", fmt::format("a row of B is a list, found {}", describe(value)),
                   "as in [[1, 0], [0, 1]]");
    return std::nullopt;
  }
  std::vector<double> row;
  for (const Value& element : **list) {
    const auto* q = std::get_if<Quantity>(&element.data);
    if (q == nullptr || !same_dimension(q->dimension, {})) {
      a.report.error(e.span, "S031", fmt::format("'B' holds pure numbers, found {}", describe(element)));
      return std::nullopt;
    }
    row.push_back(q->value);
  }
  return row;
}

std::optional<MatrixX> read_matrix(Analysis& a, const Value& value, const Expression& e, Eigen::Index columns) {
  const auto* list = std::get_if<ListValue>(&value.data);
  if (list == nullptr || (*list)->empty()) {
    a.report.error(e.span, "S021", fmt::format("'B' is a list of rows, found {}", describe(value)),
                   "as in [[1, 0], [0, 1]]");
    return std::nullopt;
  }
  const auto& rows = **list;
  const bool is_literal = e.kind == ExpressionKind::list;
  MatrixX matrix(static_cast<Eigen::Index>(rows.size()), columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Expression& where = is_literal ? *e.operands[i] : e;
    const auto row = read_row(a, rows[i], where);
    if (!row) return std::nullopt;
    if (static_cast<Eigen::Index>(row->size()) != columns) {
      a.report.error(where.span, "S048",
                     fmt::format("row {} of B has {} columns, and there are {} masses", i + 1, row->size(), columns));
      return std::nullopt;
    }
    for (std::size_t j = 0; j < row->size(); ++j)
      matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = (*row)[j];
  }
  return matrix;
}

}  // namespace

void analyze_linear(Analysis& a, const Statement& s) {
  if (!std::holds_alternative<std::monostate>(a.experiment.system))
    return a.report.error(s.keyword_span, "S015", "a second world or linear system", "an experiment has one");
  a.experiment.system = LinearSystem{};
  if (!check_parts(a, s, linear_block, false, false, false)) return;
  const Expression* matrix_text = nullptr;
  std::optional<Value> matrix_value;
  // B may stand before mass: its size is checked when both are known.
  const FieldSet fields = read_block(a, s, linear_block, "linear", {}, [&](const LanguageField&, const Statement& p) {
    matrix_text = p.value;
    matrix_value = a.evaluator().evaluate(*p.value);
  });
  if (!fields.is_good() || !matrix_value) return;
  const auto& masses = fields.properties().get<std::vector<double>>("mass");
  if (masses.empty()) return a.report.error(fields.written("mass")->span, "S048", "a linear system without masses");
  auto matrix = read_matrix(a, *matrix_value, *matrix_text, static_cast<Eigen::Index>(masses.size()));
  if (!matrix) return;
  if (matrix->rows() > matrix->cols())
    return a.report.error(
        matrix_text->span, "S048",
        fmt::format("B has {} rows for {} masses: more constraints than freedoms", matrix->rows(), matrix->cols()));
  LinearSystem system;
  system.mass.diagonal = Eigen::Map<const VectorX>(masses.data(), static_cast<Eigen::Index>(masses.size()));
  system.b = std::move(*matrix);
  a.experiment.system = std::move(system);
}

}  // namespace perpend::dsl
