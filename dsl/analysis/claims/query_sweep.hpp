// What a query of a claim says of a sweep: which one it asks, along which of its keys, and at which of its points.
#pragma once

#include <optional>
#include <string_view>

#include "dsl/analysis/claims/query_arguments.hpp"

namespace perpend::dsl {

class QuerySweep {
 public:
  /// Writes into `query`. Both outlive it.
  QuerySweep(const QueryArguments& arguments, ClaimQuery& query) : arguments_(arguments), query_(query) {}

  /// Whether a sweep has been named.
  [[nodiscard]] bool is_known() const { return index_ >= 0; }

  // Each is false, or nothing, after an error, which is reported.

  /// A sweep.
  [[nodiscard]] bool read(const Expression& name);
  /// A sweep with the key along which an order is taken: `order.step`.
  [[nodiscard]] bool read_over(const Expression& key);
  /// A refined sweep. Its refined key is not chosen: along it the boundary lies, in the dimension that is given back.
  [[nodiscard]] std::optional<Dimension> read_refined(const Expression& name);
  /// A key of the sweep: selects the run with this value.
  [[nodiscard]] bool read_point(std::string_view key, const Expression& value);
  /// Whether `step:` of `at` is a time, which selects a point of a sweep over the step, and no number of a step.
  [[nodiscard]] bool is_swept_step(const Expression& value) const;
  /// Whether the sweep runs the method, and the query, which stands at `query`, names one run of it.
  [[nodiscard]] bool check_point(Span query);

 private:
  [[nodiscard]] Analysis& analysis() const { return arguments_.analysis(); }
  [[nodiscard]] const QueryForm& form() const { return arguments_.form(); }
  [[nodiscard]] const SweepSpec* sweep() const {
    return index_ < 0 ? nullptr : &analysis().experiment.sweeps[static_cast<std::size_t>(index_)];
  }

  const QueryArguments& arguments_;
  ClaimQuery& query_;
  int index_ = -1;
};

}  // namespace perpend::dsl
