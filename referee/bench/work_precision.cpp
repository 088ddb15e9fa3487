#include "referee/bench/work_precision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reports/text/text.hpp"

namespace perpend::bench {

namespace {

using reports::Curve;
using reports::FigureData;

constexpr double targets[] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};  // [m]

std::vector<const Trial*> trials_of(const std::vector<Trial>& trials, const std::string& problem,
                                    const std::string& name) {
  std::vector<const Trial*> found;
  for (const Trial& trial : trials)
    if (trial.problem == problem && (name.empty() || trial.name() == name)) found.push_back(&trial);
  return found;
}

std::vector<std::string> names_of(const std::vector<const Trial*>& trials) {
  std::vector<std::string> names;
  for (const Trial* trial : trials)
    if (std::find(names.begin(), names.end(), trial->name()) == names.end()) names.push_back(trial->name());
  return names;
}

double cost_of(const Trial& trial) {
  return trial.least() / trial.simulated;
}

double smallest_error(const std::vector<const Trial*>& trials) {
  double smallest = std::numeric_limits<double>::quiet_NaN();
  for (const Trial* trial : trials) smallest = std::fmin(smallest, trial->find("distance"));
  return smallest;
}

std::string engine_of(const std::string& name) {
  return name.substr(0, name.find(' '));
}

FigureData curves_of(const std::vector<Trial>& trials, const std::string& problem, const std::string& title) {
  FigureData data;
  data.name = data.title = title;
  data.x_label = "CPU time a simulated second [s]";
  data.y_label = "largest distance from the true motion [m]";
  data.log_x = data.log_y = data.has_marks = true;
  data.is_function = false;
  const std::vector<std::string> all = names_of(trials_of(trials, problem, ""));
  std::vector<double> errors;
  for (const std::string& name : all) errors.push_back(smallest_error(trials_of(trials, problem, name)));
  const std::vector<std::string> names = chosen_curves(all, errors);
  for (std::size_t i = 0; i < names.size(); ++i) {
    Curve curve;
    curve.label = names[i];
    curve.color = static_cast<int>(i % reports::num_colors);
    for (const Trial* trial : trials_of(trials, problem, names[i]))
      if (trial->least() > 0.0) {
        curve.x.push_back(cost_of(*trial));
        curve.y.push_back(trial->find("distance"));
      }
    if (!curve.x.empty()) data.curves.push_back(std::move(curve));
  }
  return data;
}

/// Why a contestant reached nothing, from its trials.
std::string why_not(const std::vector<const Trial*>& trials) {
  for (const Trial* trial : trials)
    if (trial->end != TrialEnd::measured)
      return fmt::format("{}: {}", to_string(trial->end), reports::shortened(trial->note, longest_remark));
  return " ";
}

}  // namespace

std::vector<std::string> chosen_curves(const std::vector<std::string>& names, const std::vector<double>& values) {
  std::vector<std::string> chosen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::isnan(values[i])) continue;
    const auto is_before = [&](std::size_t k) {
      return engine_of(names[k]) == engine_of(names[i]) && (values[k] < values[i] || (values[k] == values[i] && k < i));
    };
    std::size_t better = 0;
    for (std::size_t k = 0; k < names.size(); ++k) better += is_before(k) ? 1 : 0;
    if (better < (engine_of(names[i]) == "Perpend" ? 3U : 1U)) chosen.push_back(names[i]);
  }
  return chosen;
}

double cost_of_error(const std::vector<const Trial*>& trials, double target) {
  double least = std::numeric_limits<double>::quiet_NaN();
  for (const Trial* trial : trials)
    if (trial->least() > 0.0 && trial->find("distance") <= target && !(least <= cost_of(*trial)))
      least = cost_of(*trial);
  return least;
}

