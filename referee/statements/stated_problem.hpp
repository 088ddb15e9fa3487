// A statement with the exact numbers that it is about, and the file of such statements that perpend-check proves again.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"
#include "kernel/model/linear_system.hpp"
#include "reports/files/atomic_file.hpp"
#include "verification/statements/statement.hpp"

namespace perpend::certify {

/// A method by name, its numbers as the decimals of SI units that the proof takes them for.
struct NamedMethod {
  std::string name;
  std::vector<std::pair<std::string, std::string>> options;
  std::string step;       ///< [s]; empty where it is the parameter
  std::string parameter;  ///< what a limit is asked of: "step", or an option; empty: of nothing
};

/// What one statement is about, as it was read.
struct StatementData {
  std::vector<std::pair<std::string, SparseRows>> matrices;
  std::vector<std::pair<std::string, VectorX>> vectors;
  std::vector<std::pair<std::string, int>> counts;
  int rank = -1;                       ///< rank: claimed; -1: full
  std::optional<LinearUpdate> update;  ///< method
  double step = 0.0;                   ///< method [s]
  std::optional<NamedMethod> method;   ///< method, limit
};

struct StatedProblem {
  Statement statement;
  StatementData data;
};

/// One JSON object a line. The file appears when all of it is written, and not before.
class StatementCertificates {
 public:
  explicit StatementCertificates(const std::string& path);
  void add(const Statement& statement, const StatementData& data);
  [[nodiscard]] std::optional<reports::WriteError> commit() { return file_.commit(); }

 private:
  reports::AtomicFile file_;
  int count_ = 0;
};

}  // namespace perpend::certify
