#include "reports/results/series_archive.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "formats/npz.hpp"
#include "formats/reading.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {

namespace {

namespace fs = std::filesystem;

/// The arrays of an archive, each under a name of its own.
class Arrays {
 public:
  void add(const std::string& name, std::string npy) {
    std::string unique = single_line(name);
    for (int i = 2; !taken_.insert(unique).second; ++i) unique = single_line(name) + "#" + std::to_string(i);
    arrays_.push_back({std::move(unique), std::move(npy)});
  }
  void add(const std::string& name, const std::vector<double>& numbers) {
    add(name, formats::write_npy(std::span<const double>(numbers)));
  }
  void add(const std::string& name, const std::vector<long>& integers) {
    add(name,
        formats::write_npy(std::span<const std::int64_t>(std::vector<std::int64_t>(integers.begin(), integers.end()))));
  }
  /// Rows one after the other; nothing where they are no whole number of rows.
  void add_rows(const std::string& name, std::size_t num_rows, const std::vector<double>& numbers) {
    if (num_rows == 0 || numbers.size() % num_rows != 0) return;
    const auto rows = static_cast<Eigen::Index>(num_rows);
    using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const MatrixX matrix =
        Eigen::Map<const ByRows>(numbers.data(), rows, static_cast<Eigen::Index>(numbers.size()) / rows);
    add(name, formats::write_npy(matrix));
  }

  [[nodiscard]] std::optional<WriteError> write(const std::string& path) const {
    return arrays_.empty() ? std::nullopt : write_file(path, formats::write_npz(arrays_));
  }

 private:
  std::set<std::string> taken_;
  std::vector<formats::NamedArray> arrays_;
};

template <std::size_t n>
std::vector<double> flat_poses(const std::vector<std::vector<std::array<float, n>>>& frames) {
  std::vector<double> numbers;
  for (const auto& bodies : frames)
    for (const auto& pose : bodies) numbers.insert(numbers.end(), pose.begin(), pose.end());
  return numbers;
}

void add_series(const MethodRun& run, Arrays& arrays) {
  const std::string name = run.method + "/";
  if (!run.times.empty()) {
    arrays.add(name + "time", run.times);
    arrays.add(name + "step", run.step_numbers);
    for (const MeasureRecord& measure : run.measures) arrays.add(name + "measure/" + measure.name, measure.values);
  }
  if (run.frames.times.empty()) return;
  arrays.add(name + "frame_time", run.frames.times);
  arrays.add_rows(name + "pose", run.frames.times.size(),
                  run.frames.poses.empty() ? flat_poses(run.frames.spatial_poses) : flat_poses(run.frames.poses));
}

/// The runs of one method over the points that have it.
void add_swept(const SweepRecord& sweep, const std::string& method, Arrays& arrays) {
  std::vector<double> coordinates, times;
  std::vector<long> first_row, steps;
  std::vector<std::pair<std::string, std::vector<double>>> columns;
  for (const SweepPoint& point : sweep.points)
    for (const MethodRun& run : point.runs) {
      if (run.method != method || run.times.empty()) continue;
      if (columns.empty())
        for (const MeasureRecord& measure : run.measures) columns.emplace_back(measure.name, std::vector<double>{});
      coordinates.insert(coordinates.end(), point.coordinates.begin(), point.coordinates.end());
      first_row.push_back(static_cast<long>(times.size()));
      times.insert(times.end(), run.times.begin(), run.times.end());
      steps.insert(steps.end(), run.step_numbers.begin(), run.step_numbers.end());
      for (auto& [name, values] : columns) {
        const auto measure = std::find_if(run.measures.begin(), run.measures.end(),
                                          [&, &name = name](const MeasureRecord& one) { return one.name == name; });
        if (measure != run.measures.end()) values.insert(values.end(), measure->values.begin(), measure->values.end());
        values.resize(times.size(), not_a_number);
      }
    }
  if (times.empty()) return;
  const std::string name = "sweep/" + sweep.spec.name + "/" + method + "/";
  arrays.add_rows(name + "coordinates", first_row.size(), coordinates);
  arrays.add(name + "first_row", first_row);
  arrays.add(name + "time", times);
  arrays.add(name + "step", steps);
  for (const auto& [measure, values] : columns) arrays.add(name + "measure/" + measure, values);
}

std::vector<double> archived_numbers(const formats::NpzArchive& archive, const std::string& name) {
  return archive.has(name) ? formats::read_dense(archive, name).value : std::vector<double>{};
}

std::vector<long> archived_integers(const formats::NpzArchive& archive, const std::string& name) {
  if (!archive.has(name)) return {};
  const std::string bytes = archive.unpack(name), label = archive.label(name);
  return formats::to_integers(formats::parse_npy(bytes, label), label);
}

template <std::size_t n>
std::vector<std::vector<std::array<float, n>>> poses_of(const std::vector<double>& flat, std::size_t num_frames) {
  const std::size_t num_bodies = flat.size() / n / num_frames;
  std::vector<std::vector<std::array<float, n>>> frames(num_frames, std::vector<std::array<float, n>>(num_bodies));
  std::size_t next = 0;
  for (auto& bodies : frames)
    for (auto& pose : bodies)
      for (float& entry : pose) entry = static_cast<float>(flat[next++]);
  return frames;
}

void read_frames(const formats::NpzArchive& archive, Space space, MethodRun& run) {
  run.frames.times = archived_numbers(archive, run.method + "/frame_time");
  const std::vector<double> flat = archived_numbers(archive, run.method + "/pose");
  const std::size_t count = run.frames.times.size(), numbers_of_a_body = space == Space::planar ? 3 : 7;
  if (count == 0 || flat.size() % (count * numbers_of_a_body) != 0)
    run.frames = {};
  else if (space == Space::planar)
    run.frames.poses = poses_of<3>(flat, count);
  else
    run.frames.spatial_poses = poses_of<7>(flat, count);
}

void read_run_series(const formats::NpzArchive& archive, Space space, MethodRun& run) {
  run.times = archived_numbers(archive, run.method + "/time");
  run.step_numbers = archived_integers(archive, run.method + "/step");
  run.step_numbers.resize(run.times.size(), -1);
  for (MeasureRecord& measure : run.measures) {
    measure.values = archived_numbers(archive, run.method + "/measure/" + measure.name);
    if (measure.values.size() != run.times.size()) measure.values.clear();
  }
  read_frames(archive, space, run);
}

template <class Read>
std::optional<ReadError> read_archive(const std::string& path, ExperimentRecord& record, const Read& read) {
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  const auto done = formats::guarded(path, [&] {
    const formats::NpzArchive archive(path);
    for (MethodRun& run : record.runs) read(archive, run);
    return true;
  });
  const auto* failure = std::get_if<FileError>(&done);
  return failure == nullptr ? std::nullopt : std::optional(ReadError{path, failure->message});
}

}  // namespace

