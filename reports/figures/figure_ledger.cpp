// Causes of one change over time, stacked.
#include <algorithm>
#include <cmath>

#include "reports/figures/figure_series.hpp"
#include "reports/figures/thinning.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {
namespace {

constexpr std::size_t rows_of_a_cause = 400;

/// Rows that show every cause's peaks.
std::vector<std::size_t> shown_rows(const std::vector<std::vector<double>>& causes) {
  std::vector<std::size_t> rows;
  for (const std::vector<double>& cause : causes) {
    const std::vector<std::size_t> own = thinned_rows(cause, rows_of_a_cause);
    rows.insert(rows.end(), own.begin(), own.end());
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

void add_ledger(const FigureSpec& spec, const MethodRun& run, FigureData& figure) {
  LedgerPanel panel{.title = shown_name(run), .x = {}, .causes = {}, .values = {}};
  std::vector<std::vector<double>> all;
  for (const std::string& name : spec.y) {
    const MeasureRecord* measure = find_measure(run, name);
    const bool is_whole = measure != nullptr && measure->values.size() >= run.times.size();
    const auto is_known = [](double value) { return std::isfinite(value); };
    if (!is_whole || std::none_of(measure->values.begin(), measure->values.end(), is_known)) continue;
    panel.causes.push_back(single_line(name));
    all.push_back(in_shown_unit(measure->values, measure->unit));
  }
  if (all.empty() || run.times.size() < 2) {
    figure.notes.push_back(panel.title + ": its causes are not known");
    return;
  }
  panel.values.resize(all.size());
  for (const std::size_t row : shown_rows(all)) {
    if (row >= run.times.size()) break;
    panel.x.push_back(spec.x == "step" ? static_cast<double>(run.step_numbers[row]) : run.times[row]);
    for (std::size_t i = 0; i < all.size(); ++i)
      panel.values[i].push_back(std::isfinite(all[i][row]) ? all[i][row] : 0.0);
  }
  figure.ledgers.push_back(std::move(panel));
}

}  // namespace

void add_ledgers(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure) {
  for (const MethodRun& run : record.runs)
    if (is_selected(spec.methods, run.method)) add_ledger(spec, run, figure);
  // Files of figures show the same numbers as lines.
  add_time_curves(spec, record, figure);
}

}  // namespace perpend::reports
