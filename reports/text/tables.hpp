// What `perpend run` prints.
#pragma once

#include <string>

#include "kernel/model/scene/record.hpp"

namespace perpend::reports {

/// Methods by measures, claims with verdicts, certificates, notes and warnings, in lines of at most `width` characters
/// where the words allow it. `has_colors`: headings are bold, what is not as expected is red.
[[nodiscard]] std::string text_report(const ExperimentRecord& record, std::size_t width = 110, bool has_colors = false);

}  // namespace perpend::reports
