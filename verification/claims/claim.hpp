// Did the runs bear out what the source says? Interval arithmetic over measured or proved numbers, then a comparison.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"
#include "verification/claims/sweep_view.hpp"
#include "verification/motion/spectral_radius.hpp"
#include "verification/motion/stability_limit.hpp"

namespace perpend {

/// What a claim may ask about. A function that is empty makes the claims that need it undecided.
struct ClaimContext {
  std::span<const MethodRun> runs;
  std::vector<SweepView> sweeps;
  std::span<const FitRecord> fits;
  std::function<StabilityReport(const std::string& method, std::optional<double> step)> rho;
  std::function<double(const std::string& method, std::optional<double> step)> rho_floating;
  std::function<LimitReport(const std::string& method, const std::string& parameter)> stability_limit;
};

/// Reproduced when every value the enclosure allows is in the range, not reproduced when none is, else undecided with
/// the reason. A measure over a run is the number recorded, or its proved enclosure for `max` where a trajectory
/// certificate gives one. A run that diverged where the scene expects it has maximum +infinity; anything else asked of
/// a run that did not converge is undecided. `order` is the least-squares slope of log(measure) over log(swept value):
/// a number, not an enclosure.
[[nodiscard]] ClaimRecord judge_claim(const ClaimSpec& spec, const ClaimContext& context);

}  // namespace perpend
