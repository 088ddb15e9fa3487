// What reading a file gives, and how the readers of this folder fail inside.
#pragma once

#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "formats/matrix_market.hpp"

namespace perpend {

template <class T>
using Reading = std::variant<T, FileError>;

/// "d/A.mtx.gz" is base "d/A", format ".mtx" and packing ".gz", in lower case. Text and .npy may be packed by gzip; of
/// any other file ".gz" is a format that nothing reads.
struct FileParts {
  std::string base, format, packing;
};
[[nodiscard]] FileParts parts_of(const std::string& path);

}  // namespace perpend

namespace perpend::formats {

/// A matrix of more rows, or of more entries, is refused before memory is asked for.
inline constexpr long max_size = max_matrix_market_size;
inline constexpr long max_entries = max_matrix_market_entries;
/// Largest file, and largest array in an archive: the most entries in the widest type, with room for headers.
inline constexpr std::size_t max_bytes = 1UL << 30;

/// Carries a message out of a reader; `guarded` turns it into a FileError.
struct ReadFailure {
  std::string message;
};

/// "FILE: MESSAGE".
[[noreturn]] inline void fail(const std::string& file, const std::string& message) {
  throw ReadFailure{file + ": " + message};
}

/// Runs a reader. It throws nothing; memory that is not there is an error of the file.
template <class Read>
auto guarded(const std::string& file, Read read) -> Reading<decltype(read())> {
  try {
    return read();
  } catch (const ReadFailure& failure) {
    return FileError{failure.message};
  } catch (const std::bad_alloc&) {
    return FileError{file + ": more memory is needed than there is; give a smaller problem"};
  } catch (const std::length_error&) {
    return FileError{file + ": more memory is needed than there is; give a smaller problem"};
  }
}

/// The value of a reader of another folder.
template <class T>
T accepted(Reading<T> reading) {
  if (const FileError* error = std::get_if<FileError>(&reading)) throw ReadFailure{error->message};
  return std::move(std::get<T>(reading));
}

/// All bytes of a regular file of at most max_bytes, unpacked where its name ends with .gz.
[[nodiscard]] std::string read_bytes(const std::string& path);

}  // namespace perpend::formats
