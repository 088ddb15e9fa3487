#include "perpend/result.hpp"

namespace perpend {

const char* to_string(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::scene:
      return "scene";
    case ErrorKind::argument:
      return "argument";
    case ErrorKind::file:
      return "file";
    case ErrorKind::foreign:
      return "foreign";
    case ErrorKind::internal:
      return "internal";
  }
  return "unknown";
}

std::string describe(const Error& error) {
  return error.diagnostics.empty() ? error.message : dsl::render(error.diagnostics, false);
}

}  // namespace perpend
