#include "reports/figures/figures.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <span>

#include "reports/figures/gnuplot.hpp"
#include "reports/text/latex.hpp"
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

FigureData in_tex(FigureData figure) {
  const auto escape = [](std::string& text) { text = latex_text(text); };
  for (std::string* text : {&figure.title, &figure.x_label, &figure.y_label, &figure.marks_text}) escape(*text);
  std::for_each(figure.y_labels.begin(), figure.y_labels.end(), escape);
  for (Curve& curve : figure.curves) escape(curve.label);
  for (LedgerPanel& panel : figure.ledgers) {
    escape(panel.title);
    std::for_each(panel.causes.begin(), panel.causes.end(), escape);
  }
  for (HeatPanel& panel : figure.heat) {
    for (std::string* text : {&panel.title, &panel.row_label}) escape(*text);
    for (auto* texts : {&panel.rows, &panel.columns}) std::for_each(texts->begin(), texts->end(), escape);
    for (auto& row : panel.reasons) std::for_each(row.begin(), row.end(), escape);
  }
  return figure;
}

/// One file of a figure, with its ending.
struct Picture {
  std::string script;
  std::string bytes{};
  std::string failure{};
  bool is_drawn = false;
};

void run_all(std::size_t count, const std::function<void(std::size_t)>& task, const SideBySide& side_by_side) {
  if (side_by_side) return side_by_side(count, task);
  for (std::size_t i = 0; i < count; ++i) task(i);
}

/// A process for each figure while there are few, which go side by side; then fewer processes, which take long to
/// start.
std::size_t pictures_of_process(std::size_t count) {
  constexpr std::size_t least = figure_endings.size(), most = 8, processes = 4;
  return std::clamp((count + processes - 1) / processes, least, most);
}

/// The pictures of all figures, by figure and then in the order of `figure_endings`.
std::vector<Picture> pictures(const std::vector<FigureData>& figures, const ExperimentRecord& record,
                              const char* gnuplot, EarlierPictures* earlier, const SideBySide& side_by_side) {
  std::vector<Picture> all;
  std::vector<std::size_t> missing;
  for (const FigureData& figure : figures)
    for (const char* ending : figure_endings) {
      Picture& picture = all.emplace_back(Picture{figure_script(figure, record, ending)});
      auto found = earlier != nullptr ? earlier->find(picture.script) : std::nullopt;
      if (found) picture.bytes = std::move(*found);
      picture.is_drawn = found.has_value();
      if (!found) missing.push_back(all.size() - 1);
    }
  const std::size_t of_process = pictures_of_process(missing.size());
  const auto draw = [&](std::size_t part) {
    const std::span<const std::size_t> own =
        std::span(missing).subspan(part * of_process, std::min(of_process, missing.size() - part * of_process));
    std::vector<std::string> scripts;
    for (const std::size_t i : own) scripts.push_back(all[i].script);
    std::vector<GnuplotResult> results = run_gnuplot(scripts, gnuplot);
    for (std::size_t i = 0; i < own.size(); ++i) {
      all[own[i]].failure = single_line(results[i].failure);
      all[own[i]].bytes = std::move(results[i].picture);
    }
  };
  run_all((missing.size() + of_process - 1) / of_process, draw, side_by_side);
  for (const std::size_t i : missing) {
    all[i].is_drawn = all[i].failure.empty();
    if (all[i].is_drawn && earlier != nullptr) earlier->add(all[i].script, all[i].bytes);
  }
  return all;
}

/// One figure as svg and pdf, at `path` without the ending. False: not all of it.
bool write_figure(const FigureData& figure, std::span<const Picture> drawn, const std::string& path,
                  FiguresResult& result) {
  std::string failure;
  for (const Picture& picture : drawn)
    if (!picture.is_drawn && failure.empty()) failure = picture.failure;
  // The picture of an earlier run goes: it must not stand for this one.
  for (const char* ending : figure_endings) ::unlink((path + "." + ending).c_str());
  for (std::size_t i = 0; i < figure_endings.size() && failure.empty(); ++i) {
    const auto error = write_file(path + "." + figure_endings[i], drawn[i].bytes);
    if (!error) continue;
    failure = error->message();
    result.errors.push_back(*error);
  }
  if (!failure.empty()) result.undrawn.push_back({single_line(figure.name), failure});
  return failure.empty();
}

}  // namespace

FiguresResult write_figures(const ExperimentRecord& record, const std::string& directory, const char* gnuplot,
                            EarlierPictures* earlier, const SideBySide& side_by_side) {
  FiguresResult result;
  const std::vector<FigureData> figures = drawable_figures(record, result);
  if (figures.empty()) return result;
  if (const auto error = create_directory(directory)) {
    result.errors.push_back(*error);
    for (const FigureData& figure : figures) result.undrawn.push_back({single_line(figure.name), error->message()});
    return result;
  }
  const std::vector<Picture> drawn = pictures(figures, record, gnuplot, earlier, side_by_side);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    names.push_back(unique_name(as_file_name(figures[i].name), names));
    const std::span<const Picture> of_figure(drawn.data() + i * figure_endings.size(), figure_endings.size());
    if (!write_figure(figures[i], of_figure, directory + "/" + names.back(), result)) continue;
    result.names.push_back(names.back());
    result.files.emplace(figures[i].name, names.back());
  }
  return result;
}

FiguresResult print_figures(const ExperimentRecord& record, const std::string& directory, const PrintOptions& options) {
  namespace fs = std::filesystem;
  FiguresResult result;
  std::vector<FigureData> figures = drawable_figures(record, result);
  if (const auto error = create_directory(directory)) {
    result.errors.push_back(*error);
    return result;
  }
  struct PrintedPicture {
    std::string path;
    GnuplotResult drawn{};
    bool is_wanted = true;
  };
  std::vector<std::string> names;
  std::vector<PrintedPicture> pictures;
  for (const FigureData& figure : figures) {
    names.push_back(unique_name(as_file_name(figure.name), names));
    PrintedPicture& picture =
        pictures.emplace_back(PrintedPicture{directory + "/" + names.back() + "." + options.format});
    std::error_code error;
    picture.is_wanted = (options.figures.empty() || std::find(options.figures.begin(), options.figures.end(),
                                                              figure.name) != options.figures.end()) &&
                        !(options.keeps_existing && fs::exists(picture.path, error));
  }
  const auto draw = [&](std::size_t i) {
    if (!pictures[i].is_wanted) return;
    const FigureData& figure = figures[i];
    pictures[i].drawn = run_gnuplot(
        figure_script(options.format == "pgf" ? in_tex(figure) : figure, record, options.format, options.style));
  };
  run_all(pictures.size(), draw, options.side_by_side);
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    const PrintedPicture& picture = pictures[i];
    if (!picture.is_wanted) continue;
    if (!picture.drawn.failure.empty())
      result.undrawn.push_back({single_line(figures[i].name), single_line(picture.drawn.failure)});
    else if (const auto error = write_file(picture.path, picture.drawn.picture))
      result.errors.push_back(*error);
    else
      result.names.push_back(names[i]);
  }
  return result;
}

}  // namespace perpend::reports
