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
};

using QueryAnswer = std::variant<Unknown, Known>;

[[nodiscard]] QueryAnswer answer_query(const ClaimQuery& query, const ClaimContext& context);

/// Functions of one run: max min final rms mean at first_time.
[[nodiscard]] QueryAnswer answer_run_query(const ClaimQuery& query, const std::string& function, const MethodRun& run);

}  // namespace perpend
