#include "reports/files/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <ctime>
#include <system_error>

#include "reports/text/text.hpp"

namespace perpend::reports {

namespace {

/// "process 4711, since 2026-11-22 23:10:05 UTC" as its owner wrote it.
std::string owner_of(int descriptor) {
  std::array<char, 200> bytes{};
  const ssize_t size = ::pread(descriptor, bytes.data(), bytes.size(), 0);
  return size > 0 ? single_line({bytes.data(), static_cast<std::size_t>(size)}) : "another process";
}

/// Whether the path still leads to what is open: an owner that is done removes the file before it lets go.
bool is_at(int descriptor, const std::string& path) {
  struct stat opened {};
  struct stat found {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &found) == 0 && opened.st_dev == found.st_dev &&
         opened.st_ino == found.st_ino;
}

}  // namespace

FolderLock::FolderLock(const std::string& folder, const std::string& name) : path_(folder + "/" + name) {
  while (!try_once(folder)) {
  }
}

FolderLock::~FolderLock() {
  if (descriptor_ < 0) return;
  ::unlink(path_.c_str());
  ::close(descriptor_);
}

/// False: the file was removed by its last owner meanwhile, so that it has to be made anew.
bool FolderLock::try_once(const std::string& folder) {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (descriptor_ < 0) {
    trouble_ = "cannot create " + path_ + ": " + std::system_category().message(errno);
    return true;
  }
  const bool is_locked = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
  // Some network disks have no locks: there each user sees to it.
  if (is_locked || errno == ENOLCK || errno == EOPNOTSUPP || errno == ENOSYS) {
    if (is_at(descriptor_, path_)) {
      write_owner();
      return true;
    }
    ::close(descriptor_);
    return false;
  }
  const int number = errno;
  trouble_ = number == EWOULDBLOCK ? fmt::format("{} writes into {}; wait for it, or give another --out",
                                                 owner_of(descriptor_), single_line(folder))
                                   : "cannot lock " + path_ + ": " + std::system_category().message(number);
  ::close(descriptor_);
  descriptor_ = -1;
  return true;
}

void FolderLock::write_owner() const {
  const std::string text =
      fmt::format("process {}, since {:%Y-%m-%d %H:%M:%S} UTC,", ::getpid(), fmt::gmtime(std::time(nullptr)));
  // On a full disk the lock holds without a name in it.
  [[maybe_unused]] const bool is_written =
      ::ftruncate(descriptor_, 0) == 0 && ::pwrite(descriptor_, text.data(), text.size(), 0) >= 0;
}

}  // namespace perpend::reports
