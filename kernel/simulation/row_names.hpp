// Rows of J in the words of the scene.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/model.hpp"

namespace perpend {

/// "pin[3] row 2": the joint and the row within it; "pin[3]" for a single row; "pin[3] row 3 (velocity)" for a
/// non-holonomic one; "pin[3] limit (upper)" and "pin[3] friction" for rows with bounds, with the name of the
/// coordinate where a joint has two: "rail slide limit (upper)".
[[nodiscard]] std::string row_name(const Model& model, int row);

/// Names in a row: "a row 1, a row 2, b".
[[nodiscard]] std::string row_names(const Model& model, const std::vector<int>& rows);

/// "spare row 1, spare row 2 follow from the others (8 joint rows of rank 6, 3 degrees of freedom)".
[[nodiscard]] std::string describe_dependent_rows(const Model& model, const std::vector<int>& rows);

}  // namespace perpend
