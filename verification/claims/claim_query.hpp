// The numbers that the queries of a claim stand for.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "verification/arithmetic/interval.hpp"
#include "verification/claims/claim.hpp"

namespace perpend {

/// Why a value is not known.
struct Unknown {
  std::string reason;
};

struct Known {
  Interval value;
  std::string proof;                  ///< what stands behind it, when more than a computed number
  std::optional<LimitScope> scope{};  ///< of a stability limit
  std::optional<double>
      estimate{};  ///< where the middle is none: of the points of a confidence interval; NaN: there is none
};

using QueryAnswer = std::variant<Unknown, Known>;

[[nodiscard]] QueryAnswer answer_query(const ClaimQuery& query, const ClaimContext& context);

/// Functions of one run: max min final rms mean at first_time.
[[nodiscard]] QueryAnswer answer_run_query(const ClaimQuery& query, const std::string& function, const MethodRun& run);

// Null where there is none.
[[nodiscard]] const MeasureRecord* find_measure(const MethodRun& run, const std::string& name);
[[nodiscard]] const MethodRun* find_run(std::span<const MethodRun> runs, const std::string& method);

/// Whether coordinates on the axes of the sweep have the values that the query asks for.
[[nodiscard]] bool is_at(const SweepSpec& sweep, const std::vector<double>& coordinates, const ClaimQuery& query);

}  // namespace perpend
