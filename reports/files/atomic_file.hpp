// Files that exist whole or not at all: written next to their place, moved there only after every byte is on the disk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace perpend::reports {

struct WriteError {
  std::string path;    ///< the file that was wanted
  std::string what;    ///< "cannot write": the action that failed
  std::string reason;  ///< text of errno

  [[nodiscard]] std::string message() const { return what + " " + path + ": " + reason; }
};

/// Writes PATH.tmp and renames it to PATH on commit, or copies it there where the file system renames nothing. Without
/// a commit the temporary is removed and PATH stays as it was.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// After the first failure all later writes do nothing; commit reports that failure.
  void write(std::string_view bytes);
  /// All that was written to `part` so far, which stays as it is.
  void append(AtomicFile& part);
  /// So many of the bytes that were written, from the byte `begin` on; nothing where they cannot be read, as from a
  /// pipe.
  [[nodiscard]] std::optional<std::string> read_back(std::uintmax_t begin, std::uintmax_t count);
  [[nodiscard]] std::optional<WriteError> commit();
  /// Another place, on the same disk, for the commit to rename to.
  void move_to(std::string path) { path_ = std::move(path); }
  [[nodiscard]] const std::optional<WriteError>& error() const { return error_; }

 private:
  void flush();
  void fail(const char* what);
  void abandon();

  std::string path_;
  std::string temporary_;
  std::string buffer_;
  std::optional<WriteError> error_;
  int descriptor_ = -1;
};

[[nodiscard]] std::optional<WriteError> write_file(const std::string& path, std::string_view bytes);

/// Moves a finished temporary to its place, its bytes on the disk first. Removes it on failure.
[[nodiscard]] std::optional<WriteError> move_into_place(const std::string& temporary, const std::string& path);

/// Makes the directory and its parents.
[[nodiscard]] std::optional<WriteError> create_directory(const std::string& path);

/// What the path leads to, links followed: a file named by its link is written where the link points. Files of a result
/// folder are not: a link among them is replaced.
[[nodiscard]] std::string place_of(const std::string& path);

/// All of a file; empty where it cannot be read.
[[nodiscard]] std::string read_bytes(const std::string& path);

}  // namespace perpend::reports
