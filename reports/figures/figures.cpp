#include "reports/figures/figures.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "reports/figures/figure_script.hpp"
#include "reports/figures/gnuplot.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {
namespace {

struct PlannedFile {
  std::string temporary;
  std::string path;
};

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

/// The picture of an earlier run goes too: it must not stand for this one.
void discard(const PlannedFile& file) {
  ::unlink(file.temporary.c_str());
  ::unlink(file.path.c_str());
}

/// A full disk leaves gnuplot's files empty or cut, and gnuplot does not always say so.
bool looks_whole(const PlannedFile& file) {
  std::error_code code;
  return std::filesystem::file_size(file.temporary, code) > 0 && !code;
}

/// One figure as svg and pdf. False: gnuplot is not there.
bool draw(const FigureData& figure, const ExperimentRecord& record, const std::string& directory, const char* gnuplot,
          FiguresResult& result) {
  const std::string name = unique_name(as_file_name(figure.name), result.names);
  std::vector<PlannedFile> files;
  std::string script;
  for (const char* ending : {"svg", "pdf"}) {
    const std::string file = name + "." + ending;
    files.push_back({directory + "/" + file + ".tmp", directory + "/" + file});
    script += figure_script(figure, record, ending, "./" + file + ".tmp");
  }
  const GnuplotResult drawn = run_gnuplot(script, directory, gnuplot);
  if (!drawn.succeeded()) {
    for (const PlannedFile& file : files) discard(file);
    if (drawn.is_missing) {
      result.undrawn.push_back("no figure files: the program gnuplot is not installed (package gnuplot-nox)");
      return false;
    }
    result.undrawn.push_back("figure " + single_line(figure.name) + " was not drawn: " + single_line(drawn.errors));
    result.errors.push_back({directory + "/" + name, "gnuplot could not draw", single_line(drawn.errors)});
    return true;
  }
  result.names.push_back(name);
  for (const PlannedFile& file : files) {
    const auto error = looks_whole(file)
                           ? move_into_place(file.temporary, file.path)
                           : std::optional<WriteError>{{file.path, "cannot draw", "gnuplot left an empty file"}};
    if (!error) continue;
    discard(file);
    result.undrawn.push_back("figure " + single_line(figure.name) + ": " + error->message());
    result.errors.push_back(*error);
  }
  return true;
}

}  // namespace

FiguresResult write_figures(const ExperimentRecord& record, const std::string& directory, const char* gnuplot) {
  FiguresResult result;
  const std::vector<FigureData> figures = drawable_figures(record, result);
  if (figures.empty()) return result;
  if (const auto error = create_directory(directory)) {
    result.errors.push_back(*error);
    return result;
  }
  for (const FigureData& figure : figures)
    if (!draw(figure, record, directory, gnuplot, result)) break;
  return result;
}

}  // namespace perpend::reports
