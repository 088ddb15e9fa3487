#include "reports/files/result_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
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

/// A file as it was written.
struct FileMark {
  std::uintmax_t size = 0;
  std::string sha256;
  std::string path;  ///< below the folder

  bool operator==(const FileMark&) const = default;
};

/// Nothing where there is no such file.
std::optional<FileMark> mark_of(const fs::path& folder, const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(folder / path, error)) return std::nullopt;
  const std::uintmax_t size = fs::file_size(folder / path, error);
  if (error) return std::nullopt;
  return FileMark{size, sha256_hex_of_file((folder / path).c_str()), path};
}

struct Stamp {
  std::string key;
  int verdict = 0;
  std::vector<FileMark> files;
};

std::optional<Stamp> read_stamp(const std::string& folder) {
  std::ifstream file(fs::path(folder) / stamp_name);
  Stamp stamp;
  if (!(file >> stamp.key >> stamp.verdict)) return std::nullopt;
  FileMark mark;
  while (file >> mark.size >> mark.sha256 && file.get() == ' ' && std::getline(file, mark.path))
    stamp.files.push_back(mark);
  return stamp;
}

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
  const std::optional<Stamp> stamp = read_stamp(folder);
  if (!stamp || stamp->key != key) return std::nullopt;
  const auto is_listed = [&](const char* name) {
    return std::any_of(stamp->files.begin(), stamp->files.end(),
                       [&](const FileMark& file) { return file.path == name; });
  };
  const bool is_whole = std::all_of(result_names.begin(), result_names.end(), is_listed) &&
                        std::all_of(stamp->files.begin(), stamp->files.end(),
                                    [&](const FileMark& file) { return mark_of(folder, file.path) == file; });
  return is_whole ? std::optional(stamp->verdict) : std::nullopt;
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
  const std::optional<Stamp> stamp = read_stamp(place.string());
  remove_results(place.string());
  std::error_code ignored;  // as above
  for (const FileMark& file : stamp ? stamp->files : std::vector<FileMark>{}) {
    const fs::path path = file.path;
    const bool is_below =
        !path.empty() && path.is_relative() && path.lexically_normal() == path && *path.begin() != "..";
    if (!is_below || (*path.begin() != inputs_folder_name && *path.begin() != "figures")) continue;
    fs::remove(place / path, ignored);
    for (fs::path above = path.parent_path(); !above.empty(); above = above.parent_path())
      fs::remove(place / above, ignored);  // these only when nothing else is in them
  }
  fs::remove(place, ignored);
}

std::optional<WriteError> write_stamp(const std::string& folder, const std::string& key, int verdict,
                                      const std::vector<std::string>& more) {
  std::vector<std::string> names(result_names.begin(), result_names.end());
  names.insert(names.end(), further_names.begin(), further_names.end());
  names.insert(names.end(), more.begin(), more.end());
  std::string text = fmt::format("{}\n{}\n", key, verdict);
  for (const std::string& name : names)
    if (const auto mark = mark_of(folder, name))
      text += fmt::format("{} {} {}\n", mark->size, mark->sha256, mark->path);
  return write_file((fs::path(folder) / stamp_name).string(), text);
}

}  // namespace perpend::reports
