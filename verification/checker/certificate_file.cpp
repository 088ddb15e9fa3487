#include "verification/checker/certificate_file.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "verification/checker/reading/json_members.hpp"
#include "verification/checker/reading/lines.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;

constexpr std::size_t piece_bytes = std::size_t{1} << 18;
constexpr int gzip_window = 15 + 16;  ///< any window, with a header of gzip

/// The bytes of a file, inflated where it is compressed by gzip.
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

struct FileBytes::Source {
  explicit Source(const std::string& path) : file(path, std::ios::binary) { read(); }
  ~Source() {
    if (is_compressed) inflateEnd(&stream);
  }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  /// The next piece of the file as it is.
  void read() {
    file.read(read_piece.data(), static_cast<std::streamsize>(read_piece.size()));
    stream.next_in = reinterpret_cast<Bytef*>(read_piece.data());
    stream.avail_in = static_cast<uInt>(file.gcount());
  }
  [[nodiscard]] bool begins_compressed() const {
    return stream.avail_in >= 2 && stream.next_in[0] == 0x1f && stream.next_in[1] == 0x8b;
  }

  std::ifstream file;
  z_stream stream{};  ///< its input is what was read
  bool is_compressed = false;
  bool is_at_end = false;    ///< of all compressed data
  bool is_followed = false;  ///< by what is none
  std::array<char, piece_bytes> read_piece{};
  std::array<char, piece_bytes> piece{};
};

FileBytes::FileBytes(const std::string& path) : source_(std::make_unique<Source>(path)) {
  if (!source_->begins_compressed()) return;
  if (inflateInit2(&source_->stream, gzip_window) != Z_OK) throw std::bad_alloc();
  source_->is_compressed = true;
}

FileBytes::~FileBytes() = default;

void FileBytes::fail(const std::string& what) {
  trouble_ = fmt::format("{} after {} whole {}", what, lines_, lines_ == 1 ? "line" : "lines");
  throw std::runtime_error(trouble_);
}

/// Bytes that the piece holds now; 0 at the end.
std::size_t FileBytes::inflate_some() {
  z_stream& stream = source_->stream;
  stream.next_out = reinterpret_cast<Bytef*>(source_->piece.data());
  stream.avail_out = static_cast<uInt>(piece_bytes);
  while (stream.avail_out > 0 && !source_->is_at_end) {
    if (stream.avail_in == 0) source_->read();
    const bool is_cut = stream.avail_in == 0;
    if (is_cut && stream.avail_out == piece_bytes) fail("is cut off: its compressed data ends");
    if (is_cut) break;
    const int result = inflate(&stream, Z_NO_FLUSH);
    if (result != Z_OK && result != Z_STREAM_END) fail("is damaged: its compressed data is wrong");
    if (result != Z_STREAM_END) continue;
    if (stream.avail_in < 2) {  // a file may continue with another member, whose first bytes are then needed
      const std::size_t rest = stream.avail_in;
      const char first = rest > 0 ? static_cast<char>(*stream.next_in) : '\0';
      source_->file.read(source_->read_piece.data() + rest, static_cast<std::streamsize>(piece_bytes - rest));
      if (rest > 0) source_->read_piece[0] = first;
      stream.next_in = reinterpret_cast<Bytef*>(source_->read_piece.data());
      stream.avail_in = static_cast<uInt>(rest + static_cast<std::size_t>(source_->file.gcount()));
    }
    if (stream.avail_in == 0)
      source_->is_at_end = true;
    else if (!source_->begins_compressed() || inflateReset(&stream) != Z_OK)
      source_->is_followed = source_->is_at_end = true;
  }
  const std::size_t count = piece_bytes - stream.avail_out;  // whole by its checksum, whatever follows
  if (count == 0 && source_->is_followed) fail("is damaged: something else follows its compressed data");
  return count;
}

std::size_t FileBytes::fill() {
  if (source_->is_compressed) return inflate_some();
  const std::size_t count = source_->stream.avail_in;
  std::copy_n(source_->read_piece.data(), count, source_->piece.data());
  source_->read();
  if (source_->file.bad()) fail("cannot be read on");
  return count;
}

FileBytes::int_type FileBytes::underflow() {
  lines_ += std::count(eback(), egptr(), '\n');
  setg(nullptr, nullptr, nullptr);
  const std::size_t count = fill();
  char* const begin = source_->piece.data();
  setg(begin, begin, begin + count);
  return count == 0 ? traits_type::eof() : traits_type::to_int_type(*begin);
}

constexpr const char* other_version = "has a version that this program does not know";

bool is_of_statements(const json& header) {
  return header.is_object() && header.value("format", json()) == "perpend-statement-certificates";
}

/// Why the first line is not that of a file this program reads.
std::string header_error(const json& header, FileReport& report) {
  if (is_of_statements(header)) return header.value("version", json()) != 1 ? other_version : "";
  if (!header.is_object() || header.value("format", json()) != "perpend-certificates")
    return "is not a file of certificates";
  if (header.value("version", json()) != 3) return other_version;
  const json experiment = header.value("experiment", json());
  if (!experiment.is_string()) return "names no experiment";
  report.experiment = experiment.get<std::string>();
  const json hash = header.value("scene_sha256", json());
  const auto is_hexadecimal = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  const bool is_hash =
      hash.is_string() && hash.get_ref<const std::string&>().size() == 64 &&
      std::all_of(hash.get_ref<const std::string&>().begin(), hash.get_ref<const std::string&>().end(), is_hexadecimal);
  return is_hash ? "" : "names no scene";
}

/// Takes the first line; nothing where it is none of a file this program reads, or contradicts itself.
std::unique_ptr<Lines> read_header(const std::string& written, FileReport& report, const Listener& listener) {
  try {
    const auto header = parsed(written);
    report.error = header_error(header ? *header : json(), report);
    if (!report.error.empty()) return nullptr;
    const bool has_statements = is_of_statements(*header);
    if (has_statements)
      expect_keys(*header, {"format", "version", "program", "compiler", "flags"});
    else
      expect_keys(*header, {"format", "version", "experiment", "scene_sha256"});
    return has_statements ? statement_lines(report, listener) : run_lines(report, listener);
  } catch (const DataError& error) {
    report.failures.push_back({1, "", error.what()});
  }
  return nullptr;
}

}  // namespace

FileReport check_text(std::istream& from, const std::string& path, const Listener& listener) {
  FileReport report;
  report.path = path;
  std::string line;
  if (!std::getline(from, line)) {
    report.error = "cannot be read";
    return report;
  }
  const auto lines = read_header(line, report, listener);
  if (!lines) return report;
  while (report.error.empty() && std::getline(from, line)) lines->take(line);
  if (from.bad() && report.error.empty()) report.error = "cannot be read to its end";
  if (report.error.empty()) lines->finish();
  return report;
}

FileReport check_file(const std::string& path, const Listener& listener) {
  if (std::error_code ignored; std::filesystem::is_directory(path, ignored)) {
    FileReport report;
    report.path = path;
    report.error = fmt::format("is a folder: name the file of certificates in it, {}",
                               (std::filesystem::path(path) / "certificates.jsonl.gz").string());
    return report;
  }
  FileBytes bytes(path);
  std::istream file(&bytes);
  FileReport report = check_text(file, path, listener);
  if (!bytes.trouble().empty()) report.error = bytes.trouble();
  return report;
}

}  // namespace perpend::checker
