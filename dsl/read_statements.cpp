#include "dsl/read_statements.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace perpend::dsl {

namespace {

/// Declarations and properties of the experiment that are said, not run, or make other runs.
constexpr std::array unread{"sweep", "title", "source", "note"};

template <class Words>
bool has_word(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

ReadStatements::ReadStatements(const Document& document, std::string_view method,
                               std::span<const std::string> overridden)
    : document_(document), measured_(document), method_(method.substr(0, method.find('['))), overridden_(overridden) {
  for (const auto& body : document.bodies) find_functions(body);
  spread_functions();
  find_params(document.bodies.front());
}

bool ReadStatements::stays_open(const Statement& s, bool is_open) const {
  return is_open &&
         (s.kind == StatementKind::loop || s.kind == StatementKind::condition || word(s.keyword) == "experiment");
}

std::vector<const Statement*> ReadStatements::statements(std::span<const Statement> body, bool is_open,
                                                         std::string_view block) const {
  std::vector<const Statement*> all;
  add(body, is_open, block, all);
  return all;
}

bool ReadStatements::is_judged(const Statement& s) const {
  return s.kind == StatementKind::declaration && is_judged_part(word(s.keyword));
}

bool ReadStatements::is_replaced(const Statement& s, std::string_view block) const {
  const std::string_view name = s.kind == StatementKind::param ? word(s.name) : word(s.keyword);
  const bool is_time = block == "run" && s.kind == StatementKind::property && (name == "step" || name == "duration");
  // A param of that name takes the value, and the run keeps its own.
  return (s.kind == StatementKind::param || (is_time && !params_.contains(name))) && has_word(overridden_, name);
}

std::vector<bool> ReadStatements::used_names() const {
  std::vector<bool> used(document_.names.size(), false);
  std::unordered_map<Symbol, std::vector<const Statement*>> bindings;
  std::vector<Symbol> open;
  const auto mark = [&](Symbol name, bool) {
    if (used[name]) return;
    used[name] = true;
    open.push_back(name);
  };
  const auto read = [&](const auto& self, std::span<const Statement> body, bool is_open,
                        std::string_view block) -> void {
    for (const Statement* s : statements(body, is_open, block)) {
      if (is_binding(*s)) {
        bindings[s->name].push_back(s);
        continue;
      }
      visit_head(*s, block, mark);
      self(self, s->body, stays_open(*s, is_open), word(s->keyword));
      self(self, s->otherwise, stays_open(*s, is_open), word(s->keyword));
    }
  };
  read(read, document_.bodies.front(), true, "");
  while (!open.empty()) {
    const Symbol name = open.back();
    open.pop_back();
    if (const auto found = bindings.find(name); found != bindings.end())
      for (const Statement* s : found->second) visit_head(*s, "", mark);
  }
  return used;
}

void ReadStatements::add(std::span<const Statement> body, bool is_open, std::string_view block,
                         std::vector<const Statement*>& all) const {
  if (is_judged_part(block)) return;
  for (const Statement& s : body) {
    if (s.kind == StatementKind::include) {
      const auto found = document_.includes.find(&s);
      if (found != document_.includes.end()) add(document_.bodies[found->second], is_open, block, all);
    } else if (!(is_open && is_unread(s)) && !is_shown_only(s, block)) {
      all.push_back(&s);
    }
  }
}

bool ReadStatements::is_unread(const Statement& s) const {
  if (s.kind != StatementKind::declaration && s.kind != StatementKind::property) return false;
  if (has_word(unread, word(s.keyword))) return true;
  if (is_judged(s)) return measured(s).empty();
  return s.kind == StatementKind::declaration && word(s.keyword) == "method" && word(s.name) != method_;
}

/// The label of a method, and the unit of a measure.
bool ReadStatements::is_shown_only(const Statement& s, std::string_view block) const {
  return s.kind == StatementKind::property &&
         (word(s.keyword) == "label" || (block == "measure" && word(s.keyword) == "unit"));
}

void ReadStatements::find_functions(std::span<const Statement> body) {
  for (const Statement& s : body) {
    if (s.kind == StatementKind::function) visit(s.value, [&](Symbol name, bool) { direct_[s.name].insert(name); });
    find_functions(s.body);
    find_functions(s.otherwise);
  }
}

/// A function means what its names mean where it is called, and those of the functions that it calls.
void ReadStatements::spread_functions() {
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (auto& [function, names] : direct_)
      for (const Symbol name : std::set<Symbol>(names))
        if (const auto inner = direct_.find(name); inner != direct_.end() && name != function)
          for (const Symbol one : inner->second) has_grown = names.insert(one).second || has_grown;
  }
  functions_ = std::move(direct_);
}

void ReadStatements::find_params(std::span<const Statement> body) {
  for (const Statement& s : body) {
    if (s.kind == StatementKind::param) params_.insert(word(s.name));
    if (s.kind == StatementKind::declaration && word(s.keyword) == "experiment") find_params(s.body);
    const auto found = s.kind == StatementKind::include ? document_.includes.find(&s) : document_.includes.end();
    if (found != document_.includes.end()) find_params(document_.bodies[found->second]);
  }
}

}  // namespace perpend::dsl
