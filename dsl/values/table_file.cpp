#include "dsl/values/table_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/syntax/unit_syntax.hpp"
#include "dsl/values/arithmetic.hpp"
#include "dsl/values/units.hpp"
#include "dsl/values/varying.hpp"
#include "kernel/model/numbers/table.hpp"
#include "kernel/model/numbers/table_range.hpp"

namespace perpend::dsl {

namespace {

struct TableFile {
  std::shared_ptr<const Table> table;
  Dimension of_x{};
  Dimension of_y{};
  bool has_header = false;  ///< a first line with the names of the columns
};

constexpr const char* call_of_table = "as in table(\"force.csv\", t) or table(\"force.csv\", t, cubic)";

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// A sign of its own may be + too.
std::optional<double> to_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Cells between commas, semicolons or blanks.
std::vector<std::string_view> cells_of(std::string_view line) {
  const bool has_marks = line.find_first_of(",;\t") != std::string_view::npos;
  std::vector<std::string_view> cells;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(has_marks ? ",;\t" : " "), line.size());
    if (has_marks || end > 0) cells.push_back(trim(line.substr(0, end)));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return cells;
}

/// Reads one file; the first thing that is wrong ends it.
class TableReader {
 public:
  TableReader(std::string_view text, std::string name) : rest_(text), name_(std::move(name)) {}

  bool read() {
    while (!rest_.empty() && error.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      const std::string_view line = trim(rest_.substr(0, end));
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++line_;
      if (!line.empty() && line.front() != '#') add(line);
    }
    if (error.empty() && x.size() < 2) fail("a table has at least two points");
    return error.empty();
  }

  [[nodiscard]] bool has_header() const { return has_header_; }

  std::vector<double> x, y;
  std::array<Unit, 2> unit{};
  std::string error;

 private:
  void fail(const std::string& what) { error = fmt::format("line {} of '{}': {}", std::max(line_, 1L), name_, what); }

  void add(std::string_view line) {
    const std::vector<std::string_view> cells = cells_of(line);
    const bool is_first = x.empty() && !has_header_;
    if (is_first && !cells.empty() && !to_number(cells[0])) return read_header(line);
    if (cells.size() != 2) return fail(fmt::format("two numbers are needed, found {}", cells.size()));
    std::array<double, 2> number{};
    for (std::size_t i = 0; i < 2; ++i) {
      const auto value = to_number(cells[i]);
      if (!value || !std::isfinite(*value)) return fail(fmt::format("'{}' is not a finite number", cells[i]));
      number[i] = *value * unit[i].factor;
    }
    if (!x.empty() && !(number[0] > x.back()))
      return fail(fmt::format("{} does not lie above the number before it; the first column ascends", cells[0]));
    x.push_back(number[0]);
    y.push_back(number[1]);
  }

  void read_header(std::string_view line) {
    has_header_ = true;
    const std::vector<std::string_view> cells = cells_of(line);
    if (line.find_first_of(",;\t") == std::string_view::npos || cells.size() != 2)
      return fail("two columns with a comma between them are needed, as in time [s], force [N]");
    for (std::size_t column = 0; column < 2; ++column) {
      const std::string_view cell = cells[column];
      const std::size_t open = cell.find('[');
      if (open == std::string_view::npos) continue;
      const std::size_t close = cell.find(']', open);
      if (close == std::string_view::npos) return fail("a '[' without its ']'");
      const std::string text(trim(cell.substr(open + 1, close - open - 1)));
      const UnitReading reading = read_unit(text.data(), text.data() + text.size());
      if (!reading.unit || reading.end != text.data() + text.size())
        return fail(fmt::format("'{}' is not a unit", text));
      unit[column] = *reading.unit;
    }
  }

  std::string_view rest_;
  std::string name_;
  long line_ = 0;
  bool has_header_ = false;
};

/// The file that `path`, a string of a call of table, names. Nothing after an error.
std::optional<TableFile> read_table(const Document& document, const Expression& path, TableCurve curve,
                                    Report& report) {
  const auto found = document.data_files.find(&path);
  if (found == document.data_files.end()) return std::nullopt;  // its error was reported when the scene was read
  const SourceFile& source = document.sources[found->second];
  TableReader reader(source.text, source.name);
  if (!reader.read()) {
    report.error(path.span, "S029", reader.error,
                 "its first line may say \"time [s], force [N]\"; then a point a line, ascending");
    return std::nullopt;
  }
  Table table = make_table(source.name, std::move(reader.x), std::move(reader.y), curve);
  return TableFile{std::make_shared<const Table>(std::move(table)), reader.unit[0].dimension, reader.unit[1].dimension,
                   reader.has_header()};
}

/// y at x, which stands at `span`: a number, or a value that varies where x does. `name`: of the file, as written.
/// Nothing after an error.
std::optional<Value> value_in(const TableFile& file, std::string_view name, const Value& x, Span span, Report& report) {
  const auto* q = std::get_if<Quantity>(&x.data);
  const auto* varying = std::get_if<VaryingValue>(&x.data);
  if (q == nullptr && (varying == nullptr || (*varying)->size != 0 || (*varying)->is_condition)) {
    report.error(span, "S018", fmt::format("table takes a number, found {}", describe(x)), call_of_table);
    return std::nullopt;
  }
  const Dimension found = q != nullptr ? q->dimension : (*varying)->dimension;
  if (!same_dimension(found, file.of_x)) {
    report.error(span, "S032",
                 fmt::format("the first column of '{}' is {}, found {}", name, describe(file.of_x), describe(found)),
                 file.has_header
                     ? "units stand in the first line of the file: time [s], force [N]"
                     : "the file has no line of names and units; its first line may be: time [s], force [N]");
    return std::nullopt;
  }
  if (q == nullptr) return table_value(file.table, x, file.of_y);
  const double y = file.table->derivative(q->value, 0);
  if (std::isnan(y)) {
    report.error(span, "S023", fmt::format("{} lies outside: {}", quantity_text(*q), describe_range(*file.table)));
    return std::nullopt;
  }
  return Value{Quantity{y, file.of_y, nullptr}};
}

}  // namespace

std::optional<Value> call_table(const Evaluator& evaluator, const Expression& e) {
  const auto fail = [&](Span span, std::string message) {
    evaluator.report().error(span, "S018", std::move(message), call_of_table);
    return std::nullopt;
  };
  if (e.operands.size() < 2 || e.operands.size() > 3 || e.operands[0]->kind != ExpressionKind::string)
    return fail(e.span, "table takes the name of a file, a number, and linear or cubic");
  TableCurve curve = TableCurve::linear;
  if (e.operands.size() == 3) {
    const std::string word = evaluator.source(*e.operands[2]);
    if (word != "linear" && word != "cubic") return fail(e.operands[2]->span, fmt::format("'{}' is not a curve", word));
    if (word == "cubic") curve = TableCurve::cubic;
  }
  const auto read = read_table(evaluator.document(), *e.operands[0], curve, evaluator.report());
  const auto x = read ? evaluator.evaluate(*e.operands[1]) : std::nullopt;
  return x ? value_in(*read, e.operands[0]->text, *x, e.operands[1]->span, evaluator.report()) : std::nullopt;
}

}  // namespace perpend::dsl
