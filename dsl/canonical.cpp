#include "dsl/canonical.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "dsl/syntax/document.hpp"

namespace perpend::dsl {

namespace {

/// Declarations and properties of the experiment that are judged, shown or said, not run.
constexpr std::array unread{"claim", "fit", "figure", "sweep", "title", "source", "note"};

class Writer {
 public:
  Writer(const Document& document, std::string_view method, std::span<const std::string> overridden)
      : document_(document), method_(method.substr(0, method.find('['))), overridden_(overridden) {}

  std::string write() {
    for (const Statement& statement : document_.bodies.front()) this->statement(statement, true);
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
    text_ += fmt::format("({} {} ", static_cast<int>(e.kind), static_cast<int>(e.op));
    if (e.name != no_symbol) add(document_.names.text(e.name));
    if (e.kind == ExpressionKind::number || e.kind == ExpressionKind::boolean) text_ += fmt::format("{:a} ", e.number);
    if (e.kind == ExpressionKind::string) add_string(e.text);
    if (const auto table = document_.data_files.find(&e); table != document_.data_files.end())
      add_string(document_.sources[table->second].text);
    if (e.unit != nullptr) {
      const Dimension& d = e.unit->dimension;
      text_ += fmt::format("unit {:a} {} {} {} {} ", e.unit->factor, d.length, d.mass, d.time, d.angle);
      add_string(e.unit->name);
    }
    for (const Expression* operand : e.operands) expression(*operand);
    add(")");
  }

  void optional(const char* what, const Expression* e) {
    if (e == nullptr) return;
    add(what);
    expression(*e);
  }

  [[nodiscard]] bool is_unread(const Statement& s) const {
    if (s.kind != StatementKind::declaration && s.kind != StatementKind::property) return false;
    const std::string_view keyword = document_.names.text(s.keyword);
    if (std::find(unread.begin(), unread.end(), keyword) != unread.end()) return true;
    return s.kind == StatementKind::declaration && keyword == "method" && document_.names.text(s.name) != method_;
  }

  [[nodiscard]] std::string_view keyword(const Statement& s) const { return document_.names.text(s.keyword); }

  /// `is_open`: a body whose statements may be left out and sorted: the experiment's, and blocks that join it.
  void body(std::span<const Statement> statements, bool is_open) {
    if (!is_open) {
      for (const Statement& s : statements) statement(s, false);
      return;
    }
    std::vector<const Statement*> sorted;
    for (const Statement& s : statements)
      if (!is_unread(s)) sorted.push_back(&s);
    // Names are defined first; then by kind.
    const auto rank = [&](const Statement& s) {
      const bool has_kind = s.kind == StatementKind::declaration || s.kind == StatementKind::property;
      return has_kind ? keyword(s) : std::string_view();
    };
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const Statement* a, const Statement* b) { return rank(*a) < rank(*b); });
    for (const Statement* s : sorted) statement(*s, true);
  }

  void statement(const Statement& s, bool is_open) {
    if (s.kind == StatementKind::property && keyword(s) == "label") return;  // of a method: what reports call it
    if (s.kind == StatementKind::include) {
      if (const auto found = document_.includes.find(&s); found != document_.includes.end())
        body(document_.bodies[found->second], is_open);
      return;
    }
    const std::string_view name = document_.names.text(s.name);
    const bool is_param = s.kind == StatementKind::param;
    text_ += fmt::format("{{{} ", static_cast<int>(s.kind));
    add(keyword(s));
    if (keyword(s) != "experiment") add(name);  // the name of an experiment is shown
    for (const Expression* index : s.indices) optional("index", index);
    for (const Expression* parameter : s.parameters) optional("parameter", parameter);
    // A label is shown; the path of an include is followed above.
    const bool is_overridden = is_param && std::find(overridden_.begin(), overridden_.end(), name) != overridden_.end();
    if (!is_overridden) optional("value", s.value);
    if (!is_param) {  // a param's block says where its value comes from
      const bool stays_open = is_open && (s.kind == StatementKind::loop || s.kind == StatementKind::condition ||
                                          keyword(s) == "experiment");
      body(s.body, stays_open);
      if (!s.otherwise.empty()) {
        add("otherwise");
        body(s.otherwise, stays_open);
      }
    }
    add("}");
  }

  const Document& document_;
  std::string_view method_;
  std::span<const std::string> overridden_;
  std::string text_;
};

}  // namespace

std::string canonical_text(const Document& document, std::string_view method, std::span<const std::string> overridden) {
  return Writer(document, method, overridden).write();
}

}  // namespace perpend::dsl
