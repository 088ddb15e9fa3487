// A scene run under its methods: measures, series, verdicts on claims, certificates of every solve.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"
#include "perpend/scene.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend {

struct StudyOptions {
  std::vector<std::string> methods{};  ///< run only these; empty: those of the scene
  std::stop_token stop{};              ///< every step asks it; a stopped study comes back incomplete
  std::optional<double> limit{};       ///< of wall time for each run [s]; nothing: none
  /// How many methods and points of sweeps run at the same time; the results are the same to the bit. Methods
  /// and solvers of your own must then be safe on several threads. Certificates up to a size are written one method
  /// after the other.
  int threads = 1;
  /// Called with steps done and planned over all runs, on a thread that runs, one call at a time. An exception from it
  /// ends the study with ErrorKind::foreign.
  std::function<void(const std::string& what, long done, long planned)> progress{};
  /// Folder for certificates.jsonl.gz, which perpend-check can prove again; empty: certificates are only counted.
  /// A study that did not reach its end leaves an older file there unchanged.
  std::string certificates{};
  /// How many of them carry their data: "first", "sample", "full", or the size up to which all do, as "100 MB".
  std::string certificate_data = "first";
};

using CertificateCounts = reports::CertificateCounts;

/// Values of one measure over one run, in SI. Lives as long as a copy of the study does.
struct Series {
  std::span<const double> times;   ///< [s]
  std::span<const double> values;  ///< one for each time
  Unit unit;                       ///< that the scene shows it in: shown = value / unit.factor
};

/// Immutable, cheap to copy.
class Study {
 public:
  /// The whole record: parameters, sweeps, drawings, provenance.
  [[nodiscard]] const ExperimentRecord& record() const;

  /// One for each method, in the order of the scene. Runs and claims live as long as a copy of the study does.
  [[nodiscard]] std::span<const MethodRun> runs() const { return record().runs; }
  [[nodiscard]] std::span<const ClaimRecord> claims() const { return record().claims; }

  /// By the names of a run and of a measure: max, min, final, rms and mean over every step [SI]. An unknown name is
  /// ErrorKind::argument; the message lists the known ones.
  [[nodiscard]] Result<MeasureSummary> measure(const std::string& method, const std::string& measure) const;
  /// Every recorded value. Errors as of `measure`.
  [[nodiscard]] Result<Series> series(const std::string& method, const std::string& measure) const;
  /// By its name in the scene; an unknown one is ErrorKind::argument.
  [[nodiscard]] Result<ClaimRecord> claim(const std::string& id) const;

  /// How many were proved, refuted and left undecided: over all runs, or in one run, whose unknown name is
  /// ErrorKind::argument.
  [[nodiscard]] CertificateCounts certificates() const;
  [[nodiscard]] Result<CertificateCounts> certificates(const std::string& method) const;

  /// Every run, claim and certificate is as the scene expects, and the study came to its end.
  [[nodiscard]] bool as_expected() const { return unexpected().empty(); }
  /// One sentence for each of these that is not.
  [[nodiscard]] std::vector<std::string> unexpected() const;
  /// Other than `none` when runs were broken off or never begun; after a stop no claim is judged.
  [[nodiscard]] StopReason stopped_by() const { return record().stopped_by; }

 private:
  explicit Study(std::shared_ptr<const ExperimentRecord> record) : record_(std::move(record)) {}
  friend Result<Study> run(const Scene& scene, const StudyOptions& options);

  [[nodiscard]] Result<const MethodRun*> find_run(const std::string& method) const;

  std::shared_ptr<const ExperimentRecord> record_;
};

/// Runs the scene. Two studies on two threads give the bits of one after the other. A stop or a limit is no error: the
/// study says by stopped_by() that it is incomplete. Errors: a method that the scene lacks, a point of a sweep without
/// a valid scene, certificates that cannot be written, a method, solver or callback of the caller that throws.
[[nodiscard]] Result<Study> run(const Scene& scene, const StudyOptions& options = {});

}  // namespace perpend
