// Runs that were made before: by what one is asked for, and how it takes the place of one that would be the same.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/model/scene/experiment.hpp"
#include "kernel/model/scene/method_run.hpp"
#include "reports/files/certificate_stream.hpp"
#include "study/certificates/certificate_data.hpp"
#include "study/runs/run_plan.hpp"
#include "study/sweeps/sweep_point.hpp"

namespace perpend {

/// Which run, in addition to the scene, the values that replace its own and the program.
struct RunRequest {
  std::string method;
  ExpectedOutcome expect = ExpectedOutcome::completes;
  const SweepSpec* sweep = nullptr;          ///< nullptr: it is of the scene itself
  const SweepDetail* detail = nullptr;       ///< of the sweep
  const GridPoint* point = nullptr;          ///< of the sweep
  std::int64_t index = 0;                    ///< of the point, for people
  std::optional<DataAmount> certificates{};  ///< data in the certificate file; nothing: none is written
  std::vector<double> times{};               ///< that figures show [s], ascending
};

/// A run of the scene itself. `certificates`: nothing where none are written.
[[nodiscard]] RunRequest run_of_scene(const Experiment& experiment, const MethodSpec& method,
                                      std::optional<DataAmount> certificates);

struct EarlierRun {
  MethodRun run;
  std::string certificates;  ///< what it added to the certificate file: members of gzip
};

/// Earlier runs of one scene. Several threads may ask at a time.
class EarlierRuns {
 public:
  virtual ~EarlierRuns() = default;
  [[nodiscard]] virtual std::optional<EarlierRun> find(const RunRequest& request) = 0;
  /// Pre: the run ended by itself. `certificates` as above.
  [[nodiscard]] virtual CacheUse add(const RunRequest& request, const MethodRun& run,
                                     std::string_view certificates) = 0;
};

/// Certificates of a run, compressed, beyond which it is not kept: a run that makes more of them is seldom asked again.
inline constexpr std::uintmax_t most_kept_bytes = std::uintmax_t{1} << 28;

/// Where earlier runs are, and under which conditions one is made.
struct RunSource {
  EarlierRuns* earlier = nullptr;                ///< nullptr: every run is made
  std::optional<double> limit{};                 ///< of wall time of a run that is made [s]; nothing: none
  reports::CertificateStream* stream = nullptr;  ///< that the run writes into, or what it wrote then; nullptr: none
  std::uintmax_t most_bytes = most_kept_bytes;   ///< of what it writes there, for it to be kept
};

/// The run that was made before, as this experiment writes its texts and units; else what `make` gives, which is kept
/// unless something broke it off.
[[nodiscard]] MethodRun find_or_run(const RunSource& source, const RunRequest& request, const Experiment& experiment,
                                    const MethodSpec& method, const std::function<MethodRun()>& make);

}  // namespace perpend
