#include "reports/figures/figures.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "reports/figures/figure_script.hpp"
#include "reports/figures/gnuplot.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {
namespace {

std::string unique_name(std::string name, const std::vector<std::string>& taken) {
  const std::string base = name;
  for (int i = 2; std::find(taken.begin(), taken.end(), name) != taken.end(); ++i)
    name = base + "_" + std::to_string(i);
  return name;
}

bool is_any_finite(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

bool has_value(const FigureData& figure) {
  const auto has_point = [](const Curve& curve) {
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      if (std::isfinite(curve.x[i]) && std::isfinite(curve.y[i])) return true;
    return false;
  };
  const auto has_cell = [](const HeatPanel& panel) {
    return std::any_of(panel.values.begin(), panel.values.end(), is_any_finite);
  };
  return !figure.snapshots.empty() || std::any_of(figure.curves.begin(), figure.curves.end(), has_point) ||
         std::any_of(figure.heat.begin(), figure.heat.end(), has_cell);
}

/// What can be drawn; says what cannot.
std::vector<FigureData> drawable_figures(const ExperimentRecord& record, FiguresResult& result) {
  std::vector<FigureData> figures;
  for (const FigureSpec& spec : all_figures(record)) {
    FigureData figure = figure_data(spec, record);
    for (const std::string& note : figure.notes)
      result.warnings.push_back("figure " + single_line(spec.name) + ": " + note);
    if (!can_draw(figure)) continue;
    if (has_value(figure))
      figures.push_back(std::move(figure));
    else  // gnuplot refuses a picture without a point
      result.warnings.push_back("figure " + single_line(spec.name) + ": nothing to draw, no value is a number");
  }
  return figures;
}

constexpr std::array endings{"svg", "pdf"};

/// The pictures of one figure, in the order of `endings`; fewer: why not all could be drawn is in `failure`.
std::vector<std::string> pictures(const FigureData& figure, const ExperimentRecord& record, const char* gnuplot,
                                  std::string& failure) {
  std::vector<std::string> drawn;
  for (const char* ending : endings) {
    GnuplotResult result = run_gnuplot(figure_script(figure, record, ending), gnuplot);
    failure = single_line(result.failure);
    if (!failure.empty()) break;
    drawn.push_back(std::move(result.picture));
  }
  return drawn;
}

/// One figure as svg and pdf, at `path` without the ending.
void draw(const FigureData& figure, const ExperimentRecord& record, const std::string& path, const char* gnuplot,
          FiguresResult& result) {
  std::string failure;
  const std::vector<std::string> drawn = pictures(figure, record, gnuplot, failure);
  // The picture of an earlier run goes: it must not stand for this one.
  for (const char* ending : endings) ::unlink((path + "." + ending).c_str());
  for (std::size_t i = 0; i < endings.size() && failure.empty(); ++i) {
    const auto error = write_file(path + "." + endings[i], drawn[i]);
    if (!error) continue;
    failure = error->message();
    result.errors.push_back(*error);
  }
  if (!failure.empty()) result.undrawn.push_back({single_line(figure.name), failure});
}

}  // namespace

FiguresResult write_figures(const ExperimentRecord& record, const std::string& directory, const char* gnuplot) {
  FiguresResult result;
  const std::vector<FigureData> figures = drawable_figures(record, result);
  if (figures.empty()) return result;
  if (const auto error = create_directory(directory)) {
    result.errors.push_back(*error);
    for (const FigureData& figure : figures) result.undrawn.push_back({single_line(figure.name), error->message()});
    return result;
  }
  std::vector<std::string> names;
  for (const FigureData& figure : figures) {
    names.push_back(unique_name(as_file_name(figure.name), names));
    const std::size_t undrawn = result.undrawn.size();
    draw(figure, record, directory + "/" + names.back(), gnuplot, result);
    if (result.undrawn.size() == undrawn) result.names.push_back(names.back());
  }
  return result;
}

}  // namespace perpend::reports
