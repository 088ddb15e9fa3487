// Causes of one change, stacked, as commands of gnuplot.
#pragma once

#include <cstddef>
#include <string>

#include "reports/figures/figure_data.hpp"

namespace perpend::reports {

/// One panel: what adds goes up from 0, what takes away goes down, and the line is their sum.
[[nodiscard]] std::string ledger_script(const LedgerPanel& panel, std::size_t number, const std::string& title,
                                        bool is_for_print);

}  // namespace perpend::reports
