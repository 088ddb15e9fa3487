// A lock: what a scene gave once, kept next to it, with the tolerances within which a later run must give it again.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "reports/files/atomic_file.hpp"
#include "reports/results/difference.hpp"
#include "reports/results/findings.hpp"
#include "reports/results/results_reader.hpp"

namespace perpend::reports {

struct Lock {
  Tolerances tolerances;
  Findings findings;
};

/// JSON, which people may edit: docs/schemas/lock.schema.json describes it.
[[nodiscard]] std::string lock_text(const Lock& lock);
[[nodiscard]] std::variant<Lock, ReadError> read_lock(const std::string& path);

/// What a run found, without the means and enclosures that a lock of an earlier program does not have.
[[nodiscard]] Findings findings_for(const Lock& lock, const ExperimentRecord& record);
/// SCENE.lock of SCENE.scene.
[[nodiscard]] std::string lock_path(const std::string& scene);
/// Writes what a run found. Tolerances that people gave an earlier lock stay.
[[nodiscard]] std::optional<WriteError> renew_lock(const std::string& path, const ExperimentRecord& record);

}  // namespace perpend::reports
