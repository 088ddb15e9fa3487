// Parameters of a sweep estimated from numbers of a source: least squares over its grid, with the confidence region.
#pragma once

#include <optional>

#include "verification/claims/claim_query.hpp"

namespace perpend {

/// Misfit of each point: chi^2 = sum of ((value - printed) / deviation)^2 over the data. With independent normal errors
/// of these deviations and a model that is linear near the best point, the right parameters are in the region
/// {chi^2 - least chi^2 <= quantile of the chi-squared distribution with as many degrees as keys} with the confidence
/// of the fit, and the least chi^2 has the distribution with n - k degrees [Avni76]. Both are about the grid: the
/// true least misfit may lie between its points. `sweep`: nothing where it did not run. Points that a refinement added
/// take no part, and a datum that a run does not have leaves its point without a misfit.
[[nodiscard]] FitRecord fit_sweep(const FitSpec& spec, const std::optional<SweepView>& sweep);

/// best lowest highest misfit goodness. Where the region may go on beyond what is known of it, its end there is only
/// bounded from one side.
[[nodiscard]] QueryAnswer answer_fit(const ClaimQuery& query, const FitRecord& fit);

}  // namespace perpend
