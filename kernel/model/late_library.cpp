#include "kernel/model/late_library.hpp"

#include <dlfcn.h>
#include <link.h>

#include <mutex>
#include <set>
#include <utility>

namespace perpend {

namespace {

std::mutex loading;
std::set<std::string> late_files;  // guarded by `loading`

std::set<std::string> loaded_files() {
  std::set<std::string> paths;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* into) {
        static_cast<std::set<std::string>*>(into)->insert(object->dlpi_name);
        return 0;
      },
      &paths);
  return paths;
}

}  // namespace

LateLibrary::LateLibrary(std::string soname, std::string package)
    : soname_(std::move(soname)), package_(std::move(package)) {
  const std::lock_guard lock(loading);
  const std::set<std::string> before = loaded_files();
  handle_ = dlopen(soname_.c_str(), RTLD_LAZY);
  if (handle_ == nullptr) fail(dlerror());
  for (const std::string& path : loaded_files())
    if (!before.contains(path)) late_files.insert(path);
}

bool LateLibrary::has_loaded(const std::string& path) {
  const std::lock_guard lock(loading);
  return late_files.contains(path);
}

LateLibrary::Symbol LateLibrary::operator[](const char* name) const {
  // A program that is linked with the library, too, may hold its variables: there the library itself looks first.
  void* address = dlsym(RTLD_DEFAULT, name);
  if (address == nullptr) address = dlsym(handle_, name);
  if (address == nullptr) fail(std::string("it has no ") + name);
  return Symbol(address);
}

void LateLibrary::fail(const std::string& why) const {
  throw LibraryMissing("the library " + soname_ + " cannot be used (" + why + "); install Debian's package " +
                       package_);
}

}  // namespace perpend
