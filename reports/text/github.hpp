// What GitHub's runners make of a run: annotations at lines of the scene, and the summary of a step.
#pragma once

#include <string>
#include <string_view>

#include "kernel/model/scene/record.hpp"

namespace perpend::reports {

/// "::error file=a.scene,line=12,title=..::message", a line of its own. `level`: error | warning | notice. A line of 0
/// is left out.
[[nodiscard]] std::string github_annotation(std::string_view level, const SourcePlace& place, std::string_view title,
                                            std::string_view message);

/// One for each thing that is not as expected: claims and methods at their lines.
[[nodiscard]] std::string github_annotations(const ExperimentRecord& record);

/// Markdown: methods by measures, claims with verdicts, certificates.
[[nodiscard]] std::string github_summary(const ExperimentRecord& record);

}  // namespace perpend::reports
