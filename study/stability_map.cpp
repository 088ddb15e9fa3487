#include "study/stability_map.hpp"

#include <algorithm>
#include <cmath>

#include "study/stability.hpp"

namespace perpend {

namespace {

// Gains times the step are gains at a step of one second.
constexpr double unit_step = 1.0;
constexpr int num_columns = 61;
constexpr int num_rows = 61;

struct Gains {
  double alpha = 0.0;
  double beta = 0.0;
};

/// omega0 and zeta are beta and alpha / beta.
std::optional<Gains> gains_of(const Properties& options) {
  if (options.has("alpha") && options.has("beta")) return Gains{options.number("alpha"), options.number("beta")};
  if (options.has("omega0") && options.has("zeta"))
    return Gains{options.number("zeta") * options.number("omega0"), options.number("omega0")};
  return std::nullopt;
}

std::optional<LinearUpdate> update_at(const MethodSpec& method, const Gains& gains) {
  Properties options;
  for (const auto& [name, old] : method.properties.entries())
    if (name != "alpha" && name != "beta" && name != "omega0" && name != "zeta") options.set(name, old);
  options.set("alpha", gains.alpha);
  options.set("beta", gains.beta);
  const auto made = method.type->make(options);
  const auto* stabilizer = std::get_if<std::shared_ptr<const Stabilizer>>(&made);
  return stabilizer == nullptr ? std::nullopt : (*stabilizer)->linear_update();
}

std::vector<double> evenly_spaced(double from, double to, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(from + (to - from) * i / (count - 1));
  return values;
}

bool is_shown(const FigureSpec& figure, const MethodSpec& method) {
  return figure.methods.empty() ||
         std::find(figure.methods.begin(), figure.methods.end(), method.name) != figure.methods.end();
}

}  // namespace

StabilityMap stability_map(const Experiment& experiment, const FigureSpec& figure) {
  StabilityMap map;
  map.figure = figure.name;
  const MethodSpec* first = nullptr;
  constexpr std::array<double, 2> largest{1.25, 2.5};  // holds the region of the semi-implicit method with a margin
  for (const MethodSpec& method : experiment.methods) {
    const auto gains = gains_of(method.properties);
    const auto step = step_of(experiment, method);
    if (!is_shown(figure, method) || !gains || !step) continue;
    if (first == nullptr) first = &method;
    map.points.push_back({method.name, gains->alpha * *step, gains->beta * *step});
  }
  if (first == nullptr) return map;
  const std::array<double, 2> x = figure.x_range.value_or(std::array{0.0, largest[0]});
  const std::array<double, 2> y = figure.y_range.value_or(std::array{0.0, largest[1]});
  map.x = evenly_spaced(std::max(x[0], 0.0), x[1], num_columns);
  map.y = evenly_spaced(std::max(y[0], 0.0), y[1], num_rows);
  for (const double beta : map.y) {
    std::vector<double>& row = map.radius.emplace_back();
    for (const double alpha : map.x) {
      const auto update = update_at(*first, {alpha, beta});
      row.push_back(update ? certify_update(*update, unit_step, 0, 1).rho.hi : not_a_number);
    }
  }
  for (const double alpha : map.x) {
    const auto update = [&](double beta) { return update_at(*first, {alpha, beta}); };
    const LimitReport limit = stability_limit(
        update, [](double) { return unit_step; }, 0, 1);
    if (limit.verdict == Verdict::proved && std::isfinite(limit.hi)) map.boundary.push_back({alpha, limit.hi});
  }
  return map;
}

}  // namespace perpend
