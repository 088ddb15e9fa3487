// certificates.jsonl: one certificate a line, written while the experiment runs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "reports/atomic_file.hpp"

namespace perpend::reports {

class CertificateStream {
 public:
  explicit CertificateStream(std::string path) : file_(std::move(path)) {}

  /// First line: what the file is and about which experiment.
  void header(const nlohmann::ordered_json& header);
  /// One JSON object without a line break.
  void line(std::string_view json);
  [[nodiscard]] std::optional<WriteError> commit() { return file_.commit(); }
  [[nodiscard]] const std::optional<WriteError>& error() const { return file_.error(); }

 private:
  AtomicFile file_;
};

}  // namespace perpend::reports
