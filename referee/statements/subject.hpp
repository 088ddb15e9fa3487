// Which files one statement is about, and what they hold.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "formats/reading.hpp"

namespace perpend::certify {

/// The files of one problem.
using Subject = std::vector<std::string>;

/// The subject in a folder that begins with this file; nothing where the file is no problem of the kind, or a part of
/// one.
using FindSubject = std::optional<Subject> (*)(const std::string&);

/// A matrix that is no part of another problem.
[[nodiscard]] std::optional<Subject> matrix_at(const std::string& path);
/// A, A_x and A_b.
[[nodiscard]] std::optional<Subject> linear_system_at(const std::string& path);
/// As `solve lcp` finds them, with BASE_z where it is there.
[[nodiscard]] std::optional<Subject> lcp_at(const std::string& path);
/// One file of FCLIB or Siconos.
[[nodiscard]] std::optional<Subject> friction_problem_at(const std::string& path);
/// M and M_B.
[[nodiscard]] std::optional<Subject> mechanism_at(const std::string& path);

/// Which files are a subject.
struct SubjectRule {
  std::size_t fewest = 1;
  std::size_t most = 1;
  const char* usage = "";  ///< "linear A x b"
  FindSubject at = matrix_at;
};

/// Reads files, or all problems in folders. Throws Refusal where there is no problem of the kind.
[[nodiscard]] std::vector<Subject> subjects_of(const std::vector<std::string>& given, const SubjectRule& rule);

[[nodiscard]] std::string subject_text(const Subject& files);

/// Files that are no problem of their kind, and why: a suite continues with the next one and reports it in its results.
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The value that was read. Throws Refusal when the file is wrong.
template <class T>
T wanted(Reading<T> reading) {
  if (auto* value = std::get_if<T>(&reading)) return std::move(*value);
  throw Refusal(std::get<FileError>(reading).message);
}

}  // namespace perpend::certify
