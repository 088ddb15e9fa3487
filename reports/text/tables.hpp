// What `perpend run` prints.
#pragma once

#include <string>

#include "kernel/model/record.hpp"

namespace perpend::reports {

/// Methods by measures, claims with verdicts, certificates, notes and warnings, in lines of at most `width` characters
/// where the words allow it.
[[nodiscard]] std::string text_report(const ExperimentRecord& record, std::size_t width = 110);

}  // namespace perpend::reports
