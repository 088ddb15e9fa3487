#include "reports/files/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace perpend::reports {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;  // one system call a megabyte: its cost no longer shows

WriteError failure(const std::string& path, const char* what, int number) {
  return {path, what, std::system_category().message(number)};
}

/// A device or a pipe, which must not become a file; links followed.
bool is_stream(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode);
}

/// The descriptor of standard output or standard error where the path leads there, shared with them, so that what both
/// write stays whole even in a file; -1: it does not.
int standard_stream_at(const std::string& path) {
  struct stat wanted {};
  if (::stat(path.c_str(), &wanted) != 0) return -1;
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat own {};
    const bool is_same = ::fstat(descriptor, &own) == 0 && own.st_dev == wanted.st_dev && own.st_ino == wanted.st_ino;
    if (is_same) return ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  }
  return -1;
}

/// Whether a rename failed because the file system has none, not for what is at either place.
bool lacks_rename(int number) {
  return number == EPERM || number == ENOSYS || number == EXDEV || number == EOPNOTSUPP || number == EINVAL;
}

/// Whether the bytes are on the disk; errno says why they are not.
bool save(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool is_saved = ::fsync(descriptor) == 0;
  const int number = errno;
  ::close(descriptor);
  errno = number;
  return is_saved;
}

/// Where files cannot be renamed, the bytes are copied: whoever is killed meanwhile leaves the whole temporary next to
/// a part of it. 0, or the number of the error; the temporary is gone then, too.
int put_in_place(const std::string& temporary, const std::string& path) {
  if (std::rename(temporary.c_str(), path.c_str()) == 0) return 0;
  int number = errno;
  if (lacks_rename(number)) {
    ::unlink(path.c_str());  // a link is replaced, as a rename replaces it
    std::error_code error;
    std::filesystem::copy_file(temporary, path, error);
    number = error ? error.value() : save(path) ? 0 : errno;
    if (number != 0) ::unlink(path.c_str());
  }
  ::unlink(temporary.c_str());
  return number;
}

}  // namespace

/// Without a temporary the bytes go to where the path leads, at once.
AtomicFile::AtomicFile(std::string path) : path_(std::move(path)), temporary_(path_ + ".tmp") {
  descriptor_ = standard_stream_at(path_);
  if (descriptor_ >= 0 || is_stream(path_)) {
    temporary_.clear();
    if (descriptor_ < 0) descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) error_ = failure(path_, "cannot open", errno);
    return;
  }
  // O_NOFOLLOW: a link left under the temporary's name must not lead the bytes elsewhere.
  descriptor_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (descriptor_ < 0) error_ = failure(path_, "cannot create", errno);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) abandon();
}

void AtomicFile::write(std::string_view bytes) {
  if (error_) return;
  buffer_.append(bytes);
  if (buffer_.size() >= buffer_bytes) flush();
}

void AtomicFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty() && !error_) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written > 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (written == 0 || errno != EINTR) {
      fail("cannot write");
    }
  }
  buffer_.clear();
}

void AtomicFile::append(AtomicFile& part) {
  part.flush();
  if (!error_) error_ = part.error_;
  std::string piece(buffer_bytes, '\0');
  off_t begin = 0;
  while (!error_) {
    const ssize_t count = ::pread(part.descriptor_, piece.data(), piece.size(), begin);
    if (count == 0) return;
    if (count > 0) {
      write({piece.data(), static_cast<std::size_t>(count)});
      begin += count;
    } else if (errno != EINTR) {
      fail("cannot read back a part of");
    }
  }
}

std::optional<std::string> AtomicFile::read_back(std::uintmax_t begin, std::uintmax_t count) {
  if (!error_) flush();
  if (error_ || descriptor_ < 0) return std::nullopt;
  std::string bytes(count, '\0');
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t read =
        ::pread(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(begin + done));
    if (read > 0)
      done += static_cast<std::size_t>(read);
    else if (read == 0 || errno != EINTR)
      return std::nullopt;
  }
  return bytes;
}

std::optional<WriteError> AtomicFile::commit() {
  if (!error_) flush();
  const bool is_whole = !temporary_.empty();  // a stream is on no disk
  if (!error_ && is_whole && ::fsync(descriptor_) != 0) fail("cannot save to the disk");
  if (error_ || descriptor_ < 0) return error_;
  const int descriptor = descriptor_;
  descriptor_ = -1;
  // close() reports late errors of network file systems.
  const int closing = ::close(descriptor) == 0 ? 0 : errno;
  if (closing != 0 && is_whole) ::unlink(temporary_.c_str());
  const int number = closing != 0 || !is_whole ? closing : put_in_place(temporary_, path_);
  if (number != 0) error_ = failure(path_, "cannot finish", number);
  return error_;
}

void AtomicFile::fail(const char* what) {
  error_ = failure(path_, what, errno);
  abandon();
}

void AtomicFile::abandon() {
  ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  descriptor_ = -1;
}

std::optional<WriteError> write_file(const std::string& path, std::string_view bytes) {
  AtomicFile file(path);
  file.write(bytes);
  return file.commit();
}

std::optional<WriteError> move_into_place(const std::string& temporary, const std::string& path) {
  if (::access(temporary.c_str(), F_OK) != 0) return failure(path, "cannot find the finished", errno);
  int number = save(temporary) ? 0 : errno;
  if (number == 0 && is_stream(path)) number = EEXIST;
  if (number == 0) number = put_in_place(temporary, path);
  if (number == 0) return std::nullopt;
  ::unlink(temporary.c_str());
  return failure(path, "cannot finish", number);
}

std::optional<WriteError> create_directory(const std::string& path) {
  std::error_code code;
  std::filesystem::create_directories(path, code);
  if (code) return WriteError{path, "cannot create the directory", code.message()};
  return std::nullopt;
}

std::string place_of(const std::string& path) {
  std::error_code error;
  const bool is_link = std::filesystem::is_symlink(path, error);
  const std::filesystem::file_type leads_to = std::filesystem::status(path, error).type();
  if (!is_link ||
      (leads_to != std::filesystem::file_type::regular && leads_to != std::filesystem::file_type::not_found))
    return path;
  std::filesystem::path target = path;
  constexpr int most_links = 40;  // as many as Linux follows
  for (int i = 0; i < most_links && std::filesystem::is_symlink(target, error); ++i) {
    const std::filesystem::path next = std::filesystem::read_symlink(target, error);
    if (error) return path;
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target.string();
}

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace perpend::reports
