#include "referee/statements/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "referee/lcp_files.hpp"

namespace perpend::certify {

namespace {

namespace fs = std::filesystem;

template <std::size_t count>
bool is_one_of(const std::string& name, const std::array<const char*, count>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_matrix_file(const std::string& path) {
  return is_one_of(parts_of(path).format, std::array{".mtx", ".npy", ".npz", ".txt", ".csv", ".dat"});
}

/// BASE_q next to BASE, in any format that holds a matrix: a part of a problem, not a matrix to judge on its own.
bool is_part(const std::string& path) {
  constexpr std::array endings{"_q", "_b", "_x", "_z", "_B", "_box"};
  constexpr std::array formats{".mtx", ".npy", ".txt", ".csv"};
  const std::string base = parts_of(path).base;
  return std::any_of(endings.begin(), endings.end(), [&](const std::string& ending) {
    if (!base.ends_with(ending) || base.size() == ending.size() || base[base.size() - ending.size() - 1] == '/')
      return false;
    const std::string whole = base.substr(0, base.size() - ending.size());
    return std::any_of(formats.begin(), formats.end(),
                       [&](const char* format) { return !find_file(whole, format).empty(); });
  });
}

/// BASE with the files of these endings next to it.
std::optional<Subject> whole_subject(const std::string& path, const std::vector<const char*>& endings) {
  if (!is_matrix_file(path)) return std::nullopt;
  const FileParts parts = parts_of(path);
  Subject subject{path};
  for (const char* ending : endings) {
    subject.push_back(find_file(parts.base + ending, parts.format));
    if (subject.back().empty()) return std::nullopt;
  }
  return subject;
}

std::vector<Subject> subjects_in(const std::string& folder, FindSubject subject_at) {
  std::vector<Subject> subjects;
  std::error_code error;
  std::vector<std::string> paths;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    paths.push_back(entry->path().string());
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths)
    if (auto subject = subject_at(path)) subjects.push_back(std::move(*subject));
  if (error) throw Refusal(fmt::format("{}: {}", folder, error.message()));
  if (subjects.empty())
    throw Refusal(fmt::format("{}: no files of a problem of this kind; see docs/certify.md, Folders", folder));
  return subjects;
}

}  // namespace

std::optional<Subject> matrix_at(const std::string& path) {
  if (!is_matrix_file(path) || is_part(path)) return std::nullopt;
  return Subject{path};
}

std::optional<Subject> linear_system_at(const std::string& path) {
  return whole_subject(path, {"_x", "_b"});
}

std::optional<Subject> lcp_at(const std::string& path) {
  if (!is_matrix_file(path)) return std::nullopt;
  const auto files = lcp_files_of(path);
  if (!files) return std::nullopt;
  if (files->right.empty()) return Subject{files->matrix};
  Subject subject{files->matrix, files->right};
  const FileParts parts = parts_of(path);
  const std::string answer = find_file(parts.base + "_z", parts.format);
  if (!answer.empty()) subject.push_back(answer);
  return subject;
}

std::optional<Subject> friction_problem_at(const std::string& path) {
  if (!is_one_of(parts_of(path).format, std::array{".hdf5", ".h5", ".dat"})) return std::nullopt;
  return Subject{path};
}

std::optional<Subject> mechanism_at(const std::string& path) {
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
