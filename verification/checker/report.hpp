// What was found in files of certificates, for people and for programs.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace perpend::checker {

struct GroupReport {
  int number = 0;
  std::string run, kind;
  long lines = 0;
  long without_line = 0;  ///< claimed to be proved, in addition to the lines
  long reproved = 0;
  long granting = 0;      ///< of these proved: accept rows as rounding of the rest, not by their own size
  long granted_rows = 0;  ///< so many rows at most in all of them
  long without_data = 0;
  long undecided = 0;  ///< claim nothing, unless they exclude a class
  long excluding = 0;  ///< undecided statements that name a class to which the matrix was shown not to belong
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
  /// Where nothing is wrong: nothing is claimed, be it that nothing is there or that all is undecided.
  [[nodiscard]] bool claims_nothing() const;
  [[nodiscard]] bool is_open() const;
};

/// Called with each line that was read: its number and what was found, in words.
using Listener = std::function<void(long line, const std::string& words)>;

enum ExitCode { all_reproved = 0, something_wrong = 1, file_wrong = 2, some_open = 5 };

/// What a file says, to be printed: marks that steer a terminal, end a line or turn its direction become \u001b and the
/// like. Pre: UTF-8, as JSON is.
[[nodiscard]] std::string shown(std::string_view text);

[[nodiscard]] ExitCode exit_code(const std::vector<FileReport>& reports);
[[nodiscard]] std::string as_text(const FileReport& report);
[[nodiscard]] std::string as_json(const std::vector<FileReport>& reports);

}  // namespace perpend::checker
