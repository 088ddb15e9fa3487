#include "dsl/measured_expressions.hpp"

#include <algorithm>

#include "dsl/analysis/claims/claim_forms.hpp"
#include "dsl/analysis/claims/claim_query.hpp"
#include "dsl/values/evaluator.hpp"

namespace perpend::dsl {

namespace {

bool is_call(const Expression& e) {
  return e.kind == ExpressionKind::call;
}

}  // namespace

bool is_judged_part(std::string_view keyword) {
  return keyword == "claim" || keyword == "fit" || keyword == "figure";
}

std::size_t num_positional(const Expression& call) {
  const auto& operands = call.operands;
  const auto is_named = [](const Expression* e) { return e->kind == ExpressionKind::argument; };
  return static_cast<std::size_t>(std::find_if(operands.begin(), operands.end(), is_named) - operands.begin());
}

MeasuredExpressions::MeasuredExpressions(const Document& document) : document_(document) {
  const auto find_methods = [&](const auto& self, std::span<const Statement> statements) -> void {
    for (const Statement& s : statements) {
      if (s.kind == StatementKind::declaration && word(s.keyword) == "method") methods_.insert(s.name);
      self(self, s.body);
      self(self, s.otherwise);
    }
  };
  for (const auto& body : document.bodies) find_methods(find_methods, body);
  find_fixed();
  find_swept();
}

template <class Visit>
void MeasuredExpressions::visit_bindings(std::span<const Statement> statements, const Visit& visit) const {
  for (const Statement& s : statements) {
    const bool binds = s.kind == StatementKind::let || s.kind == StatementKind::param ||
                       s.kind == StatementKind::loop || s.kind == StatementKind::function;
    if (binds) visit(s);
    visit_bindings(s.body, visit);
    visit_bindings(s.otherwise, visit);
  }
}

/// All names that are bound, without those whose values mention others.
void MeasuredExpressions::find_fixed() {
  const auto visit_all = [&](const auto& visit) {
    for (const auto& body : document_.bodies) visit_bindings(body, visit);
  };
  visit_all([&](const Statement& s) {
    bound_.insert(s.name);
    for (const Expression* parameter : s.parameters) bound_.insert(parameter->name);
  });
  fixed_ = bound_;
  for (bool has_shrunk = true; has_shrunk;) {
    has_shrunk = false;
    visit_all([&](const Statement& s) {
      if (s.value != nullptr && fixed_.contains(s.name) && !is_fixed(*s.value))
        has_shrunk = fixed_.erase(s.name) > 0 || has_shrunk;
    });
  }
}

void MeasuredExpressions::find_swept() {
  const auto add_keys = [&](const auto& self, std::span<const Statement> statements, bool in_sweep) -> void {
    for (const Statement& s : statements) {
      if (in_sweep && s.kind == StatementKind::property) swept_.insert(s.keyword);
      const bool is_sweep = s.kind == StatementKind::declaration && word(s.keyword) == "sweep";
      self(self, s.body, in_sweep || is_sweep);
      self(self, s.otherwise, in_sweep);
    }
  };
  for (const auto& body : document_.bodies) add_keys(add_keys, body, false);
  for (std::size_t before = 0; before != swept_.size();) {
    before = swept_.size();
    for (const auto& body : document_.bodies)
      visit_bindings(body, [&](const Statement& s) {
        if (s.value != nullptr && is_swept(*s.value)) swept_.insert(s.name);
      });
    for (const auto& body : document_.bodies) add_swept_arguments(body);
  }
}

/// Parameters of parts, by their names: of all parts, as some instance gives them.
void MeasuredExpressions::add_swept_arguments(std::span<const Statement> statements) {
  const auto add = [&](const Expression& e) {
    if (e.kind == ExpressionKind::argument && is_swept(*e.operands[0])) swept_.insert(e.name);
  };
  for (const Statement& s : statements) {
    if (s.kind == StatementKind::declaration && word(s.keyword) == "instance" && s.value != nullptr)
      for (const Expression* argument : s.value->operands) add(*argument);
    for (const Expression* parameter : s.parameters) add(*parameter);
    add_swept_arguments(s.body);
    add_swept_arguments(s.otherwise);
  }
}

bool MeasuredExpressions::is_swept(const Expression& e) const {
  if (e.kind == ExpressionKind::member && !swept_.empty()) return true;  // what a part exports may follow any key
  const bool has_name = e.kind == ExpressionKind::name || is_call(e);
  if (has_name && swept_.contains(e.name)) return true;
  return std::any_of(e.operands.begin(), e.operands.end(), [&](const Expression* one) { return is_swept(*one); });
}

bool MeasuredExpressions::is_fixed(const Expression& e) const {
  if (is_call(e) && bound_.contains(e.name) && !fixed_.contains(e.name)) return false;
  if (e.kind == ExpressionKind::name && !fixed_.contains(e.name) && word(e.name) != "pi" && word(e.name) != "inf")
    return false;
  return std::all_of(e.operands.begin(), e.operands.end(), [&](const Expression* one) { return is_fixed(*one); });
}

/// A name that is not that of a let, which may stand for an expression.
bool MeasuredExpressions::names_measure(const Expression& e) const {
  if (!reads_as_name(e)) return false;
  const Expression* first = &e;
  while (first->kind != ExpressionKind::name) first = first->operands[0];
  return !bound_.contains(first->name);
}

bool MeasuredExpressions::names_method(const Expression& e) const {
  const Expression* first = &e;
  while (first->kind == ExpressionKind::index) first = first->operands[0];
  return first->kind == ExpressionKind::name && methods_.contains(first->name);
}

/// `drift > 1 mm`, or `final(drift, post) > 1 mm` of a fraction: a measure that there is against a number, the same for
/// all points.
bool MeasuredExpressions::compares_measure(std::string_view form, const Expression& condition) const {
  if (condition.kind != ExpressionKind::binary) return false;
  if (!is_fixed(*condition.operands[1]) || is_swept(*condition.operands[1])) return false;
  const Expression* left = condition.operands[0];
  if (form == "fraction" && is_call(*left) && is_reduction_over_time(word(left->name)) && !left->operands.empty()) {
    const bool has_method = left->operands.size() == 2 && names_method(*left->operands[1]);
    if (left->operands.size() != 1 && !has_method) return false;
    left = left->operands[0];
  }
  return names_measure(*left);
}

/// max and min are functions of numbers too: without the name of a method all of it may be what is measured.
void MeasuredExpressions::add_of_extreme(const Expression& e, bool is_drawn, Found& found) const {
  const std::size_t count = num_positional(e);
  if (count == 2 && names_method(*e.operands[1])) {
    if (!names_measure(*e.operands[0])) found.push_back(e.operands[0]);
  } else if (count != 1 || !names_measure(*e.operands[0])) {
    if (!is_fixed(e)) found.push_back(&e);
    for (const Expression* operand : e.operands) add_of(*operand, is_drawn, found);
  }
}

/// Pre: a call by the name of a query, with an operand.
void MeasuredExpressions::add_of_query(const Expression& e, bool is_drawn, Found& found) const {
  const QueryForm& form = *find_query_form(word(e.name));
  if (form.subject != QuerySubject::run && form.subject != QuerySubject::points) return;
  const Expression* measured = e.operands[0];
  if (form.name == "first_time" || form.name == "fraction") {
    if (!compares_measure(form.name, *measured)) found.push_back(measured);
    return;
  }
  if (form.name == "max" || form.name == "min") return add_of_extreme(e, is_drawn, found);
  const bool is_over_points = form.subject == QuerySubject::points || form.name == "order";
  const bool may_reduce = is_over_points && num_positional(e) <= (is_drawn ? 2U : 1U);
  if (may_reduce && is_call(*measured) && is_reduction_over_time(word(measured->name)) && !measured->operands.empty())
    measured = measured->operands[0];
  if (!names_measure(*measured)) found.push_back(measured);
}

void MeasuredExpressions::add_of(const Expression& e, bool is_drawn, Found& found) const {
  if (is_call(e) && find_query_form(word(e.name)) != nullptr && !e.operands.empty())
    return add_of_query(e, is_drawn, found);
  for (const Expression* operand : e.operands) add_of(*operand, is_drawn, found);
}

void MeasuredExpressions::add_drawn(const Expression& e, Found& found) const {
  if (e.kind == ExpressionKind::list) {
    for (const Expression* item : e.operands) add_drawn(*item, found);
  } else if (is_call(e) && find_query_form(word(e.name)) != nullptr) {
    add_of(e, true, found);
  } else if (!names_measure(e)) {
    found.push_back(&e);
  }
}

void MeasuredExpressions::add_in(std::span<const Statement> statements, bool is_figure, Found& found) const {
  for (const Statement& s : statements) {
    const std::string_view field = word(s.keyword);
    const bool is_drawn = is_figure && s.kind == StatementKind::property && (field == "x" || field == "y");
    if (s.value != nullptr) is_drawn ? add_drawn(*s.value, found) : add_of(*s.value, is_figure, found);
    add_in(s.body, is_figure, found);
    add_in(s.otherwise, is_figure, found);
  }
}

std::vector<const Expression*> MeasuredExpressions::of(const Statement& judged) const {
  Found found;
  add_in(judged.body, word(judged.keyword) == "figure", found);
  return found;
}

}  // namespace perpend::dsl
