// What a file of a study says of its runs, for a summary of a few lines and for the page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reports/files/atomic_file.hpp"
#include "reports/page/static_page.hpp"

namespace perpend::batch {

/// From best to worst.
enum class StudyVerdict {
  as_expected,
  unexpected,     ///< a claim or a certificate is not as expected
  not_completed,  ///< a run did not end as the scene expects
};

/// Throws DatabaseError, as all of these.
[[nodiscard]] StudyVerdict verdict_of(const std::string& path);

/// A run that is not as expected.
struct UnexpectedRun {
  std::string sweep;
  std::int64_t point = 0;
  std::string method;
  std::string status;
  std::string message;
  bool has_unexpected_certificate = false;  ///< it ended as expected
};
/// The first `most`, in the order of the plan.
[[nodiscard]] std::vector<UnexpectedRun> unexpected_runs(const std::string& path, int most);

/// The archives of series next to the file.
struct SeriesFiles {
  std::string folder;
  std::int64_t num_files = 0;
  std::int64_t num_runs = 0;
  double bytes = 0.0;
};
/// Nothing where the study keeps none, or has not packed them yet.
[[nodiscard]] std::optional<SeriesFiles> series_of(const std::string& path);

/// What the page shows of all runs, without their provenance: it may be asked before the file is finished.
[[nodiscard]] reports::StaticPage study_outline(const std::string& path);

/// Writes study.html next to the file, which is finished.
[[nodiscard]] std::optional<reports::WriteError> write_study_page(const std::string& path, reports::StaticPage outline);
[[nodiscard]] std::optional<reports::WriteError> write_study_page(const std::string& path);

}  // namespace perpend::batch
