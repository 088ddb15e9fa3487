#include "study/sweeps/margin_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>

#include "reports/text/text.hpp"

namespace perpend {

namespace {

/// Four significant digits in the unit that people read: the value of a command that repeats the point.
double short_decimal(double value, const Unit& unit) {
  return std::strtod(reports::significant(value / unit.factor).c_str(), nullptr) * unit.factor;
}

bool is_same_verdict(const TriedVerdict& there, ClaimVerdict verdict) {
  return there.no_scene.empty() && there.status == verdict;
}

/// One side of a parameter's value.
class SideSearch {
 public:
  SideSearch(const Parameter& parameter, bool is_whole, const MarginRange& range, const VerdictsAt& verdicts_at)
      : parameter_(parameter), is_whole_(is_whole), range_(range), verdicts_at_(verdicts_at) {}

  /// `side`: below or above, of each claim.
  void run(bool is_upward, MarginSide ClaimMargin::*side, std::vector<ClaimMargin>& claims);
  [[nodiscard]] long num_values() const { return static_cast<long>(known_.size()); }

 private:
  /// nullptr: the search has to stop.
  const std::vector<TriedVerdict>* at(double value);
  [[nodiscard]] std::optional<double> between(double a, double b) const;
  void halve(std::size_t number, ClaimVerdict verdict, MarginSide& side);

  const Parameter& parameter_;
  bool is_whole_;
  const MarginRange& range_;
  const VerdictsAt& verdicts_at_;
  std::map<double, std::vector<TriedVerdict>> known_;
};

const std::vector<TriedVerdict>* SideSearch::at(double value) {
  const auto found = known_.find(value);
  if (found != known_.end()) return &found->second;
  std::vector<TriedVerdict> verdicts = verdicts_at_(value);
  return verdicts.empty() ? nullptr : &(known_[value] = std::move(verdicts));
}

/// A value to try between two; nothing where they are close enough, or nothing lies between them.
std::optional<double> SideSearch::between(double a, double b) const {
  const double scale = parameter_.value == 0.0 ? parameter_.unit.factor : parameter_.value;
  if (!is_whole_ && std::abs(b - a) <= range_.resolution * std::max(std::abs(scale), std::abs(a))) return std::nullopt;
  const double half = 0.5 * a + 0.5 * b;
  const double value = is_whole_ ? std::floor(half) : short_decimal(half, parameter_.unit);
  const bool is_between = value > std::min(a, b) && value < std::max(a, b);
  return is_between ? std::optional(value) : std::nullopt;
}

void SideSearch::halve(std::size_t number, ClaimVerdict verdict, MarginSide& side) {
  while (const auto value = between(side.holds, side.changes)) {
    const std::vector<TriedVerdict>* found = at(*value);
    if (found == nullptr) return;
    const TriedVerdict& there = (*found)[number];
    const bool is_same = is_same_verdict(there, verdict);
    if (!is_same) side.verdict = there;
    (is_same ? side.holds : side.changes) = *value;
  }
}

void SideSearch::run(bool is_upward, MarginSide ClaimMargin::*side, std::vector<ClaimMargin>& claims) {
  for (ClaimMargin& margin : claims) margin.*side = {.holds = parameter_.value, .changes = not_a_number, .verdict = {}};
  for (const double value : outward_values(parameter_, is_whole_, is_upward, range_.span)) {
    const auto is_open = [&](const ClaimMargin& margin) { return std::isnan((margin.*side).changes); };
    if (std::none_of(claims.begin(), claims.end(), is_open)) break;
    const std::vector<TriedVerdict>* found = at(value);
    if (found == nullptr) break;
    for (std::size_t i = 0; i < claims.size(); ++i) {
      if (!is_open(claims[i])) continue;
      MarginSide& end = claims[i].*side;
      const bool is_same = is_same_verdict((*found)[i], claims[i].claim.status);
      (is_same ? end.holds : end.changes) = value;
      if (!is_same) end.verdict = (*found)[i];
    }
  }
  for (std::size_t i = 0; i < claims.size(); ++i)
    if (!std::isnan((claims[i].*side).changes)) halve(i, claims[i].claim.status, claims[i].*side);
}

}  // namespace

std::vector<double> outward_values(const Parameter& parameter, bool is_whole, bool is_upward, double span) {
  const double value = parameter.value;
  std::vector<double> values;
  const auto add = [&](double next) {
    const double shown = is_whole ? next : short_decimal(next, parameter.unit);
    const double last = values.empty() ? value : values.back();
    if (is_upward ? shown > last : shown < last) values.push_back(shown);
  };
  const double direction = is_upward ? 1.0 : -1.0;
  if (is_whole) {
    const double end = is_upward ? std::max(value * span, value + span) : value / span;
    for (double step = 1.0; is_upward ? value + step <= end : value - step >= end; step *= 2.0)
      add(value + direction * step);
    return values;
  }
  if (value == 0.0) {
    for (const double part : {0.01, 0.03, 0.1, 0.3, 1.0}) add(direction * part * parameter.unit.factor);
    return values;
  }
  const double outward = value > 0.0 ? direction : -direction;  // whether the size grows
  for (const double part : {0.01, 0.03, 0.1, 0.3}) add(value * (1.0 + outward * part));
  constexpr double steps[] = {2.0, 5.0, 10.0};
  for (double decade = 1.0; decade < span; decade *= 10.0)
    for (const double step : steps)
      if (decade * step < span * (1.0 + 1e-9)) add(outward > 0.0 ? value * decade * step : value / (decade * step));
  return values;
}

long search_margins(const Parameter& parameter, bool is_whole, const MarginRange& range, const VerdictsAt& verdicts_at,
                    std::vector<ClaimMargin>& claims) {
  SideSearch search(parameter, is_whole, range, verdicts_at);
  search.run(false, &ClaimMargin::below, claims);
  search.run(true, &ClaimMargin::above, claims);
  return search.num_values() + 1;
}

}  // namespace perpend
