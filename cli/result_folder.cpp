#include "cli/result_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "reports/files/certificate_stream.hpp"
#include "reports/files/sha256.hpp"

namespace perpend::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* stamp_name = ".up-to-date";
/// Figures depend on the scene, and a folder of figures may hold others too: writing them replaces its own.
constexpr std::array result_names{"results.json", "report.html", "series.csv", reports::certificate_file_name,
                                  "junit.xml"};

const std::string& program_hash() {
  static const std::string hash = reports::sha256_hex(read_bytes("/proc/self/exe"));
  return hash;
}

}  // namespace

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string result_folder(const RunArguments& arguments, const std::string& file) {
  if (arguments.out.empty() || arguments.files.size() == 1) return arguments.out;
  // Absolute first: the folder of "x.scene" has no name of its own, that of "../x.scene" would lead out of DIR.
  const fs::path path = fs::absolute(file).lexically_normal();
  return (fs::path(arguments.out) / path.parent_path().filename() / path.stem()).string();
}

std::optional<std::string> find_shared_folder(const RunArguments& arguments) {
  if (arguments.out.empty() || arguments.files.size() < 2) return std::nullopt;
  std::map<std::string, std::string> owners;
  for (const std::string& file : arguments.files) {
    const auto [owner, is_new] = owners.emplace(result_folder(arguments, file), file);
    if (!is_new)
      return fmt::format("{} and {} would both write to {}; run them one by one with different --out", owner->second,
                         file, owner->first);
  }
  return std::nullopt;
}

std::string stamp_key(const RunArguments& arguments, const dsl::Document& document) {
  std::string text = program_hash() + '\n' + dsl::all_text(document) + "\ncertificates " + arguments.certificates;
  for (const std::string& one : arguments.set) text += "\nset " + one;
  for (const std::string& one : arguments.methods) text += "\nmethod " + one;
  return reports::sha256_hex(text);
}

std::optional<ExitCode> find_unchanged(const std::string& folder, const std::string& key) {
  std::ifstream file(fs::path(folder) / stamp_name);
  std::string stored_key;
  int code = 0;
  if (!(file >> stored_key >> code) || stored_key != key) return std::nullopt;
  const bool complete = std::all_of(result_names.begin(), result_names.end(),
                                    [&](const char* name) { return fs::exists(fs::path(folder) / name); });
  return complete ? std::optional(static_cast<ExitCode>(code)) : std::nullopt;
}

void remove_results(const std::string& folder) {
  std::error_code ignored;  // what cannot be removed cannot be replaced either, and that is reported
  fs::remove(fs::path(folder) / stamp_name, ignored);
  for (const char* name : result_names) fs::remove(fs::path(folder) / name, ignored);
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
  fs::remove(place / "figures", ignored);  // both only when nothing else is in them
  fs::remove(place, ignored);
}

std::optional<reports::WriteError> write_stamp(const std::string& folder, const std::string& key, ExitCode code) {
  return reports::write_file((fs::path(folder) / stamp_name).string(),
                             fmt::format("{}\n{}\n", key, static_cast<int>(code)));
}

}  // namespace perpend::cli
