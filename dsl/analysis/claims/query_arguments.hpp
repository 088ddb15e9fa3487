// Arguments of a query of a claim, and what is said of wrong ones.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dsl/analysis/claims/claim_forms.hpp"

namespace perpend::dsl {

class QueryArguments {
 public:
  QueryArguments(Analysis& a, const QueryForm& form) : a_(a), form_(form) {}

  [[nodiscard]] Analysis& analysis() const { return a_; }
  [[nodiscard]] const QueryForm& form() const { return form_; }

  /// Reports an error, without a hint with the form of the query; false.
  bool fail(Span span, std::string message, std::string hint = {}) const;
  /// Nothing after an error, which is reported.
  [[nodiscard]] std::optional<double> read_quantity(std::string_view name, const Expression& value,
                                                    Dimension dimension) const;
  /// A number between 0 and 1. False after an error.
  [[nodiscard]] bool read_share(std::string_view name, const Expression& value, double& share) const;

 private:
  Analysis& a_;
  const QueryForm& form_;
};

}  // namespace perpend::dsl
