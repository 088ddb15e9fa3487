#include "dsl/canonical.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dsl/read_statements.hpp"
#include "dsl/report.hpp"
#include "dsl/syntax/parse.hpp"
#include "dsl/values/arithmetic.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

/// Declarations of bodies: joints and forces name them, so that they may stand first.
constexpr std::array bodies{"body", "particle", "fixed"};

template <class Words>
bool is_one_of(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// What an expression of numbers alone is worth, as the evaluator finds it; nothing for others. A run cannot tell it
/// from the number.
std::optional<Quantity> constant_of(const Expression& e, Report& report) {
  const bool is_operation = e.kind == ExpressionKind::unary || e.kind == ExpressionKind::binary;
  if (e.kind != ExpressionKind::number && e.kind != ExpressionKind::group && !is_operation) return std::nullopt;
  std::optional<Value> value = Value{Quantity{e.number, {}, nullptr}};
  if (e.kind != ExpressionKind::number) {
    const auto first = constant_of(*e.operands[0], report);
    const auto second = e.kind == ExpressionKind::binary ? constant_of(*e.operands[1], report) : first;
    if (!first || !second) return std::nullopt;
    value = Value{*first};
    if (e.kind == ExpressionKind::unary) value = apply(e.op, *value, e.span, report);
    if (e.kind == ExpressionKind::binary) value = apply(e.op, *value, Value{*second}, e.span, report);
  }
  if (value && e.unit != nullptr) value = with_unit(*value, *e.unit, e.span, report);
  const Quantity* quantity = value ? std::get_if<Quantity>(&value->data) : nullptr;
  return quantity != nullptr ? std::optional(*quantity) : std::nullopt;
}

std::string quantity_token(double si_value, const Dimension& d) {
  return fmt::format("({:a} {} {} {} {}) ", si_value, d.length, d.mass, d.time, d.angle);
}

class Writer {
 public:
  explicit Writer(const ReadStatements& reading)
      : reading_(reading), document_(reading.document()), ignored_(document_) {}

  std::string write() {
    used_ = reading_.used_names();
    body(document_.bodies.front(), true, "");
    return std::move(text_);
  }

  std::string write(const Expression& e) {
    expression(e);
    return std::move(text_);
  }

 private:
  void add(std::string_view token) {
    text_ += token;
    text_ += ' ';
  }

  /// Its length first: no text can pass for tokens.
  void add_string(std::string_view text) { text_ += fmt::format("{}:{} ", text.size(), text); }

  void expression(const Expression& e) {
    if (const auto quantity = constant_of(e, ignored_)) {
      text_ += quantity_token(quantity->value, quantity->dimension);
      return;
    }
    text_ += fmt::format("({} {} ", static_cast<int>(e.kind), static_cast<int>(e.op));
    if (e.name != no_symbol) add(reading_.word(e.name));
    if (e.kind == ExpressionKind::boolean) add(e.number != 0.0 ? "true" : "false");
    if (e.kind == ExpressionKind::string) add_string(e.text);
    if (const auto table = document_.data_files.find(&e); table != document_.data_files.end())
      add_string(document_.sources[table->second].text);
    const bool is_sequence = e.kind == ExpressionKind::list || e.kind == ExpressionKind::vector;
    std::vector<Quantity> elements;
    for (const Expression* operand : e.operands)
      if (const auto element = is_sequence ? constant_of(*operand, ignored_) : std::nullopt)
        if (element->dimension == Dimension{}) elements.push_back(*element);
    // [4, 2] ms is [4 ms, 2 ms].
    if (e.unit != nullptr && is_sequence && elements.size() == e.operands.size()) {
      for (const Quantity& element : elements)
        text_ += quantity_token(to_si(element.value, *e.unit), e.unit->dimension);
    } else {
      if (e.unit != nullptr) text_ += "unit " + quantity_token(e.unit->factor, e.unit->dimension);
      for (const Expression* operand : in_order(e)) expression(*operand);
    }
    add(")");
  }

  /// Operands, named arguments by their names.
  [[nodiscard]] std::vector<const Expression*> in_order(const Expression& e) const {
    std::vector<const Expression*> operands(e.operands.begin(), e.operands.end());
    const auto is_named = [](const Expression* one) { return one->kind == ExpressionKind::argument; };
    const auto first = std::find_if(operands.begin(), operands.end(), is_named);
    if (std::all_of(first, operands.end(), is_named))
      std::stable_sort(first, operands.end(), [&](const Expression* a, const Expression* b) {
        return reading_.word(a->name) < reading_.word(b->name);
      });
    return operands;
  }

  void optional(const char* what, const Expression* e) {
    if (e == nullptr) return;
    add(what);
    expression(*e);
  }

  [[nodiscard]] std::string_view keyword(const Statement& s) const { return reading_.word(s.keyword); }

  [[nodiscard]] bool is_measure(const Statement& s) const {
    return s.kind == StatementKind::declaration && keyword(s) == "measure";
  }

  /// Names that the statement gives to those behind it, and whether it is a measure.
  template <class Note>
  void visit_given(const Statement& s, const Note& note) const {
    if (is_binding(s) || is_measure(s)) note(s.name, is_measure(s));
    if (s.kind != StatementKind::loop && s.kind != StatementKind::condition) return;
    for (const auto& inner : {s.body, s.otherwise})
      for (const Statement& one : inner)
        if (!is_binding(one)) visit_given(one, note);  // what a loop or condition binds ends with it
  }

  /// False where a statement mentions a name that a later one gives: there the name means something else, such as a
  /// signal, and the order is part of the meaning.
  [[nodiscard]] bool is_free_of_order(const std::vector<const Statement*>& statements, bool is_open,
                                      std::string_view block) const {
    std::map<Symbol, std::size_t> bound, measured;  // the place of the last statement that gives the name
    for (std::size_t i = 0; i < statements.size(); ++i)
      visit_given(*statements[i], [&](Symbol name, bool by_measure) { (by_measure ? measured : bound)[name] = i; });
    if (bound.empty() && measured.empty()) return true;
    const auto is_behind = [](const std::map<Symbol, std::size_t>& given, Symbol name, std::size_t i) {
      const auto found = given.find(name);
      return found != given.end() && found->second > i;
    };
    bool is_free = true;
    for (std::size_t i = 0; i < statements.size() && is_free; ++i) {
      const Statement& s = *statements[i];
      // The world and the methods read none, and the run is read when all are known.
      const bool reads_measures = s.kind != StatementKind::declaration || is_measure(s);
      reading_.visit_all(s, block, is_open, [&](Symbol name, bool is_call) {
        const bool may_be_measure = reads_measures && !is_call;
        if (is_behind(bound, name, i) || (may_be_measure && is_behind(measured, name, i))) is_free = false;
      });
    }
    return is_free;
  }

  /// By what the statements of a body are sorted; those with one rank stay in their order.
  using Rank = std::tuple<int, std::string_view, int, bool>;

  [[nodiscard]] std::vector<std::pair<Rank, const Statement*>> ranked(const std::vector<const Statement*>& statements,
                                                                      bool is_open, std::string_view block) const {
    std::vector<std::pair<Rank, const Statement*>> all;
    int segment = 0;
    for (const Statement* s : statements) {
      if (is_binding(*s)) {
        all.push_back({{0, reading_.word(s->name), 0, false}, s});
      } else if (s->kind == StatementKind::property) {
        all.push_back({{1, keyword(*s), 0, false}, s});
      } else if (is_open) {
        // Loops and conditions first, in their order, then by kind, measures by name.
        const bool has_kind = s->kind == StatementKind::declaration;
        all.push_back({{has_kind ? 3 : 2, has_kind ? keyword(*s) : "", 0, false}, s});
        if (is_measure(*s)) all.back().first = {4, reading_.word(s->name), 0, false};
        if (reading_.is_judged(*s))
          all.back().first = {5, "", 0, false};  // measures that they add count in their order
      } else {
        const bool is_body =
            s->kind == StatementKind::declaration && block == "world" && is_one_of(bodies, keyword(*s));
        const bool is_simple = s->kind == StatementKind::declaration && block == "world" && keyword(*s) != "instance" &&
                               keyword(*s) != "part";
        // Nothing passes a loop, a condition, a part or an instance, in which there may be all kinds.
        if (!is_simple) ++segment;
        all.push_back({{2, "", segment, !is_body}, s});
        if (!is_simple) ++segment;
      }
    }
    return all;
  }

  void body(std::span<const Statement> all, bool is_open, std::string_view block) {
    std::vector<const Statement*> statements;
    for (const Statement* s : reading_.statements(all, is_open, block))
      if (!is_binding(*s) || used_[s->name]) statements.push_back(s);
    if (is_free_of_order(statements, is_open, block)) {
      auto sorted = ranked(statements, is_open, block);
      std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      for (const auto& [rank, s] : sorted) statement(*s, is_open, block);
    } else {
      add("as written");
      for (const Statement* s : statements) statement(*s, is_open, block);
    }
  }

  void statement(const Statement& s, bool is_open, std::string_view block) {
    text_ += fmt::format("{{{} ", static_cast<int>(s.kind));
    if (reading_.is_judged(s)) {
      add("measured");
      for (const Expression* index : s.indices) optional("index", index);
      for (const Expression* e : reading_.measured(s)) expression(*e);
      add("}");
      return;
    }
    add(keyword(s));
    if (keyword(s) != "experiment") add(reading_.word(s.name));  // the name of an experiment is shown
    for (const Expression* index : s.indices) optional("index", index);
    for (const Expression* parameter : s.parameters) optional("parameter", parameter);
    if (!reading_.is_replaced(s, block)) optional("value", s.value);  // a label is shown
    if (s.kind != StatementKind::param) {                             // its block says where its value comes from
      body(s.body, reading_.stays_open(s, is_open), keyword(s));
      if (!s.otherwise.empty()) {
        add("otherwise");
        body(s.otherwise, reading_.stays_open(s, is_open), keyword(s));
      }
    }
    add("}");
  }

  const ReadStatements& reading_;
  const Document& document_;
  Report ignored_;  // a wrong expression stays as it is written
  std::vector<bool> used_;
  std::string text_;
};

}  // namespace

