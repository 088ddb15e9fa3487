// Reads one query of a claim. What concerns sweeps is in query_point.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dsl/analysis/claim_expression.hpp"

namespace perpend::dsl {

[[nodiscard]] const QueryForm* find_query_form(std::string_view name);

/// Pre: the call has the name of a form.
class QueryReader {
 public:
  QueryReader(Analysis& a, const Expression& e) : a_(a), e_(e), form_(*find_query_form(a.text(e.name))) {
    query_.function = form_.name;
  }
  std::optional<ClaimValue> read();

 private:
  bool fail(Span span, std::string message, std::string hint = {});  ///< without a hint: shows the form
  bool read_positional();
  bool read_measure(const Expression& e);
  bool read_method(const Expression& e);
  [[nodiscard]] bool is_swept_step(const Expression& value) const;
  bool read_named(const Expression& argument);
  bool read_sweep(const Expression& value);
  bool read_over(const Expression& value);
  bool read_parameter(const Expression& value);
  bool read_point(std::string_view key, const Expression& value);
  std::optional<double> read_quantity(std::string_view name, const Expression& value, Dimension dimension);
  bool check_complete();
  bool check_point();
  [[nodiscard]] const SweepSpec* sweep() const {
    return sweep_ < 0 ? nullptr : &a_.experiment.sweeps[static_cast<std::size_t>(sweep_)];
  }

  Analysis& a_;
  const Expression& e_;
  const QueryForm& form_;
  ClaimQuery query_;
  int measure_ = -1;
  int method_ = -1;
  int sweep_ = -1;
  Dimension dimension_{};
};

}  // namespace perpend::dsl
