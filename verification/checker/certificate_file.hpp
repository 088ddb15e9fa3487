// One file of certificates, line after line: of a run, or of statements.
#pragma once

#include <iosfwd>

#include "verification/checker/report.hpp"

namespace perpend::checker {

/// `path` is for the report.
[[nodiscard]] FileReport check_text(std::istream& from, const std::string& path, const Listener& listener);
[[nodiscard]] FileReport check_file(const std::string& path, const Listener& listener);

}  // namespace perpend::checker
