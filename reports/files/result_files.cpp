#include "reports/files/result_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>

#include "reports/figures/figures.hpp"
#include "reports/files/json.hpp"
#include "reports/files/junit.hpp"
#include "reports/page/html.hpp"
#include "reports/results/series_archive.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {

namespace {

/// RFC 4180: quoted when it must be, quotes doubled.
std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string field = "\"";
  for (const char c : text) {
    if (c == '"') field += '"';
    field += c;
  }
  return field + '"';
}

std::string si_unit_of(const std::vector<MethodRun>& runs, const std::string& measure) {
  for (const MethodRun& run : runs)
    if (const MeasureRecord* found = find_measure(run, measure)) return si_name(found->unit.dimension);
  return "";
}

std::string header_line(const std::vector<MethodRun>& runs, const std::vector<std::string>& measures) {
  std::string line = "method,step,time [s]";
  for (const std::string& name : measures) line += ',' + csv_field(with_unit_label(name, si_unit_of(runs, name)));
  return line + "\r\n";
}

void write_run(AtomicFile& file, const MethodRun& run, const std::vector<std::string>& measures) {
  std::vector<const MeasureRecord*> columns;
  for (const std::string& name : measures) columns.push_back(find_measure(run, name));
  const std::string method = csv_field(run.method);
  fmt::memory_buffer line;
  for (std::size_t row = 0; row < run.times.size() && row < run.step_numbers.size(); ++row) {
    line.clear();
    fmt::format_to(std::back_inserter(line), "{},{},{}", method, run.step_numbers[row], run.times[row]);
    for (const MeasureRecord* column : columns) {
      line.push_back(',');
      if (column == nullptr || row >= column->values.size()) continue;
      // A NaN may have a sign, which says nothing.
      const double value = column->values[row];
      fmt::format_to(std::back_inserter(line), "{}", std::isnan(value) ? std::abs(value) : value);
    }
    line.append(std::string_view("\r\n"));
    file.write({line.data(), line.size()});
  }
}

}  // namespace

std::optional<WriteError> write_series_csv(const ExperimentRecord& record, const std::string& path) {
  std::vector<std::string> measures;  // those of queries as well
  for (const MethodRun& run : record.runs)
    for (const MeasureRecord& measure : run.measures)
      if (std::find(measures.begin(), measures.end(), measure.name) == measures.end()) measures.push_back(measure.name);
  AtomicFile file(path);
  file.write(header_line(record.runs, measures));
  for (const MethodRun& run : record.runs) write_run(file, run, measures);
  return file.commit();
}

std::optional<WriteError> write_scene(const ExperimentRecord& record, const std::string& directory) {
  for (const SceneFile& file : record.scene_files) {
    const std::filesystem::path path = std::filesystem::path(directory) / inputs_folder_name / file.path;
    if (auto error = create_directory(path.parent_path().string())) return error;
    if (auto error = write_file(path.string(), file.text)) return error;
  }
  return std::nullopt;
}

std::vector<WriteError> write_all(const ExperimentRecord& record, const std::string& directory,
                                  const WriteOptions& options) {
  if (const auto error = create_directory(directory)) return {*error};
  std::vector<WriteError> errors;
  const auto keep = [&](const std::optional<WriteError>& error) {
    if (error) errors.push_back(*error);
  };
  ExperimentRecord shown = record;
  FiguresResult figures;
  if (options.figures)
    figures = write_figures(record, directory + "/figures", options.gnuplot, options.pictures, options.side_by_side);
  errors = std::move(figures.errors);
  shown.undrawn = std::move(figures.undrawn);
  if (options.written != nullptr) {
    for (const std::string& name : figures.names)
      for (const char* ending : figure_endings) options.written->push_back(fmt::format("figures/{}.{}", name, ending));
    for (const SceneFile& file : record.scene_files)
      options.written->push_back((std::filesystem::path(inputs_folder_name) / file.path).string());
  }
  if (options.undrawn != nullptr) *options.undrawn = shown.undrawn;
  keep(write_results_json(shown, directory + "/results.json"));
  if (options.csv) keep(write_series_csv(record, directory + "/series.csv"));
  keep(write_series_archive(record, directory + "/" + series_file_name));
  keep(write_states_archive(record, directory + "/" + states_file_name));
  keep(write_scene(record, directory));
  keep(write_junit(record, directory + "/junit.xml"));
  // Those stand below the picture of a figure too, which no other file has.
  shown.warnings.insert(shown.warnings.end(), figures.warnings.begin(), figures.warnings.end());
  PageLinks links = options.links;
  links.pictures = std::move(figures.files);
  links.has_series = options.csv;
  keep(write_html(shown, directory + "/report.html", links));
  return errors;
}

}  // namespace perpend::reports
