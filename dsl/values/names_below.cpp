#include "dsl/values/names_below.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace perpend::dsl {

namespace {

using Statements = std::span<const Statement>;

bool binds(const Statement& s) {
  return s.kind == StatementKind::let || s.kind == StatementKind::param || s.kind == StatementKind::function;
}

bool is_inside(Span inner, Span outer) {
  return inner.file == outer.file && inner.begin >= outer.begin &&
         inner.begin + inner.length <= outer.begin + outer.length;
}

bool holds(const Statement& s, Span use) {
  const auto is_of = [&](const Expression* e) { return e != nullptr && is_inside(use, e->span); };
  const auto is_of_block = [&](Statements block) {
    return std::any_of(block.begin(), block.end(), [&](const Statement& inner) { return holds(inner, use); });
  };
  return is_of(s.value) || is_of(s.label) || std::any_of(s.indices.begin(), s.indices.end(), is_of) ||
         std::any_of(s.parameters.begin(), s.parameters.end(), is_of) || is_of_block(s.body) ||
         is_of_block(s.otherwise);
}

/// The blocks around a use, the file first, and the statement that it stands in.
struct Place {
  std::vector<Statements> blocks;
  const Statement* statement = nullptr;
};

Place place_of(Statements file, Span use) {
  Place place;
  for (Statements block = file; !block.empty();) {
    place.blocks.push_back(block);
    const auto around = std::find_if(block.begin(), block.end(), [&](const Statement& s) { return holds(s, use); });
    if (around == block.end()) break;
    place.statement = &*around;
    const auto is_in = [&](Statements inner) {
      return std::any_of(inner.begin(), inner.end(), [&](const Statement& s) { return holds(s, use); });
    };
    block = is_in(around->body) ? around->body : is_in(around->otherwise) ? around->otherwise : Statements{};
  }
  return place;
}

const Statement* find_in(Statements block, Symbol name) {
  const auto found =
      std::find_if(block.begin(), block.end(), [&](const Statement& s) { return binds(s) && s.name == name; });
  return found == block.end() ? nullptr : &*found;
}

/// What the name means to who sees all of these blocks.
const Statement* find_in(const std::vector<Statements>& blocks, Symbol name) {
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block)
    if (const Statement* found = find_in(*block, name)) return found;
  return nullptr;
}

const Statement* find_anywhere(const Document& document, Statements block, Symbol name) {
  if (const Statement* found = find_in(block, name)) return found;
  for (const Statement& s : block) {
    const bool is_part = s.kind == StatementKind::declaration && document.names.text(s.keyword) == "part";
    if (is_part) continue;  // its names are its own
    for (const Statements inner : {s.body, s.otherwise})
      if (const Statement* found = find_anywhere(document, inner, name)) return found;
  }
  return nullptr;
}

/// The way from `from` to the value of `to` through names of these blocks, each once; empty: there is none.
class Ways {
 public:
  Ways(const std::vector<Statements>& blocks, const Statement& to) : blocks_(blocks), to_(to) {}

  bool lead(const Statement& from) {
    if (std::find(seen_.begin(), seen_.end(), &from) != seen_.end()) return false;
    seen_.push_back(&from);
    way_.push_back(from.name);
    if (from.value != nullptr && uses(*from.value)) return true;
    way_.pop_back();
    return false;
  }
  [[nodiscard]] const std::vector<Symbol>& way() const { return way_; }

 private:
  bool uses(const Expression& e) {
    if (e.kind == ExpressionKind::name || e.kind == ExpressionKind::call) {
      const Statement* next = find_in(blocks_, e.name);
      if (next == &to_ || (next != nullptr && lead(*next))) return true;
    }
    return std::any_of(e.operands.begin(), e.operands.end(), [&](const Expression* operand) { return uses(*operand); });
  }

  const std::vector<Statements>& blocks_;
  const Statement& to_;
  std::vector<const Statement*> seen_;
  std::vector<Symbol> way_;
};

}  // namespace

std::optional<UnseenName> find_unseen_name(Report& report, Symbol name, Span use) {
  const Document& document = report.document();
  if (use.file >= document.bodies.size()) return std::nullopt;
  const Statements file = document.bodies[use.file];
  const Place place = place_of(file, use);
  const Statement* const found = find_in(place.blocks, name);
  if (found != nullptr && place.statement != nullptr && binds(*place.statement)) {
    Ways ways(place.blocks, *place.statement);
    if (found == place.statement || ways.lead(*found)) {
      const std::string_view own = document.names.text(place.statement->name);
      std::string circle(own);
      for (const Symbol one : ways.way()) circle += fmt::format(" -> {}", document.names.text(one));
      return UnseenName{"S028", fmt::format("a value that needs itself: {} -> {}", circle, own),
                        "a value cannot follow from itself"};
    }
  }
  if (found != nullptr && found->name_span.begin < use.begin) return std::nullopt;
  if (found != nullptr)
    return UnseenName{.message = "",
                      .hint = fmt::format("it stands further down, at {}: move it up", report.place(found->name_span))};
  const Statement* const elsewhere = find_anywhere(document, file, name);
  if (elsewhere == nullptr) return std::nullopt;
  return UnseenName{.message = "",
                    .hint = fmt::format("the one at {} ends with its block: move it out of there",
                                        report.place(elsewhere->name_span))};
}

}  // namespace perpend::dsl
