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

}  // namespace perpend::reports
