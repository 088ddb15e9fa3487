// Work against precision: what each contestant pays for an error, over all its steps. [DolanMore02]
#pragma once

#include <string>
#include <vector>

#include "referee/bench/trial.hpp"
#include "reports/page/static_page.hpp"

namespace perpend::bench {

/// Characters of a reason in a table: the message of a failed assertion may have hundreds.
inline constexpr std::size_t longest_remark = 60;

/// One problem of a performance profile: what each contestant paid, NaN where it has no answer that counts.
struct ProfileRow {
  std::vector<double> costs;  ///< in the order of the names
};

/// Share of problems on which a contestant costs at most so many times the cheapest.
/// `unsolved`: of each contestant, which decides who has a curve.
[[nodiscard]] reports::FigureData performance_profile(const std::string& title, const std::vector<std::string>& names,
                                                      const std::vector<double>& unsolved,
                                                      const std::vector<ProfileRow>& rows);

/// The variant with the least value for each other engine, the best three of ours: more curves than these hide each
/// other. NaN: not shown. In the order of `names`.
[[nodiscard]] std::vector<std::string> chosen_curves(const std::vector<std::string>& names,
                                                     const std::vector<double>& values);

/// Least CPU time a simulated second with an error of at most `target` [s]; NaN: no step had it.
[[nodiscard]] double cost_of_error(const std::vector<const Trial*>& trials, double target);

/// Curves, tables by error, and the profile of all of them.
void add_work_precision(const std::vector<Trial>& trials, reports::StaticSection& section);

}  // namespace perpend::bench
