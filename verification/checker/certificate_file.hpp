// One file of certificates, line after line.
#pragma once

#include <functional>
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

#include "verification/checker/kinds.hpp"

namespace perpend::checker {

struct GroupReport {
  int number = 0;
  std::string run, kind;
  long lines = 0;
  long reproved = 0;
  long granting = 0;      ///< of these proved: accept rows as rounding of the rest, not by their own size
  long granted_rows = 0;  ///< so many rows at most in all of them
  long without_data = 0;
  long undecided = 0;  ///< claim nothing
  long open = 0;       ///< with data, but not decided here, or of a kind that is not
  long wrong = 0;
  std::string why_open;  ///< of the first
  double seconds = 0.0;
};

struct Failure {
  long line = 0;
  std::string where;  ///< run and kind; empty where no group is known
  std::string words;
};

struct FileReport {
  std::string path, experiment;
  std::string error;  ///< why it is not a file of certificates; empty when it is one
  std::vector<GroupReport> groups;
  std::vector<Failure> failures;
  std::vector<std::string> statements;  ///< of a file of statements: what was found of each, in words

  [[nodiscard]] bool is_wrong() const { return !failures.empty(); }
  [[nodiscard]] bool is_open() const;
};

/// Called with each line that was read: its number and what was found, in words.
using Listener = std::function<void(long line, const std::string& words)>;

/// `path` is for the report.
[[nodiscard]] FileReport check_text(std::istream& from, const std::string& path, const Listener& listener);
[[nodiscard]] FileReport check_file(const std::string& path, const Listener& listener);

}  // namespace perpend::checker
