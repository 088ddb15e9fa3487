// The forms of queries of claims, by their names.
#pragma once

#include <span>
#include <string_view>

#include "dsl/analysis/analysis.hpp"

namespace perpend::dsl {

/// What a query is about.
enum class QuerySubject {
  run,        ///< a run of a method: a measure, and a point where it is one of a sweep
  points,     ///< the runs of a method at all points of a sweep
  stability,  ///< the linearized mechanism
  boundary,   ///< a line of a refined sweep
  fit,        ///< a fit, or a key of one
};

struct QueryForm {
  std::string_view name;
  std::string_view signature;
  std::string_view doc;
  QuerySubject subject = QuerySubject::run;
};
[[nodiscard]] std::span<const QueryForm> query_forms();

/// Null where there is none of this name.
[[nodiscard]] const QueryForm* find_query_form(std::string_view name);

/// Whether a call asks something of the runs: a query name, and for min and max a measure as first argument.
[[nodiscard]] bool is_query(const Analysis& a, const Expression& e);

}  // namespace perpend::dsl
