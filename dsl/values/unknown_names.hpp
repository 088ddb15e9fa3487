// What is said of names, functions and members that mean nothing where they stand: what they mean elsewhere, and which
// known ones are near.
#pragma once

#include <string_view>

#include "dsl/values/evaluator.hpp"

namespace perpend::dsl {

/// `signals`: null where none can be read.
void report_unknown_name(const Evaluator& evaluator, const SignalReader* signals, const Expression& name);
void report_unknown_function(const Evaluator& evaluator, const SignalReader* signals, const Expression& call);

/// x y z
[[nodiscard]] bool is_component(std::string_view word);
/// A value has no members; components of vectors are functions of it.
void report_no_member(const Evaluator& evaluator, const Expression& member);

}  // namespace perpend::dsl