std::optional<WriteError> write_series_archive(const ExperimentRecord& record, const std::string& path) {
  Arrays arrays;
  for (const MethodRun& run : record.runs) add_series(run, arrays);
  for (const SweepRecord& sweep : record.sweeps) {
    std::vector<std::string> methods;
    for (const SweepPoint& point : sweep.points)
      for (const MethodRun& run : point.runs)
        if (std::find(methods.begin(), methods.end(), run.method) == methods.end()) methods.push_back(run.method);
    for (const std::string& method : methods) add_swept(sweep, method, arrays);
  }
  return arrays.write(path);
}

std::optional<WriteError> write_states_archive(const ExperimentRecord& record, const std::string& path) {
  Arrays arrays;
  for (const MethodRun& run : record.runs) {
    if (run.states.positions.empty()) continue;
    const std::string name = run.method + "/";
    arrays.add(name + "time", run.times);
    arrays.add(name + "step", run.step_numbers);
    arrays.add_rows(name + "q", run.times.size(), run.states.positions);
    arrays.add_rows(name + "v", run.times.size(), run.states.velocities);
  }
  return arrays.write(path);
}

std::optional<ReadError> read_series(const std::string& folder, ExperimentRecord& record) {
  const auto path = [&](const char* name) { return (fs::path(folder) / name).string(); };
  const auto series = [&](const formats::NpzArchive& archive, MethodRun& run) {
    read_run_series(archive, record.space, run);
  };
  if (auto error = read_archive(path(series_file_name), record, series)) return error;
  return read_archive(path(states_file_name), record, [](const formats::NpzArchive& archive, MethodRun& run) {
    run.states = {archived_numbers(archive, run.method + "/q"), archived_numbers(archive, run.method + "/v")};
  });
}

}  // namespace perpend::reports
