// junit.xml: the verdicts for a CI server. Suite: the scene. Cases: the claims, and for each method its end and its
// certificates.
#pragma once

#include <optional>
#include <string>

#include "kernel/model/record.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend::reports {

[[nodiscard]] std::string junit_text(const ExperimentRecord& record);
[[nodiscard]] std::optional<WriteError> write_junit(const ExperimentRecord& record, const std::string& path);

}  // namespace perpend::reports
