// The larger tables of the page.
#pragma once

#include "kernel/model/scene/record.hpp"
#include "reports/files/json.hpp"

namespace perpend::reports {

/// Methods by measures in as many tables as keep each within a page, the best of each column marked.
[[nodiscard]] Json methods_view(const ExperimentRecord& record);
/// How far each method's contacts came from their laws: largest, share of its scale, scale.
[[nodiscard]] Json contacts_view(const ExperimentRecord& record);
/// What a summary, or the side of a figure, says of a claim.
[[nodiscard]] Json short_claim_view(const ClaimRecord& claim);
[[nodiscard]] Json claims_view(const ExperimentRecord& record);
[[nodiscard]] Json fits_view(const ExperimentRecord& record);
/// Counts, bounds and cost for each run, a method named once; what each kind says once.
[[nodiscard]] Json certificates_view(const ExperimentRecord& record);

}  // namespace perpend::reports