FigureData performance_profile(const std::string& title, const std::vector<std::string>& names,
                               const std::vector<double>& unsolved, const std::vector<ProfileRow>& rows) {
  FigureData data;
  data.name = data.title = title;
  data.x_label = "times the cost of the cheapest";
  data.y_label = "share of the problems";
  data.log_x = true;
  const std::vector<std::string> shown = chosen_curves(names, unsolved);
  std::vector<std::vector<double>> ratios(names.size());
  double widest = 1.0;
  for (const ProfileRow& row : rows) {
    double best = std::numeric_limits<double>::infinity();
    for (const double cost : row.costs)
      if (cost > 0.0) best = std::min(best, cost);
    for (std::size_t i = 0; i < names.size(); ++i)
      if (row.costs[i] > 0.0) {
        ratios[i].push_back(row.costs[i] / best);
        widest = std::max(widest, ratios[i].back());
      }
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (ratios[i].empty() || std::find(shown.begin(), shown.end(), names[i]) == shown.end()) continue;
    std::sort(ratios[i].begin(), ratios[i].end());
    Curve curve;
    curve.label = names[i];
    curve.color = static_cast<int>(i % reports::num_colors);
    const auto share = [&](std::size_t count) { return static_cast<double>(count) / static_cast<double>(rows.size()); };
    for (std::size_t k = 0; k < ratios[i].size(); ++k) {
      curve.x.insert(curve.x.end(), {ratios[i][k], ratios[i][k]});
      curve.y.insert(curve.y.end(), {share(k), share(k + 1)});
    }
    curve.x.push_back(widest);
    curve.y.push_back(share(ratios[i].size()));
    data.curves.push_back(std::move(curve));
  }
  return data;
}

void add_work_precision(const std::vector<Trial>& trials, reports::StaticSection& section) {
  std::vector<const Trial*> all;
  for (const Trial& trial : trials) all.push_back(&trial);
  const std::vector<std::string> everyone = names_of(all);
  std::vector<std::string> problems;
  for (const Trial& trial : trials)
    if (std::find(problems.begin(), problems.end(), trial.problem) == problems.end()) problems.push_back(trial.problem);
  std::vector<ProfileRow> rows;
  for (const std::string& problem : problems) {
    const std::vector<const Trial*> here = trials_of(trials, problem, "");
    const std::string title = fmt::format("{}, N = {}", here.front()->kind, here.front()->size);
    section.curves.push_back(curves_of(trials, problem, title));
    reports::StaticTable table{
        title + ": CPU ms a simulated second for an error of at most",
        "The cheapest of the steps that meet the error. Last but one: the smallest error of all steps. "
        "Joints apart: the worst of all steps.",
        {""},
        {}};
    for (const double target : targets) table.columns.push_back(fmt::format("{:.0e} m", target));
    table.columns.insert(table.columns.end(), {"smallest error [m]", "joints apart [m]", "remark"});
    for (const std::string& name : names_of(here)) {
      const std::vector<const Trial*> own = trials_of(trials, problem, name);
      std::vector<std::string> row{name};
      const double smallest = smallest_error(own);
      double apart = 0.0;
      for (const Trial* trial : own) apart = std::fmax(apart, trial->find("separation"));
      for (const double target : targets) {
        const double cost = cost_of_error(own, target);
        row.push_back(std::isnan(cost) ? "\xE2\x80\x93" : fmt::format("{:.3g}", 1e3 * cost));
      }
      const bool has_any = !std::isnan(smallest);
      row.push_back(has_any ? fmt::format("{:.1e}", smallest) : "\xE2\x80\x93");
      row.push_back(has_any ? fmt::format("{:.1e}", apart) : "\xE2\x80\x93");
      row.push_back(why_not(own));
      table.rows.push_back(std::move(row));
    }
    section.tables.push_back(std::move(table));
    for (const double target : targets) {
      ProfileRow row;
      for (const std::string& name : everyone)
        row.costs.push_back(cost_of_error(trials_of(trials, problem, name), target));
      if (std::any_of(row.costs.begin(), row.costs.end(), [](double cost) { return cost > 0.0; }))
        rows.push_back(std::move(row));
    }
  }
  if (rows.empty()) return;
  std::vector<double> unsolved(everyone.size(), 0.0);
  for (const ProfileRow& row : rows)
    for (std::size_t i = 0; i < everyone.size(); ++i) unsolved[i] += std::isnan(row.costs[i]) ? 1.0 : 0.0;
  section.curves.push_back(
      performance_profile("Performance profile over all chains and errors", everyone, unsolved, rows));
}

}  // namespace perpend::bench
