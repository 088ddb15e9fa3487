#include "reports/files/result_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>

#include "reports/files/certificate_stream.hpp"
#include "reports/files/digest.hpp"
#include "reports/files/provenance.hpp"
#include "reports/files/result_files.hpp"
#include "reports/results/series_archive.hpp"

namespace perpend::reports {

namespace {

namespace fs = std::filesystem;

constexpr const char* stamp_name = ".up-to-date";
/// Figures depend on the scene, and a folder of figures may hold others too: writing them replaces its own.
constexpr std::array result_names{"results.json", "report.html", certificate_file_name, "junit.xml"};
/// Those that not every run writes.
constexpr std::array further_names{"series.csv", series_file_name, states_file_name};

}  // namespace

std::string result_folder(const std::string& out, const std::string& scene, std::size_t num_scenes) {
  if (out.empty() || num_scenes == 1) return out;
  // Absolute first: the folder of "x.scene" has no name of its own, that of "../x.scene" would lead out of DIR.
  const fs::path path = fs::absolute(scene).lexically_normal();
  return (fs::path(out) / path.parent_path().filename() / path.stem()).string();
}

std::optional<std::string> find_shared_folder(const std::string& out, const std::vector<std::string>& scenes) {
  if (out.empty() || scenes.size() < 2) return std::nullopt;
  std::map<std::string, std::string> owners;
  for (const std::string& scene : scenes) {
    const auto [owner, is_new] = owners.emplace(result_folder(out, scene, scenes.size()), scene);
    if (!is_new)
      return fmt::format("{} and {} would both write to {}; run them one by one with different --out", owner->second,
                         scene, owner->first);
  }
  return std::nullopt;
}

std::string stamp_key(const std::string& scene, const std::vector<std::string>& options) {
  std::string text = program_hash() + '\n' + scene;
  for (const std::string& option : options) text += '\n' + option;
  return sha256_hex(text);
}

std::optional<int> find_unchanged(const std::string& folder, const std::string& key) {
  std::ifstream file(fs::path(folder) / stamp_name);
  std::string stored_key;
  int verdict = 0;
  if (!(file >> stored_key >> verdict) || stored_key != key) return std::nullopt;
  const bool complete = std::all_of(result_names.begin(), result_names.end(),
                                    [&](const char* name) { return fs::exists(fs::path(folder) / name); });
  return complete ? std::optional(verdict) : std::nullopt;
}

void remove_results(const std::string& folder) {
  std::error_code ignored;  // what cannot be removed cannot be replaced either, and that is reported
  fs::remove(fs::path(folder) / stamp_name, ignored);
  for (const char* name : result_names) fs::remove(fs::path(folder) / name, ignored);
  for (const char* name : further_names) fs::remove(fs::path(folder) / name, ignored);
}

std::string incomplete_folder(const std::string& folder) {
  return (fs::path(folder) / "incomplete").string();
}

std::string incomplete_name(const std::string& path) {
  const fs::path complete = path;
  return (complete.parent_path() / (complete.stem().string() + ".incomplete" + complete.extension().string())).string();
}

void remove_incomplete(const std::string& folder) {
  const fs::path place = incomplete_folder(folder);
  std::error_code ignored;  // as above
  remove_results(place.string());
  std::vector<fs::path> figures;
  for (fs::directory_iterator it(place / "figures", ignored), end; !ignored && it != end; it.increment(ignored))
    if (it->path().extension() == ".svg" || it->path().extension() == ".pdf") figures.push_back(it->path());
  for (const fs::path& figure : figures) fs::remove(figure, ignored);
  fs::remove_all(place / inputs_folder_name, ignored);  // of this folder, all that is in it is ours
  fs::remove(place / "figures", ignored);               // these only when nothing else is in them
  fs::remove(place, ignored);
}

std::optional<WriteError> write_stamp(const std::string& folder, const std::string& key, int verdict) {
  return write_file((fs::path(folder) / stamp_name).string(), fmt::format("{}\n{}\n", key, verdict));
}

}  // namespace perpend::reports
