// report.html: one file that shows everything and loads nothing.
#pragma once

#include <optional>
#include <string>

#include "kernel/model/record.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/files/json.hpp"

namespace perpend::reports {

/// The words and tables of the page, each value as the template prints it.
[[nodiscard]] Json page_view(const ExperimentRecord& record);
[[nodiscard]] std::string html_report(const ExperimentRecord& record);
[[nodiscard]] std::optional<WriteError> write_html(const ExperimentRecord& record, const std::string& path);

}  // namespace perpend::reports
