// Counts the certificates of one run by kind, keeps the worst, and writes each one to the certificate file.
#pragma once

#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/model/problem.hpp"
#include "kernel/model/scene/experiment.hpp"
#include "kernel/model/scene/record.hpp"
#include "reports/files/certificate_stream.hpp"
#include "study/certificates/certificate_data.hpp"
#include "study/certificates/shared_data.hpp"
#include "verification/certificates.hpp"

namespace perpend {

class CertificateCollector {
 public:
  /// `stream`: nullptr counts only (sweeps). `label` names the run in the file.
  CertificateCollector(std::string label, const VerifySettings& settings, reports::CertificateStream* stream,
                       DataAmount amount = DataAmount::first);

  /// Where a certificate belongs: the step being made and the purpose of its solve.
  struct Place {
    long step = 0;
    std::optional<SolvePurpose> purpose{};  ///< nothing: it is about no solve
  };

  /// `data`: what it is about, written as the amount says.
  void add(const Certificate& certificate, Place place, const CertifiedData& data = {});
  /// What a certificate of this kind took, its line in the file included. Pre: one was added.
  void add_seconds(CertificateKind kind, double seconds) { group_of(kind).summary.seconds += seconds; }

  /// Counts those without a line, after the last one.
  void finish();

  /// Keeps a state of the trajectory where all of them are to be written.
  void keep_state(const State& state, long step);
  [[nodiscard]] std::span<const TrajectoryState> states() const { return states_; }

  /// The scene expects a refutation of this kind: the method is meant to be unstable.
  void expect_refuted(CertificateKind kind) { refutation_[kind] = Refutation::required; }
  /// A refutation is as good as a proof: the run is meant to diverge, for whatever reason.
  void allow_refuted(CertificateKind kind) { refutation_[kind] = Refutation::allowed; }

  [[nodiscard]] std::vector<CertificateGroup> groups() const;
  /// Seconds spent certifying so far.
  [[nodiscard]] double seconds() const;

 private:
  enum class Refutation { allowed, required };
  /// Solves for motions, accelerations and corrections of positions have different units.
  static constexpr int num_kinds_of_solve = 3;
  struct Group {
    explicit Group(const CertificateType& about);
    /// The worst value of a bound, by kind of solve; NaN: none is known.
    [[nodiscard]] double worst(std::size_t bound, int kind) const { return sign[bound] * limits[kind][bound]; }
    /// Whether one of the numbers is worse than all before, or not known.
    [[nodiscard]] bool is_beyond(const std::array<double, max_bounds>& bounds, int kind) const;
    void widen(const std::array<double, max_bounds>& bounds, int kind, long step);

    const CertificateType& type;
    CertificateGroup summary;
    std::size_t num_bounds = 0;                 ///< the named ones
    std::size_t place_of_granted = max_bounds;  ///< of the number of granted rows; max_bounds: it has none
    std::array<double, max_bounds> sign{};      ///< -1: the smallest number is the worst
    /// The worst of each, times its sign, by kind of solve; the same for all where the unit does not depend on it.
    std::array<std::array<double, max_bounds>, num_kinds_of_solve> limits{};
    long num_within = 0;                   ///< certificates with all numbers, none of them worse
    std::array<long, max_bounds> known{};  ///< others that have the number
    long without_line = 0;                 ///< all proved
    int number = 0;
  };
  Group& group_of(CertificateKind kind) {
    Group* const known = group_of_kind_[static_cast<std::size_t>(kind)];
    return known != nullptr ? *known : begin_group(kind);
  }
  Group& begin_group(CertificateKind kind);
  [[nodiscard]] static std::vector<BoundValue> known_values(const Group& group, std::size_t bound);
  void write_line(const Group& group, const Certificate& certificate, Place place, const CertifiedData& data);
  void write_data(reports::JsonWriter& json, const CertifiedData& data);
  void thin_sample();
  [[nodiscard]] bool is_as_expected(CertificateKind kind, const CertificateGroup& summary) const;

  std::string label_;
  VerifySettings settings_;
  reports::CertificateStream* stream_;
  DataAmount amount_;
  long sample_stride_ = 1;  ///< of the steps whose certificates a sample holds
  std::size_t sampled_bytes_ = 0;
  SharedData shared_;
  std::map<CertificateKind, Group> groups_;
  std::array<Group*, std::size(certificate_types::all)> group_of_kind_{};  ///< null: not met
  std::vector<TrajectoryState> states_;
  std::map<CertificateKind, Refutation> refutation_;
};

}  // namespace perpend
