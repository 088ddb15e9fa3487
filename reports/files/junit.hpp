// Verdicts for a CI server, as JUnit XML. junit.xml of a scene: the claims, and for each method its end and its
// certificates.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend::reports {

struct JunitCase {
  enum class Outcome { passed, failed, error };
  std::string class_name;
  std::string name;
  double seconds = 0.0;
  Outcome outcome = Outcome::passed;
  std::string message;  ///< one line, of what did not pass
  std::string text;
  SourcePlace place{};  ///< of what it is about, in a scene
};

struct JunitSuite {
  std::string name;
  /// When it ran: then the sums, with the time spent, stand at the top too.
  std::optional<std::string> timestamp{};
  std::vector<JunitCase> cases{};
};

/// Names, messages and texts may hold any bytes.
[[nodiscard]] std::string junit_text(const JunitSuite& suite);

[[nodiscard]] std::string junit_text(const ExperimentRecord& record);
[[nodiscard]] std::optional<WriteError> write_junit(const ExperimentRecord& record, const std::string& path);

}  // namespace perpend::reports
