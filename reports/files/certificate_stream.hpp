// certificates.jsonl.gz: one certificate a line, compressed and written while the experiment runs. The header and each
// run are a member of the gzip file of their own, so that runs can be written side by side and then put together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reports/files/atomic_file.hpp"

namespace perpend::reports {

inline constexpr const char* certificate_file_name = "certificates.jsonl.gz";

class CertificateStream {
 public:
  /// `most_bytes`: of the file, compressed, beyond which is_beyond_size(); writing continues.
  explicit CertificateStream(std::string path, std::uintmax_t most_bytes = std::numeric_limits<std::uintmax_t>::max());
  ~CertificateStream();
  CertificateStream(const CertificateStream&) = delete;
  CertificateStream& operator=(const CertificateStream&) = delete;

  /// First line: what the file is and about which experiment.
  void header(const nlohmann::ordered_json& header);
  /// One JSON object without a line break.
  void line(std::string_view json);
  /// Ends a member: what follows does not depend on what was written before.
  void end_member();
  /// One that was written before, and read back, after a member has ended.
  void add_member(std::string_view compressed);
  /// All of the file from this byte on, compressed, after a member has ended; nothing where it cannot be read.
  [[nodiscard]] std::optional<std::string> read_back(std::uintmax_t begin);
  /// Size of the members that have ended, compressed.
  [[nodiscard]] std::uintmax_t num_bytes() const { return num_bytes_; }
  /// A file of its own for one run, next to this one, until it is appended.
  [[nodiscard]] std::unique_ptr<CertificateStream> part(std::size_t number) const;
  /// After a member has ended.
  void append(CertificateStream& part);
  /// Another place, on the same disk, that the file is to have.
  void move_to(std::string path) { file_.move_to(std::move(path)); }
  [[nodiscard]] bool has_size_limit() const { return most_bytes_ < std::numeric_limits<std::uintmax_t>::max(); }
  [[nodiscard]] bool is_beyond_size() const { return num_bytes_ > most_bytes_; }
  [[nodiscard]] std::optional<WriteError> commit();
  [[nodiscard]] const std::optional<WriteError>& error() const { return file_.error(); }

 private:
  struct Deflate;
  void compress(bool is_last);

  std::string path_;
  AtomicFile file_;
  std::unique_ptr<Deflate> deflate_;
  std::string lines_;             ///< not yet compressed
  bool is_in_member_ = false;     ///< the compressor holds what no member's end has followed
  std::uintmax_t num_bytes_ = 0;  ///< compressed so far
  std::uintmax_t most_bytes_;
};

/// Parts of one file that are written side by side and stand in it in their order, whichever ends first. For several
/// threads.
class OrderedParts {
 public:
  /// `file`: nullptr: nothing is written. It outlives this.
  OrderedParts(CertificateStream* file, std::size_t count);

  /// Where part `number` is written; nullptr where nothing is.
  [[nodiscard]] CertificateStream* open(std::size_t number);
  /// Nothing more comes into it.
  void end(std::size_t number);

 private:
  CertificateStream* file_;
  std::mutex mutex_;  // of what follows
  std::vector<std::unique_ptr<CertificateStream>> parts_;
  std::set<std::size_t> has_ended_;
  std::size_t num_ended_ = 0;  ///< parts that the file holds; the next one is written into it
};

}  // namespace perpend::reports
