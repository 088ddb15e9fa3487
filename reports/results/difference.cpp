#include "reports/results/difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

#include "reports/text/verdicts.hpp"

namespace perpend::reports {

namespace {

bool has_same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

/// "drift" of "drift max".
Tolerance tolerance_of(const Tolerances& tolerances, const std::string& quantity) {
  const auto own = tolerances.of_measure.find(quantity.substr(0, quantity.rfind(' ')));
  return own == tolerances.of_measure.end() ? tolerances.usual : own->second;
}

double allowed_distance(const Tolerance& tolerance, double a, double b, double scale) {
  return std::max(
      {tolerance.relative * std::max(std::abs(a), std::abs(b)), tolerance.amount, tolerance.share_of_scale * scale});
}

std::string number_text(double value, const std::string& unit) {
  return unit.empty() ? fmt::format("{}", value) : fmt::format("{} {}", value, unit);
}

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

/// The elements of both by a key, those of one key in their order; nullptr where one has no other.
template <class T, class Key>
std::vector<std::pair<const T*, const T*>> paired(const std::vector<T>& before, const std::vector<T>& after,
                                                  const Key& key) {
  std::vector<std::pair<const T*, const T*>> pairs;
  std::multimap<std::string, const T*> waiting;
  for (const T& one : after) waiting.emplace(key(one), &one);
  std::set<const T*> taken;
  for (const T& one : before) {
    const auto found = waiting.find(key(one));
    pairs.emplace_back(&one, found == waiting.end() ? nullptr : found->second);
    if (found == waiting.end()) continue;
    taken.insert(found->second);
    waiting.erase(found);
  }
  for (const T& one : after)
    if (!taken.contains(&one)) pairs.emplace_back(nullptr, &one);
  return pairs;
}

class DifferenceFinder {
 public:
  DifferenceFinder(const Tolerances& tolerances, Difference& difference)
      : tolerances_(tolerances), difference_(difference) {}

  void compare(const RunFindings& before, const RunFindings& after) {
    compare_words(ChangeKind::status, before.name, "status", before.status, after.status);
    compare_words(ChangeKind::status, before.name, "steps", std::to_string(before.steps), std::to_string(after.steps));
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
    if (before.has_enclosure && after.has_enclosure) compare(where, before.enclosure, after.enclosure);
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

/// A row's values of one column, of both.
struct RowColumn {
  std::string name;
  const std::vector<double>* before;
  const std::vector<double>* after;
  double scale = 0;
  std::size_t width = 1;  ///< numbers of a row
};

/// `scales`: of the measures, in both.
std::vector<RowColumn> row_columns(const MethodRun& before, const MethodRun& after,
                                   const std::map<std::string, double>& scales) {
  std::vector<RowColumn> columns;
  const auto add_states = [&](const char* name, const std::vector<double>& a, const std::vector<double>& b) {
    if (a.empty() || b.empty() || before.times.empty() ||
        a.size() / before.times.size() != b.size() / after.times.size())
      return;
    double scale = 0;
    for (const double value : a) scale = std::isfinite(value) ? std::max(scale, std::abs(value)) : scale;
    columns.push_back({name, &a, &b, scale, a.size() / before.times.size()});
  };
  if (!after.times.empty()) {
    add_states("positions", before.states.positions, after.states.positions);
    add_states("velocities", before.states.velocities, after.states.velocities);
  }
  for (const MeasureRecord& measure : before.measures) {
    const MeasureRecord* const other = find_measure(after, measure.name);
    if (other == nullptr || measure.values.size() != before.times.size() || other->values.size() != after.times.size())
      continue;
    const auto scale = scales.find(measure.name);
    columns.push_back({measure.name, &measure.values, &other->values, scale == scales.end() ? 0.0 : scale->second});
  }
  return columns;
}

void compare_rows(const MethodRun& before, const MethodRun& after, const std::vector<RowColumn>& columns,
                  const Tolerances& tolerances, Parting& parting) {
  std::size_t i = 0, k = 0;
  while (i < before.times.size() && k < after.times.size() && !parting.moved) {
    if (before.step_numbers[i] != after.step_numbers[k]) {
      ++(before.step_numbers[i] < after.step_numbers[k] ? i : k);
      continue;
    }
    for (const RowColumn& column : columns)
      for (std::size_t entry = 0; entry < column.width && !parting.moved; ++entry) {
        const double a = (*column.before)[i * column.width + entry], b = (*column.after)[k * column.width + entry];
        if (has_same_bits(a, b)) continue;
        const Parting::Row row{before.step_numbers[i], before.times[i], column.name, a, b};
        if (!parting.first) parting.first = row;
        const Tolerance tolerance = tolerance_of(tolerances, column.name + " ");
        const double distance = std::abs(a - b), allowed = allowed_distance(tolerance, a, b, column.scale);
        // A NaN or an infinity on one side is no number within anything.
        if (std::isfinite(distance) && distance <= allowed) continue;
        if (!parting.beyond) parting.beyond = row;
        const double next_to_all = std::max(allowed, tolerance.relative * column.scale);
        if (!std::isfinite(distance) || distance > next_to_all) parting.moved = {row, distance, next_to_all};
      }
    ++i;
    ++k;
  }
}

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

std::vector<Parting> find_partings(const ExperimentRecord& before, const ExperimentRecord& after,
                                   const Tolerances& tolerances) {
  std::map<std::string, double> scales = measure_scales(before);
  for (const auto& [measure, scale] : measure_scales(after)) scales[measure] = std::max(scales[measure], scale);
  std::vector<Parting> partings;
  for (const auto& [a, b] : paired(before.runs, after.runs, [](const MethodRun& run) { return run.method; })) {
    if (a == nullptr || b == nullptr) continue;
    const std::vector<RowColumn> columns = row_columns(*a, *b, scales);
    Parting parting{.run = a->method,
                    .has_rows = !columns.empty() && !a->times.empty() && !b->times.empty(),
                    .has_same_hash = a->trajectory_hash == b->trajectory_hash};
    if (parting.has_rows) compare_rows(*a, *b, columns, tolerances, parting);
    const bool is_one_without = a->times.empty() != b->times.empty();
    if (parting.first || is_one_without || !parting.has_same_hash) partings.push_back(std::move(parting));
  }
  return partings;
}

void add_partings(std::vector<Parting> partings, Difference& difference) {
  for (const Parting& parting : partings)
    if (parting.moved) {
      const Parting::Row& row = parting.moved->row;
      difference.changes.push_back({.kind = ChangeKind::value,
                                    .where = parting.run,
                                    .what = fmt::format("row of {} at step {}", row.measure, row.step),
                                    .before = number_text(row.before, ""),
                                    .after = number_text(row.after, ""),
                                    .distance = parting.moved->distance,
                                    .allowed = parting.moved->allowed});
    }
  difference.partings = std::move(partings);
}

}  // namespace perpend::reports
