// What cases.mustache shows of each question.
#pragma once

#include "reports/referee/case_table.hpp"

namespace perpend::reports {

[[nodiscard]] Json question_views(const CaseTable& table);
/// Families of several sizes: how many of each size were decided.
[[nodiscard]] Json size_views(const CaseTable& table);

}  // namespace perpend::reports
