// Libraries of other projects that few files need. The loader would take longer for them and for what they need in turn
// than the program takes for the rest of its start, so they are loaded by what first needs one.
#pragma once

#include <stdexcept>
#include <string>

namespace perpend {

/// A library is not there, or is not what the program was built with. The message says which package to install.
class LibraryMissing : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A shared library, from its construction to the end of the process: what it keeps for its users outlives all of them.
class LateLibrary {
 public:
  /// The address of a function or a variable, as a pointer of the type that the header of the library declares.
  class Symbol {
   public:
    template <class T>
    operator T*() const {
      return reinterpret_cast<T*>(address_);
    }

   private:
    friend class LateLibrary;
    explicit Symbol(void* address) : address_(address) {}

    void* address_;
  };

  /// `soname` as in "libz.so.1", looked for where the loader looks; `package` is Debian's. Throws LibraryMissing.
  LateLibrary(std::string soname, std::string package);

  /// What the library itself means by the name. Throws LibraryMissing where it has no such name.
  [[nodiscard]] Symbol operator[](const char* name) const;

  /// Whether the file at `path` was loaded for a library of this kind, or for what one needs: which of them a process
  /// has loaded depends on the files that it has read so far.
  [[nodiscard]] static bool has_loaded(const std::string& path);

 private:
  [[noreturn]] void fail(const std::string& why) const;

  std::string soname_;
  std::string package_;
  void* handle_;
};

}  // namespace perpend
