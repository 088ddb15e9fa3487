// Which files one statement of `perpend certify` is about.
#pragma once

#include "cli/certify_command.hpp"

namespace perpend::cli {

/// The files of one problem.
using Subject = std::vector<std::string>;

/// How many files a subject of the kind has.
struct KindRow {
  const char* name;
  std::size_t fewest;
  std::size_t most;
  const char* usage;
};

/// Null when there is none of that name.
[[nodiscard]] const KindRow* find_kind(const std::string& name);

/// Empty, with a message, when the command line is wrong.
[[nodiscard]] std::vector<Subject> subjects_of(const CertifyArguments& arguments, const KindRow& kind);

[[nodiscard]] std::string subject_text(const Subject& files);

}  // namespace perpend::cli
