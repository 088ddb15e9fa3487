// certificates.jsonl.gz: one certificate a line, compressed and written while the experiment runs.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "reports/files/atomic_file.hpp"

namespace perpend::reports {

inline constexpr const char* certificate_file_name = "certificates.jsonl.gz";

class CertificateStream {
 public:
  explicit CertificateStream(std::string path);
  ~CertificateStream();
  CertificateStream(const CertificateStream&) = delete;
  CertificateStream& operator=(const CertificateStream&) = delete;

  /// First line: what the file is and about which experiment.
  void header(const nlohmann::ordered_json& header);
  /// One JSON object without a line break.
  void line(std::string_view json);
  /// Another place, on the same disk, that the file is to have.
  void move_to(std::string path) { file_.move_to(std::move(path)); }
  [[nodiscard]] std::optional<WriteError> commit();
  [[nodiscard]] const std::optional<WriteError>& error() const { return file_.error(); }

 private:
  struct Deflate;
  void compress(bool is_last);

  AtomicFile file_;
  std::unique_ptr<Deflate> deflate_;
  std::string lines_;  ///< not yet compressed
};

}  // namespace perpend::reports
