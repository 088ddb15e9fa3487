// The table that sets methods side by side: what each got wrong and what it cost.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"
#include "reports/files/json.hpp"

namespace perpend::reports {

/// Largest errors by kind, from the measures that the scene has, and the cost of a step. No columns where fewer than
/// two methods made steps.
[[nodiscard]] Json comparison_view(const ExperimentRecord& record);

/// Which methods have the smallest error of one kind.
struct Ranking {
  std::string title;                 ///< "largest constraint error"
  Unit unit;                         ///< of the measures behind it
  std::vector<std::size_t> best;     ///< runs whose printed numbers share the first place
  double value = not_a_number;       ///< the smallest [SI]
  std::optional<std::size_t> next;   ///< the run behind them; nothing when all share
  double next_value = not_a_number;  ///< [SI]
};

/// One for each kind of error that at least two methods measured to their end, in the order of the table's columns.
[[nodiscard]] std::vector<Ranking> rankings(const ExperimentRecord& record);

}  // namespace perpend::reports
