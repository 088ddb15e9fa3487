// Tables that laws read: files of two columns that the scene names, found and read with the scene itself.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "dsl/report.hpp"
#include "dsl/syntax/ast.hpp"
#include "dsl/values/value.hpp"
#include "kernel/model/numbers/table.hpp"

namespace perpend::dsl {

struct TableFile {
  std::shared_ptr<const Table> table;
  Dimension of_x{};
  Dimension of_y{};
  bool has_header = false;  ///< a first line with the names of the columns
};

/// The file that `path`, a string of a call of table, names. Its first line may give the columns names and units, as in
/// "time [s], force [N]"; without units they are SI numbers without a dimension. Nothing after an error.
[[nodiscard]] std::optional<TableFile> read_table(const Document& document, const Expression& path, TableCurve curve,
                                                  Report& report);

/// How a table is written, for hints.
inline constexpr const char* call_of_table = "as in table(\"force.csv\", t) or table(\"force.csv\", t, cubic)";

/// y at x, which stands at `span`: a number, or a value that varies where x does. `name`: of the file, as written.
/// Nothing after an error.
[[nodiscard]] std::optional<Value> value_in(const TableFile& file, std::string_view name, const Value& x, Span span,
                                            Report& report);

}  // namespace perpend::dsl
