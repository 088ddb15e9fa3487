// The bytes of a file, inflated where it is compressed by gzip.
#pragma once

#include <memory>
#include <streambuf>
#include <string>

namespace perpend::checker {

/// Compressed is what begins with the two bytes of gzip, whatever its name is. Reading throws where the data is cut off
/// or damaged, so that a stream over it turns bad and gives no half line.
class FileBytes final : public std::streambuf {
 public:
  explicit FileBytes(const std::string& path);
  ~FileBytes() override;

  /// Why the file cannot be read to its end, and how far it was; empty: it can.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 protected:
  int_type underflow() override;

 private:
  struct Source;
  [[nodiscard]] std::size_t fill();
  [[nodiscard]] std::size_t inflate_some();
  [[noreturn]] void fail(const std::string& what);

  std::unique_ptr<Source> source_;
  std::string trouble_;
  long lines_ = 0;
};

}  // namespace perpend::checker
