#include "referee/statements/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "referee/lcp_files.hpp"

namespace perpend::certify {

namespace {

namespace fs = std::filesystem;

bool is_matrix_file(const fs::path& path) {
  constexpr std::array extensions{".mtx", ".npy", ".npz", ".txt", ".csv", ".dat"};
  return std::find(extensions.begin(), extensions.end(), path.extension()) != extensions.end();
}

std::string next_to(const fs::path& path, const char* ending) {
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
  if (!is_matrix_file(path)) return std::nullopt;
  Subject subject{path.string()};
  for (const char* ending : endings) {
    subject.push_back(next_to(path, ending));
    if (!is_there(subject.back())) return std::nullopt;
  }
  return subject;
}

std::vector<Subject> subjects_in(const std::string& folder, FindSubject subject_at) {
  std::vector<Subject> subjects;
  std::error_code error;
  std::vector<fs::path> paths;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    paths.push_back(entry->path());
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths)
    if (auto subject = subject_at(path)) subjects.push_back(std::move(*subject));
  if (error) throw Refusal(fmt::format("{}: {}", folder, error.message()));
  if (subjects.empty())
    throw Refusal(fmt::format("{}: no files of a problem of this kind; see docs/certify.md, Folders", folder));
  return subjects;
}

}  // namespace

std::optional<Subject> matrix_at(const fs::path& path) {
  if (!is_matrix_file(path) || is_part(path)) return std::nullopt;
  return Subject{path.string()};
}

std::optional<Subject> linear_system_at(const fs::path& path) {
  return whole_subject(path, {"_x", "_b"});
}

std::optional<Subject> lcp_at(const fs::path& path) {
  if (!is_matrix_file(path)) return std::nullopt;
  const auto files = lcp_files_of(path);
  if (!files) return std::nullopt;
  if (files->right.empty()) return Subject{files->matrix};
  Subject subject{files->matrix, files->right};
  const std::string answer = next_to(path, "_z");
  if (is_there(answer)) subject.push_back(answer);
  return subject;
}

std::optional<Subject> friction_problem_at(const fs::path& path) {
  constexpr std::array extensions{".hdf5", ".h5", ".dat"};
  if (std::find(extensions.begin(), extensions.end(), path.extension()) == extensions.end()) return std::nullopt;
  return Subject{path.string()};
}

std::optional<Subject> mechanism_at(const fs::path& path) {
  return whole_subject(path, {"_B"});
}

std::vector<Subject> subjects_of(const std::vector<std::string>& given, const SubjectRule& rule) {
  std::error_code error;
  const bool is_suite =
      std::all_of(given.begin(), given.end(), [&](const std::string& file) { return fs::is_directory(file, error); });
  std::vector<Subject> subjects;
  if (is_suite) {
    for (const std::string& folder : given) {
      const std::vector<Subject> found = subjects_in(folder, rule.at);
      subjects.insert(subjects.end(), found.begin(), found.end());
    }
    return subjects;
  }
  if (rule.most == 1) {
    for (const std::string& file : given) subjects.push_back({file});
    return subjects;
  }
  if (given.size() < rule.fewest || given.size() > rule.most)
    throw Refusal(fmt::format("write perpend certify {}", rule.usage));
  return {given};
}

std::string subject_text(const Subject& files) {
  std::string text;
  for (const std::string& file : files) text += (text.empty() ? "" : " ") + file;
  return text;
}

}  // namespace perpend::certify
