#include "reports/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace perpend::reports {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;  // one system call a megabyte: its cost no longer shows

WriteError failure(const std::string& path, const char* what, int number) {
  return {path, what, std::system_category().message(number)};
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)), temporary_(path_ + ".tmp") {
  // O_NOFOLLOW: a link left under the temporary's name must not lead the bytes elsewhere.
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
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

std::optional<WriteError> AtomicFile::commit() {
  if (!error_) flush();
  if (!error_ && ::fsync(descriptor_) != 0) fail("cannot save to the disk");
  if (error_ || descriptor_ < 0) return error_;
  const int descriptor = descriptor_;
  descriptor_ = -1;
  // close() reports late errors of network file systems.
  if (::close(descriptor) != 0 || std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    error_ = failure(path_, "cannot finish", errno);
    ::unlink(temporary_.c_str());
  }
  return error_;
}

void AtomicFile::fail(const char* what) {
  error_ = failure(path_, what, errno);
  abandon();
}

void AtomicFile::abandon() {
  ::close(descriptor_);
  ::unlink(temporary_.c_str());
  descriptor_ = -1;
}

std::optional<WriteError> write_file(const std::string& path, std::string_view bytes) {
  AtomicFile file(path);
  file.write(bytes);
  return file.commit();
}

std::optional<WriteError> move_into_place(const std::string& temporary, const std::string& path) {
  const int descriptor = ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return failure(path, "cannot find the finished", errno);
  const bool saved = ::fsync(descriptor) == 0;
  const int save_error = errno;
  ::close(descriptor);
  if (saved && std::rename(temporary.c_str(), path.c_str()) == 0) return std::nullopt;
  WriteError error = failure(path, "cannot finish", saved ? errno : save_error);
  ::unlink(temporary.c_str());
  return error;
}

std::optional<WriteError> create_directory(const std::string& path) {
  std::error_code code;
  std::filesystem::create_directories(path, code);
  if (code) return WriteError{path, "cannot create the directory", code.message()};
  return std::nullopt;
}

}  // namespace perpend::reports
