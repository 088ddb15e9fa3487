// series.csv: every recorded row of every method, SI values, the shortest digits that read back as the same double.
#pragma once

#include <optional>
#include <string>

#include "kernel/model/record.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend::reports {

/// Columns: method, step, time [s], then each measure with its SI unit. A method without a measure leaves its cells
/// empty; numbers that are not finite read nan, inf, -inf.
[[nodiscard]] std::optional<WriteError> write_series_csv(const ExperimentRecord& record, const std::string& path);

}  // namespace perpend::reports
