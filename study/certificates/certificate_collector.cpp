#include "study/certificates/certificate_collector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "reports/files/json_writer.hpp"
#include "study/formulas/joint_formulas.hpp"

namespace perpend {

namespace {

/// What the rows of a solve are measured in. Velocity corrections have the units of velocities.
struct SolveUnits {
  std::string_view rate;
  std::string_view any_rate;
  std::string_view impulse;
  std::string_view any_impulse;
};

constexpr SolveUnits units_of_solve[] = {{"m/s", "m/s or rad/s", "N s", "N s or N m s"},
                                         {"m/s^2", "m/s^2 or rad/s^2", "N", "N or N m"},
                                         {"m", "m or rad", "kg m", "kg m or kg m^2"}};

bool depends_on_solve(Quantity quantity) {
  return quantity == Quantity::rate || quantity == Quantity::any_rate || quantity == Quantity::impulse ||
         quantity == Quantity::any_impulse;
}

/// Place among these units, and in Group::worst, of quantities that depend on the solve; 0 of the others.
int kind_of_solve(std::optional<SolvePurpose> purpose) {
  return purpose == SolvePurpose::acceleration ? 1 : purpose == SolvePurpose::position_correction ? 2 : 0;
}

/// As printed after the number; empty: a pure number, a count or a step.
std::string_view unit_of(Quantity quantity, int kind_of_solve) {
  const SolveUnits& units = units_of_solve[kind_of_solve];
  switch (quantity) {
    case Quantity::number:
    case Quantity::granted_rows:
      return "";
    case Quantity::rate:
      return units.rate;
    case Quantity::any_rate:
      return units.any_rate;
    case Quantity::impulse:
      return units.impulse;
    case Quantity::any_impulse:
      return units.any_impulse;
    case Quantity::position:
      return "m or rad";
  }
  return "";
}

}  // namespace

CertificateCollector::CertificateCollector(std::string label, const VerifySettings& settings,
                                           reports::CertificateStream* stream, DataAmount amount)
    : label_(std::move(label)), settings_(settings), stream_(stream), amount_(amount) {}

std::vector<BoundValue> CertificateCollector::known_values(const Group& group, std::size_t bound) {
  const Quantity quantity = group.type.bounds[bound].quantity;
  std::vector<BoundValue> known;
  for (int kind = 0; kind < (depends_on_solve(quantity) ? num_kinds_of_solve : 1); ++kind)
    if (const double worst = group.worst(bound, kind); !std::isnan(worst))
      known.push_back({worst, std::string(unit_of(quantity, kind))});
  std::sort(known.begin(), known.end(), [](const auto& a, const auto& b) { return a.unit < b.unit; });
  return known;
}

CertificateCollector::Group::Group(const CertificateType& about) : type(about) {
  for (auto& of_kind : limits) of_kind.fill(not_a_number);
  sign.fill(1.0);
  while (num_bounds < max_bounds && type.bounds[num_bounds].name != nullptr) {
    if (type.bounds[num_bounds].sense == Sense::at_least) sign[num_bounds] = -1.0;
    if (type.bounds[num_bounds].quantity == Quantity::granted_rows) place_of_granted = num_bounds;
    ++num_bounds;
  }
  summary.kind = type.id;
  summary.statement = type.statement;
  summary.theorem = type.theorem;
}

bool CertificateCollector::Group::is_beyond(const std::array<double, max_bounds>& bounds, int kind) const {
  for (std::size_t i = 0; i < num_bounds; ++i)
    if (!(sign[i] * bounds[i] <= limits[kind][i])) return true;  // a NaN is
  return false;
}

void CertificateCollector::Group::widen(const std::array<double, max_bounds>& bounds, int kind, long step) {
  for (std::size_t i = 0; i < num_bounds; ++i) {
    if (std::isnan(bounds[i])) continue;
    ++known[i];
    const double value = sign[i] * bounds[i];
    if (value <= limits[kind][i]) continue;
    if (i == 0) summary.worst_step = static_cast<int>(step);
    if (depends_on_solve(type.bounds[i].quantity))
      limits[kind][i] = value;
    else
      for (auto& of_kind : limits) of_kind[i] = value;
  }
}

CertificateCollector::Group& CertificateCollector::begin_group(CertificateKind kind) {
  const CertificateType& type = certificate_type(kind);
  Group& group = groups_.try_emplace(kind, type).first->second;
  group_of_kind_[static_cast<std::size_t>(kind)] = &group;
  group.number = static_cast<int>(groups_.size());
  if (stream_ == nullptr) return group;
  std::string head;
  head.reserve(2000);
  reports::JsonWriter json(head);
  json.object([&] {
    json.member("group", group.number);
    json.member("run", label_);
    json.key("kind").plain(type.id);
    json.key("statement").plain(type.statement);
    json.key("theorem").plain(type.theorem);
    json.key("arithmetic").plain("binary64, round to nearest");
    json.key("bounds").array([&] {
      for (std::size_t i = 0; i < group.num_bounds; ++i) json.plain(describe(type.bounds[i]));
    });
  });
  stream_->line(head);
  return group;
}

void CertificateCollector::add(const Certificate& certificate, Place place, const CertifiedData& data) {
  Group& group = group_of(certificate.kind);
  CertificateGroup& summary = group.summary;
  const bool first = summary.proved + summary.refuted + summary.undecided == 0;
  const bool proved = certificate.verdict == Verdict::proved;
  if (proved && group.place_of_granted < max_bounds && certificate.bounds[group.place_of_granted] > 0.0) {
    ++summary.granting;
    summary.granted_rows += granted_rows(certificate);
  }
  if (proved)
    ++summary.proved;
  else if (certificate.verdict == Verdict::refuted)
    ++summary.refuted;
  else
    ++summary.undecided;
  if (!proved && summary.reason.empty()) summary.reason = fmt::format("step {}: {}", place.step, certificate.reason);
  const int kind = kind_of_solve(place.purpose);
  if (group.is_beyond(certificate.bounds, kind))
    group.widen(certificate.bounds, kind, place.step);
  else
    ++group.num_within;
  if (stream_ == nullptr) return;
  const bool is_sampled = amount_ == DataAmount::sample && place.step % sample_stride_ == 0;
  const bool with_data = amount_ == DataAmount::full || is_sampled || first || !proved;
  if (!with_data) {
    ++group.without_line;
    return;
  }
  write_line(group, certificate, place, data);
  if (data.is_enough() && certificate.verdict != Verdict::undecided) ++summary.recheckable;
}

void CertificateCollector::finish() {
  if (stream_ == nullptr) return;
  for (const auto& [kind, group] : groups_)
    if (group.without_line > 0)
      stream_->line(fmt::format(R"({{"group":{},"without_line":{}}})", group.number, group.without_line));
}

void CertificateCollector::keep_state(const State& state, long step) {
  if (stream_ != nullptr && amount_ != DataAmount::first && sample_stride_ == 1)
    states_.push_back({step, state.time, state.q, state.coordinates});
}

void CertificateCollector::write_line(const Group& group, const Certificate& certificate, Place place,
                                      const CertifiedData& data) {
  std::string line;
  line.reserve(500);
  reports::JsonWriter json(line);
  json.object([&] {
    json.member("group", group.number);
    json.member("step", place.step);
    if (place.purpose) json.key("purpose").plain(to_string(*place.purpose));
    json.key("verdict").plain(to_string(certificate.verdict));
    json.key("bounds").array([&] {
      for (std::size_t i = 0; i < group.num_bounds; ++i) json.number(certificate.bounds[i]);
    });
    if (*certificate.reason != '\0') json.member("reason", certificate.reason);
    const std::size_t without_data = line.size();
    write_data(json, data);
    sampled_bytes_ += line.size() - without_data;
  });
  stream_->line(line);
  thin_sample();
}

/// States of a trajectory stand in the line itself; other data in a line before it, where it is not the last stated.
void CertificateCollector::write_data(reports::JsonWriter& json, const CertifiedData& data) {
  if (data.state != nullptr) formulas::write_equations(json, *data.state);
  if (data.problem == nullptr && data.linearized == nullptr) return;
  const std::string& stated = shared_.state(data);
  sampled_bytes_ += stated.size();
  if (!stated.empty()) stream_->line(stated);
  json.member("data", shared_.number());
}

/// A file that has reached the size it may have continues as a sample.
void CertificateCollector::thin_sample() {
  if (amount_ == DataAmount::full && stream_->is_beyond_size()) amount_ = DataAmount::sample;
  if (amount_ != DataAmount::sample || sampled_bytes_ < sample_bytes) return;
  sampled_bytes_ = 0;
  sample_stride_ *= 2;
  states_.clear();  // some of them would prove nothing
}

bool CertificateCollector::is_as_expected(CertificateKind kind, const CertificateGroup& summary) const {
  // A contact problem that is shown to have no solution is a finding about the scene, not an error of the run.
  if (kind == CertificateKind::solvability) return summary.undecided == 0 || !settings_.fail_on_undecided;
  const auto refutation = refutation_.find(kind);
  const bool is_allowed = refutation != refutation_.end();
  if (is_allowed && refutation->second == Refutation::required) return summary.refuted > 0;
  return (is_allowed || summary.refuted == 0) && (summary.undecided == 0 || !settings_.fail_on_undecided);
}

std::vector<CertificateGroup> CertificateCollector::groups() const {
  std::vector<CertificateGroup> result;
  for (const auto& [kind, group] : groups_) {
    result.push_back(group.summary);
    const CertificateType& type = certificate_type(kind);
    for (std::size_t i = 0; i < group.num_bounds; ++i)
      if (std::vector<BoundValue> worst = known_values(group, i); !worst.empty())
        result.back().bounds.push_back({describe(type.bounds[i]), std::move(worst), group.num_within + group.known[i]});
    result.back().as_expected = is_as_expected(kind, group.summary);
  }
  return result;
}

double CertificateCollector::seconds() const {
  double sum = 0.0;
  for (const auto& [kind, group] : groups_) sum += group.summary.seconds;
  return sum;
}

}  // namespace perpend
