// Loaded before a program: a file system that renames nothing, for the reason in the variable RENAME_ERRNO.
#include <cerrno>
#include <cstdlib>

namespace {

int refuse() {
  const char* const reason = std::getenv("RENAME_ERRNO");
  errno = reason == nullptr ? EPERM : std::atoi(reason);
  return -1;
}

}  // namespace

extern "C" {
int rename(const char* /*from*/, const char* /*to*/) noexcept {
  return refuse();
}
int renameat(int /*from_folder*/, const char* /*from*/, int /*to_folder*/, const char* /*to*/) noexcept {
  return refuse();
}
int renameat2(int /*from_folder*/, const char* /*from*/, int /*to_folder*/, const char* /*to*/,
              unsigned int /*flags*/) noexcept {
  return refuse();
}
}
