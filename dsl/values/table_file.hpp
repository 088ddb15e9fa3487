// Tables that laws read: files of two columns that the scene names, found and read with the scene itself.
#pragma once

#include <optional>

#include "dsl/values/evaluator.hpp"

namespace perpend::dsl {

/// table("file.csv", x) or table("file.csv", x, linear|cubic): y at x, a number, or a value that varies where x does.
/// The first line of the file may give its columns names and units, as in "time [s], force [N]"; without units they are
/// SI numbers without a dimension. Nothing after an error.
[[nodiscard]] std::optional<Value> call_table(const Evaluator& evaluator, const Expression& call);

}  // namespace perpend::dsl
