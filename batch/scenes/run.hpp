// One scene run into its folder: under its methods, with what a cache has of it, its files written whole or not at all.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "batch/cache/run_cache.hpp"
#include "dsl/load.hpp"
#include "kernel/model/scene/record.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/page/html.hpp"
#include "study/certificates/certificate_data.hpp"
#include "study/side_by_side.hpp"

namespace perpend::batch {

/// How the run of a scene, or of several, ended; the worst comes last.
enum class SceneEnd {
  as_expected,    ///< all verdicts
  unexpected,     ///< a claim or a certificate is not
  not_completed,  ///< a run or a point of a sweep did not end as the scene expects, or met its limit of time
  not_written,    ///< a file, a folder
};

struct SceneSettings {
  std::string folder;                      ///< of the results; empty: none are written
  std::vector<std::string> methods{};      ///< only these; empty: all
  std::vector<dsl::Override> overrides{};  ///< that the experiment was made with
  DataChoice certificates{};               ///< those that carry their data
  std::string lcps{};                      ///< folder for the LCPs of contacts; empty: they are not kept
  long lcp_every = 1;                      ///< of the steps
  std::optional<double> limit{};           ///< of wall time for each run [s]; nothing: none
  bool keeps_unchanged = false;            ///< results in the folder that rest on the same
  RunInputs inputs{};                      ///< for the record; series of sweeps and states are kept as it says
  bool has_csv = true;                     ///< series.csv next to series.npz
  reports::PageLinks links{};              ///< from the page in the folder to others
  std::string commit{};                    ///< of the program, for the record
  std::function<void(const std::string& what, long done, long planned)> on_progress{};
};

struct SceneOutcome {
  SceneEnd end = SceneEnd::as_expected;
  std::optional<ExperimentRecord> record{};      ///< nothing: it did not run
  bool is_kept = false;                          ///< the folder had results that hold
  std::string place{};                           ///< what is there of a run that was broken off; empty: it was not
  std::string trouble{};                         ///< why the folder cannot be used
  std::vector<reports::WriteError> unwritten{};  ///< files
};

/// `experiment`: of the document. The threads are those that help with the methods. For several threads, each with a
/// folder of its own.
[[nodiscard]] SceneOutcome run_scene(const dsl::Document& document, const Experiment& experiment,
                                     const std::vector<std::string>& warnings, const std::string& file,
                                     const SceneSettings& settings, LenientCache& cache, ThreadBudget& threads);

}  // namespace perpend::batch
