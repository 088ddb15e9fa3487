#include "cli/certify_subjects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "cli/certify_method.hpp"
#include "cli/process.hpp"
#include "referee/lcp_files.hpp"

namespace perpend::cli {

namespace {

namespace fs = std::filesystem;

constexpr KindRow kinds[] = {{"spd", 1, 1, "spd A..."},
                             {"rank", 1, 1, "rank J..."},
                             {"class", 1, 1, "class A..."},
                             {"rho", 1, 1, "rho X..."},
                             {"linear", 3, 3, "linear A x b"},
                             {"lcp", 1, 3, "lcp A b [z], or lcp FILE with A, b and perhaps z in it"},
                             {"friction", 1, 2, "friction FILE [ANSWER]"},
                             {"method", 2, 2, method_usage}};

bool is_readable(const fs::path& path, const std::string& kind) {
  if (kind == "friction") return path.extension() == ".hdf5" || path.extension() == ".h5" || path.extension() == ".dat";
  constexpr std::array extensions{".mtx", ".npy", ".npz", ".txt", ".csv", ".dat"};
  return std::find(extensions.begin(), extensions.end(), path.extension()) != extensions.end();
}

std::string beside(const fs::path& path, const char* ending) {
  return (path.parent_path() / path.stem()).string() + ending + path.extension().string();
}

bool is_there(const std::string& path) {
  std::error_code missing;
  return fs::exists(path, missing);
}

/// BASE_q next to BASE, in any format that holds a matrix: a part of a problem, not a matrix to judge on its own.
bool is_part(const fs::path& path) {
  constexpr std::array endings{"_q", "_b", "_x", "_z", "_B", "_box"};
  constexpr std::array extensions{".mtx", ".npy", ".txt", ".csv"};
  const std::string name = path.stem().string();
  return std::any_of(endings.begin(), endings.end(), [&](const std::string& ending) {
    if (name.size() <= ending.size() || !name.ends_with(ending)) return false;
    const std::string base = (path.parent_path() / name.substr(0, name.size() - ending.size())).string();
    return std::any_of(extensions.begin(), extensions.end(),
                       [&](const char* extension) { return is_there(base + extension); });
  });
}

/// BASE with the files of these endings next to it.
std::optional<Subject> whole_subject(const fs::path& path, const std::vector<const char*>& endings) {
  Subject subject{path.string()};
  for (const char* ending : endings) {
    subject.push_back(beside(path, ending));
    if (!is_there(subject.back())) return std::nullopt;
  }
  return subject;
}

/// As `solve lcp` finds them, with BASE_z where it is there.
std::optional<Subject> lcp_subject(const fs::path& path) {
  const auto files = lcp_files_of(path);
  if (!files) return std::nullopt;
  if (files->right.empty()) return Subject{files->matrix};
  Subject subject{files->matrix, files->right};
  const std::string answer = beside(path, "_z");
  if (is_there(answer)) subject.push_back(answer);
  return subject;
}

/// Nothing where the file is not a problem of the kind, or is a part of one.
std::optional<Subject> subject_at(const fs::path& path, const std::string& kind) {
  if (kind == "lcp") return lcp_subject(path);
  if (kind == "linear") return whole_subject(path, {"_x", "_b"});
  if (kind == "method") return whole_subject(path, {"_B"});
  if (kind != "friction" && is_part(path)) return std::nullopt;
  return Subject{path.string()};
}

std::vector<Subject> subjects_in(const std::string& folder, const std::string& kind) {
  std::vector<Subject> subjects;
  std::error_code error;
  std::vector<fs::path> paths;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (is_readable(entry->path(), kind)) paths.push_back(entry->path());
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths)
    if (auto subject = subject_at(path, kind)) subjects.push_back(std::move(*subject));
  if (error)
    say(fmt::format("{}: error: {}\n", folder, error.message()));
  else if (subjects.empty())
    say(fmt::format("{}: error: no files of a problem of this kind; see docs/certify.md, Folders\n", folder));
  return subjects;
}

}  // namespace

const KindRow* find_kind(const std::string& name) {
  const auto found =
      std::find_if(std::begin(kinds), std::end(kinds), [&](const KindRow& row) { return name == row.name; });
  return found == std::end(kinds) ? nullptr : found;
}

std::vector<Subject> subjects_of(const std::vector<std::string>& given, const KindRow& kind) {
  std::error_code error;
  const bool is_suite =
      std::all_of(given.begin(), given.end(), [&](const std::string& file) { return fs::is_directory(file, error); });
  std::vector<Subject> subjects;
  if (is_suite) {
    for (const std::string& folder : given) {
      const std::vector<Subject> found = subjects_in(folder, kind.name);
      if (found.empty()) return {};
      subjects.insert(subjects.end(), found.begin(), found.end());
    }
    return subjects;
  }
  if (kind.most == 1) {
    for (const std::string& file : given) subjects.push_back({file});
    return subjects;
  }
  if (given.size() < kind.fewest || given.size() > kind.most) {
    say(fmt::format("error: write perpend certify {}\n", kind.usage));
    return {};
  }
  return {given};
}

std::string subject_text(const Subject& files) {
  std::string text;
  for (const std::string& file : files) text += (text.empty() ? "" : " ") + file;
  return text;
}

}  // namespace perpend::cli
