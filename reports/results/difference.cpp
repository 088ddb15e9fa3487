#include "reports/results/difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "reports/results/matching.hpp"

namespace perpend::reports {

namespace {

using NamedValues = std::vector<std::pair<std::string, std::string>>;

std::vector<OtherValue> other_values(const NamedValues& before, const NamedValues& after) {
  const auto find = [](const NamedValues& pairs, const std::string& name) -> const std::string* {
    for (const auto& [key, value] : pairs)
      if (key == name) return &value;
    return nullptr;
  };
  std::vector<OtherValue> others;
  for (const auto& [name, value] : before) {
    const std::string* const other = find(after, name);
    if (other == nullptr || *other != value) others.push_back({name, value, other == nullptr ? "none" : *other});
  }
  for (const auto& [name, value] : after)
    if (find(before, name) == nullptr) others.push_back({name, "none", value});
  return others;
}

class DifferenceFinder {
 public:
  DifferenceFinder(const Tolerances& tolerances, Difference& difference)
      : tolerances_(tolerances), difference_(difference) {}

  void compare(const RunFindings& before, const RunFindings& after) {
    compare_words(ChangeKind::status, before.name, "status", before.status, after.status);
    compare_words(ChangeKind::status, before.name, "steps", std::to_string(before.steps), std::to_string(after.steps));
    if (before.settings && after.settings) compare(before.name, *before.settings, *after.settings);
    compare(before.name, before.quantities, after.quantities);
    for (const auto& [a, b] :
         paired(before.certificates, after.certificates, [](const CertificateTally& one) { return one.kind; })) {
      if (a != nullptr && b != nullptr)
        compare_words(ChangeKind::verdict, before.name, "certificates " + a->kind, text_of(*a), text_of(*b));
      else
        add_missing(before.name, "certificates " + (a != nullptr ? a : b)->kind, a != nullptr);
    }
  }

  void compare(const FitFindings& before, const FitFindings& after) {
    const std::string where = "fit " + before.name;
    compare_words(ChangeKind::verdict, where, "outcome", before.outcome, after.outcome);
    compare(where, before.quantities, after.quantities);
  }

  void compare(const ClaimFindings& before, const ClaimFindings& after) {
    const std::string where = "claim " + before.id;
    compare_words(ChangeKind::verdict, where, "verdict", before.verdict, after.verdict);
    compare(where, before.measured, after.measured);
    if (!before.has_enclosure || !after.has_enclosure) return;
    compare_words(ChangeKind::verdict, where, "expect", before.expect, after.expect);
    compare(where, before.range, after.range);
    compare(where, before.enclosure, after.enclosure);
  }

  void add_missing(const std::string& where, const std::string& what, bool is_before) {
    difference_.changes.push_back({.kind = ChangeKind::missing,
                                   .where = where,
                                   .what = what,
                                   .before = is_before ? "there" : "none",
                                   .after = is_before ? "none" : "there"});
  }

 private:
  static std::string text_of(const CertificateTally& tally) {
    return fmt::format("{} proved, {} refuted, {} undecided", tally.proved, tally.refuted, tally.undecided);
  }

  void compare_words(ChangeKind kind, const std::string& where, const std::string& what, const std::string& before,
                     const std::string& after) {
    if (before != after)
      difference_.changes.push_back({.kind = kind, .where = where, .what = what, .before = before, .after = after});
  }

  void compare(const std::string& where, const NamedValues& before, const NamedValues& after) {
    for (const OtherValue& value : other_values(before, after))
      compare_words(ChangeKind::status, where, value.name, value.before, value.after);
  }

  void compare(const std::string& where, const std::vector<Quantity>& before, const std::vector<Quantity>& after) {
    for (const auto& [a, b] : paired(before, after, [](const Quantity& one) { return one.name; })) {
      if (a != nullptr && b != nullptr)
        compare(where, *a, *b);
      else
        add_missing(where, (a != nullptr ? a : b)->name, a != nullptr);
    }
  }

  void compare(const std::string& where, const Quantity& before, const Quantity& after) {
    ++difference_.num_numbers;
    if (has_same_bits(before.value, after.value) && before.unit == after.unit) {
      ++difference_.num_equal;
      return;
    }
    const double distance = std::abs(before.value - after.value);
    const double most = allowed_distance(tolerance_of(tolerances_, before.name), before.value, after.value,
                                         std::max(before.scale, after.scale));
    // A NaN or an infinity on one side is no number within anything.
    const bool is_within = before.unit == after.unit && std::isfinite(distance) && distance <= most;
    difference_.changes.push_back({.kind = is_within ? ChangeKind::rounding : ChangeKind::value,
                                   .where = where,
                                   .what = before.name,
                                   .before = number_text(before.value, before.unit),
                                   .after = number_text(after.value, after.unit),
                                   .distance = distance,
                                   .allowed = most});
  }

  const Tolerances& tolerances_;
  Difference& difference_;
};

}  // namespace

const char* to_string(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::missing:
      return "missing";
    case ChangeKind::verdict:
      return "verdict";
    case ChangeKind::status:
      return "status";
    case ChangeKind::value:
      return "value";
    case ChangeKind::rounding:
      return "rounding";
  }
  return "unknown";
}

bool Difference::is_changed() const {
  return std::any_of(changes.begin(), changes.end(),
                     [](const Change& change) { return change.kind != ChangeKind::rounding; });
}

Difference find_difference(const Findings& before, const Findings& after, const Tolerances& tolerances) {
  Difference difference{.name = before.experiment};
  difference.environment = other_values(before.environment, after.environment);
  difference.inputs = other_values(before.inputs, after.inputs);
  if (before.scene_sha256 != after.scene_sha256)
    difference.inputs.push_back({"scene (SHA-256)", before.scene_sha256, after.scene_sha256});
  DifferenceFinder comparison(tolerances, difference);
  if (before.experiment != after.experiment)
    difference.changes.push_back({.kind = ChangeKind::missing,
                                  .where = "results",
                                  .what = "experiment",
                                  .before = before.experiment,
                                  .after = after.experiment});
  for (const auto& [a, b] : paired(before.runs, after.runs, [](const RunFindings& run) { return run.name; })) {
    if (a != nullptr && b != nullptr)
      comparison.compare(*a, *b);
    else
      comparison.add_missing((a != nullptr ? a : b)->name, "run", a != nullptr);
  }
  for (const auto& [a, b] : paired(before.claims, after.claims, [](const ClaimFindings& claim) { return claim.id; })) {
    if (a != nullptr && b != nullptr)
      comparison.compare(*a, *b);
    else
      comparison.add_missing("claim " + (a != nullptr ? a : b)->id, "claim", a != nullptr);
  }
  for (const auto& [a, b] : paired(before.fits, after.fits, [](const FitFindings& fit) { return fit.name; })) {
    if (a != nullptr && b != nullptr)
      comparison.compare(*a, *b);
    else
      comparison.add_missing("fit " + (a != nullptr ? a : b)->name, "fit", a != nullptr);
  }
  return difference;
}

}  // namespace perpend::reports
