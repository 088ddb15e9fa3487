#include "kernel/model/late_library.hpp"

#include <dlfcn.h>

#include <utility>

namespace perpend {

LateLibrary::LateLibrary(std::string soname, std::string package)
    : soname_(std::move(soname)), package_(std::move(package)), handle_(dlopen(soname_.c_str(), RTLD_LAZY)) {
  if (handle_ == nullptr) fail(dlerror());
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
