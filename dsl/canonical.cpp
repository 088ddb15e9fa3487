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

#include "dsl/report.hpp"
#include "dsl/syntax/document.hpp"
#include "dsl/syntax/parse.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

/// Declarations and properties of the experiment that are judged, shown or said, not run.
constexpr std::array unread{"claim", "fit", "figure", "sweep", "title", "source", "note"};
/// Declarations of bodies: joints and forces name them, so that they may stand first.
constexpr std::array bodies{"body", "particle", "fixed"};

template <class Words>
bool is_one_of(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_binding(const Statement& s) {
  return s.kind == StatementKind::let || s.kind == StatementKind::param || s.kind == StatementKind::function;
}

/// A number as written, or with a minus before it; nothing for other expressions.
std::optional<double> literal_of(const Expression& e) {
  if (e.kind == ExpressionKind::number && e.unit == nullptr) return e.number;
  if (e.kind != ExpressionKind::unary || e.op != Operator::negate) return std::nullopt;
  const Expression& operand = *e.operands[0];
  const bool is_literal = operand.kind == ExpressionKind::number && operand.unit == nullptr;
  return is_literal ? std::optional(-operand.number) : std::nullopt;
}

std::string quantity_token(double si_value, const Dimension& d) {
  return fmt::format("({:a} {} {} {} {}) ", si_value, d.length, d.mass, d.time, d.angle);
}

/// What every pass over a document shares: which statements count, and which names they mention.
class Reading {
 public:
  Reading(const Document& document, std::string_view method, std::span<const std::string> overridden)
      : document_(document), method_(method.substr(0, method.find('['))), overridden_(overridden) {
    for (const auto& body : document.bodies) find_functions(body);
    spread_functions();
    find_params(document.bodies.front());
  }

  [[nodiscard]] const Document& document() const { return document_; }
  [[nodiscard]] std::string_view word(Symbol symbol) const { return document_.names.text(symbol); }

  /// A body whose statements may be left out and sorted: the file's, the experiment's, and blocks that join it.
  [[nodiscard]] bool stays_open(const Statement& s, bool is_open) const {
    return is_open &&
           (s.kind == StatementKind::loop || s.kind == StatementKind::condition || word(s.keyword) == "experiment");
  }

  /// The statements of a body that a run reads, those of includes in their place. `block`: keyword of the body's.
  [[nodiscard]] std::vector<const Statement*> statements(std::span<const Statement> body, bool is_open,
                                                         std::string_view block) const {
    std::vector<const Statement*> all;
    add(body, is_open, block, all);
    return all;
  }

  /// Whether another value stands in its place.
  [[nodiscard]] bool is_replaced(const Statement& s, std::string_view block) const {
    const std::string_view name = s.kind == StatementKind::param ? word(s.name) : word(s.keyword);
    const bool is_time = block == "run" && s.kind == StatementKind::property && (name == "step" || name == "duration");
    // A param of that name takes the value, and the run keeps its own.
    return (s.kind == StatementKind::param || (is_time && !params_.contains(name))) && is_one_of(overridden_, name);
  }

  /// Calls `note` with every name in it, those in functions that it calls too, and whether it is that of a call.
  template <class Note>
  void visit(const Expression* e, const Note& note) const {
    if (e == nullptr) return;
    if (e->kind == ExpressionKind::name || e->kind == ExpressionKind::call || e->kind == ExpressionKind::member) {
      note(e->name, e->kind == ExpressionKind::call);
      if (const auto found = functions_.find(e->name); found != functions_.end())
        for (const Symbol name : found->second) note(name, false);
    }
    for (const Expression* operand : e->operands) visit(operand, note);
  }

  /// The names in a statement itself, without those in its bodies.
  template <class Note>
  void visit_head(const Statement& s, std::string_view block, const Note& note) const {
    if (!is_replaced(s, block)) visit(s.value, note);
    for (const Expression* index : s.indices) visit(index, note);
    for (const Expression* parameter : s.parameters) visit(parameter, note);
  }

  template <class Note>
  void visit_all(const Statement& s, std::string_view block, bool is_open, const Note& note) const {
    visit_head(s, block, note);
    if (s.kind == StatementKind::param) return;  // its block says where the value comes from
    for (const auto& body : {s.body, s.otherwise})
      for (const Statement* inner : statements(body, stays_open(s, is_open), word(s.keyword)))
        visit_all(*inner, word(s.keyword), stays_open(s, is_open), note);
  }

 private:
  void add(std::span<const Statement> body, bool is_open, std::string_view block,
           std::vector<const Statement*>& all) const {
    for (const Statement& s : body) {
      if (s.kind == StatementKind::include) {
        const auto found = document_.includes.find(&s);
        if (found != document_.includes.end()) add(document_.bodies[found->second], is_open, block, all);
      } else if (!(is_open && is_unread(s)) && !is_shown_only(s, block)) {
        all.push_back(&s);
      }
    }
  }

  [[nodiscard]] bool is_unread(const Statement& s) const {
    if (s.kind != StatementKind::declaration && s.kind != StatementKind::property) return false;
    if (is_one_of(unread, word(s.keyword))) return true;
    return s.kind == StatementKind::declaration && word(s.keyword) == "method" && word(s.name) != method_;
  }

  /// The label of a method, and the unit of a measure.
  [[nodiscard]] bool is_shown_only(const Statement& s, std::string_view block) const {
    return s.kind == StatementKind::property &&
           (word(s.keyword) == "label" || (block == "measure" && word(s.keyword) == "unit"));
  }

  void find_functions(std::span<const Statement> body) {
    for (const Statement& s : body) {
      if (s.kind == StatementKind::function) visit(s.value, [&](Symbol name, bool) { direct_[s.name].insert(name); });
      find_functions(s.body);
      find_functions(s.otherwise);
    }
  }

  /// A function means what its names mean where it is called, and those of the functions that it calls.
  void spread_functions() {
    for (bool has_grown = true; has_grown;) {
      has_grown = false;
      for (auto& [function, names] : direct_)
        for (const Symbol name : std::set<Symbol>(names))
          if (const auto inner = direct_.find(name); inner != direct_.end() && name != function)
            for (const Symbol one : inner->second) has_grown = names.insert(one).second || has_grown;
    }
    functions_ = std::move(direct_);
  }

  void find_params(std::span<const Statement> body) {
    for (const Statement& s : body) {
      if (s.kind == StatementKind::param) params_.insert(word(s.name));
      if (s.kind == StatementKind::declaration && word(s.keyword) == "experiment") find_params(s.body);
      const auto found = s.kind == StatementKind::include ? document_.includes.find(&s) : document_.includes.end();
      if (found != document_.includes.end()) find_params(document_.bodies[found->second]);
    }
  }

  const Document& document_;
  std::string_view method_;
  std::span<const std::string> overridden_;
  std::map<Symbol, std::set<Symbol>> direct_, functions_;  // names that a function mentions, by its own
  std::set<std::string_view> params_;
};

/// The names that count: mentioned by a statement that is no let, param or function, or by one of these that counts.
std::vector<bool> used_names(const Reading& reading) {
  std::vector<bool> used(reading.document().names.size(), false);
  std::unordered_map<Symbol, std::vector<const Statement*>> bindings;
  std::vector<Symbol> open;
  const auto mark = [&](Symbol name, bool) {
    if (used[name]) return;
    used[name] = true;
    open.push_back(name);
  };
  const auto read = [&](const auto& self, std::span<const Statement> body, bool is_open,
                        std::string_view block) -> void {
    for (const Statement* s : reading.statements(body, is_open, block)) {
      if (is_binding(*s)) {
        bindings[s->name].push_back(s);
        continue;
      }
      reading.visit_head(*s, block, mark);
      self(self, s->body, reading.stays_open(*s, is_open), reading.word(s->keyword));
      self(self, s->otherwise, reading.stays_open(*s, is_open), reading.word(s->keyword));
    }
  };
  read(read, reading.document().bodies.front(), true, "");
  while (!open.empty()) {
    const Symbol name = open.back();
    open.pop_back();
    if (const auto found = bindings.find(name); found != bindings.end())
      for (const Statement* s : found->second) reading.visit_head(*s, "", mark);
  }
  return used;
}

class Writer {
 public:
  explicit Writer(const Reading& reading) : reading_(reading), document_(reading.document()) {}

  std::string write() {
    used_ = used_names(reading_);
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

  /// `behind`: the unit behind the list or vector that it stands in.
  void number(double value, const Unit* unit) {
    text_ += unit != nullptr ? quantity_token(to_si(value, *unit), unit->dimension) : quantity_token(value, {});
  }

  void expression(const Expression& e) {
    if (e.kind == ExpressionKind::number) return number(e.number, e.unit);
    const bool is_negative = e.kind == ExpressionKind::unary && e.op == Operator::negate;
    if (is_negative && e.operands[0]->kind == ExpressionKind::number)
      return number(-e.operands[0]->number, e.operands[0]->unit);
    text_ += fmt::format("({} {} ", static_cast<int>(e.kind), static_cast<int>(e.op));
    if (e.name != no_symbol) add(reading_.word(e.name));
    if (e.kind == ExpressionKind::boolean) add(e.number != 0.0 ? "true" : "false");
    if (e.kind == ExpressionKind::string) add_string(e.text);
    if (const auto table = document_.data_files.find(&e); table != document_.data_files.end())
      add_string(document_.sources[table->second].text);
    const bool is_sequence = e.kind == ExpressionKind::list || e.kind == ExpressionKind::vector;
    // [4, 2] ms is [4 ms, 2 ms].
    const bool is_of_literals =
        is_sequence && e.unit != nullptr &&
        std::all_of(e.operands.begin(), e.operands.end(), [](const Expression* x) { return literal_of(*x); });
    if (is_of_literals) {
      for (const Expression* operand : e.operands) number(*literal_of(*operand), e.unit);
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

  const Reading& reading_;
  const Document& document_;
  std::vector<bool> used_;
  std::string text_;
};

}  // namespace

std::string canonical_text(const Document& document, std::string_view method, std::span<const std::string> overridden) {
  return Writer(Reading(document, method, overridden)).write();
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
  return Writer(Reading(document, "", {})).write(*e);
}

}  // namespace perpend::dsl