std::string canonical_text(const Document& document, std::string_view method, std::span<const std::string> overridden) {
  return Writer(ReadStatements(document, method, overridden)).write();
}

std::string canonical_value(const std::string& value_text) {
  // A study asks for many numbers with few units: what stands behind the digits is parsed once.
  thread_local std::map<std::string, Unit, std::less<>> known;
  constexpr std::size_t most_known = 64;
  const char *const begin = value_text.data(), *const end = begin + value_text.size();
  double value = 0.0;
  const auto [rest, wrong] = std::from_chars(begin, end, value);
  const bool has_digits = wrong == std::errc() && rest[-1] >= '0' && rest[-1] <= '9';
  const std::string_view behind(rest, static_cast<std::size_t>(end - rest));
  if (has_digits)
    if (const auto found = known.find(behind); found != known.end())
      return quantity_token(to_si(value, found->second), found->second.dimension);
  Document document;
  Report report(document);
  document.sources.push_back({"value", "", value_text});
  document.bodies.emplace_back();
  const Expression* e = parse_expression(document, 0, report);
  if (e == nullptr) return fmt::format("{}:{} ", value_text.size(), value_text);  // no run comes of it
  const Expression& inner = e->kind == ExpressionKind::unary && e->op == Operator::negate ? *e->operands[0] : *e;
  if (has_digits && inner.kind == ExpressionKind::number && known.size() < most_known)
    known.emplace(behind, inner.unit != nullptr ? *inner.unit : Unit{});
  return Writer(ReadStatements(document, "", {})).write(*e);
}

}  // namespace perpend::dsl
