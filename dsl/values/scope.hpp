// Names and their values while a document is carried out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/syntax/ast.hpp"
#include "dsl/values/value.hpp"

namespace perpend::dsl {

struct Binding {
  Value value;
  Span declared;
};

/// The document has one, and each instance of a part while it is read. In one scope no name hides another, so each has
/// one value at a time; those of an instance hide what is bound where its part is declared.
class Scope {
 public:
  [[nodiscard]] const Binding* find(Symbol name) const { return find_among(name, everything); }
  /// Bound where `place` is, in this scope.
  [[nodiscard]] const Binding* find(Symbol name, const ScopePlace& place) const {
    return find_among(name, num_visible(place));
  }
  /// Bound in this scope itself.
  [[nodiscard]] const Binding* find_own(Symbol name) const { return find_own_among(name, everything); }
  [[nodiscard]] const Binding* find_own(Symbol name, const ScopePlace& place) const {
    return find_own_among(name, num_visible(place));
  }

  void bind(Symbol name, Binding binding) {
    if (name >= slots_.size()) slots_.resize(name + 1);
    slots_[name] = Slot{std::move(binding), bound_.size()};
    bound_.push_back(name);
  }

  /// Names bound in a block end with it.
  void open_block() { blocks_.push_back(bound_.size()); }
  void close_block() {
    for (; bound_.size() > blocks_.back(); bound_.pop_back()) slots_[bound_.back()].reset();
    blocks_.pop_back();
  }
  /// Bound in the block that is open last.
  [[nodiscard]] std::span<const Symbol> innermost() const {
    return std::span(bound_).subspan(blocks_.empty() ? 0 : blocks_.back());
  }
  [[nodiscard]] ScopePlace place() const { return {this, blocks_.size()}; }
  /// All of it, whatever blocks are open.
  [[nodiscard]] ScopePlace inside() const { return {this, everything}; }

  /// From now on the scope of an instance whose part is declared there; `prefix` stands before the names that it
  /// declares: "left.".
  void open_instance(const ScopePlace& declared, std::string prefix) {
    outer_ = declared.scope;
    num_outer_ = outer_->num_visible(declared);
    prefix_ = std::move(prefix);
    open_block();
  }
  void close_instance() {
    close_block();
    things_.clear();
    names_of_things_.clear();
    members_.clear();
  }

  /// Where the names are looked up that are not found here; null for the document.
  [[nodiscard]] const Scope* outer() const { return outer_; }
  [[nodiscard]] const std::string& prefix() const { return prefix_; }

  /// Parameters that name bodies or joints, and the full names of these.
  void bind_thing(Symbol symbol, const std::string& name, std::string full) {
    names_of_things_.push_back(symbol);
    things_.insert_or_assign(name, std::move(full));
  }
  [[nodiscard]] const std::string* find_thing(const std::string& name) const {
    const auto found = things_.find(name);
    return found == things_.end() ? nullptr : &found->second;
  }

  /// Values that instances of parts export: "left.foot". They stay.
  void bind_member(const std::string& name, Value value) { members_.insert_or_assign(name, std::move(value)); }
  [[nodiscard]] const Value* find_member(const std::string& name) const {
    const auto found = members_.find(name);
    if (found != members_.end()) return &found->second;
    return outer_ == nullptr ? nullptr : outer_->find_member(name);
  }
  /// The values that `export = [name]` passes on: that of the name, and those that instances in it export.
  [[nodiscard]] std::vector<std::pair<std::string, Value>> exported(const std::string& name, Symbol symbol) const;

  /// All names that find() knows at the place, those of the inner scopes first.
  [[nodiscard]] std::vector<Symbol> bound(const ScopePlace& place) const {
    std::vector<Symbol> names;
    std::size_t limit = num_visible(place);
    for (const Scope* one = this; one != nullptr; limit = one->num_outer_, one = one->outer_) {
      const auto end = one->bound_.begin() + static_cast<std::ptrdiff_t>(std::min(limit, one->bound_.size()));
      names.insert(names.end(), one->bound_.begin(), end);
    }
    return names;
  }

 private:
  static constexpr std::size_t everything = std::numeric_limits<std::size_t>::max();

  struct Slot {
    Binding binding;
    std::size_t position = 0;  ///< in bound_
  };

  [[nodiscard]] std::size_t num_visible(const ScopePlace& place) const {
    return place.num_blocks < blocks_.size() ? blocks_[place.num_blocks] : everything;
  }
  [[nodiscard]] const Binding* find_own_among(Symbol name, std::size_t count) const {
    const bool is_bound = name < slots_.size() && slots_[name] && slots_[name]->position < count;
    return is_bound ? &slots_[name]->binding : nullptr;
  }
  [[nodiscard]] const Binding* find_among(Symbol name, std::size_t count) const {
    const Binding* own = find_own_among(name, count);
    const bool is_here = own != nullptr || outer_ == nullptr ||
                         std::find(names_of_things_.begin(), names_of_things_.end(), name) != names_of_things_.end();
    return is_here ? own : outer_->find_among(name, num_outer_);
  }

  std::vector<std::optional<Slot>> slots_;  ///< by symbol
  std::vector<Symbol> bound_;
  std::vector<std::size_t> blocks_;  ///< that are open: how many names were bound before each
  std::string prefix_;
  std::vector<Symbol> names_of_things_;
  std::map<std::string, std::string> things_;
  std::map<std::string, Value> members_;
  const Scope* outer_ = nullptr;
  std::size_t num_outer_ = everything;  ///< of its names are visible here
};

/// Whether an exported "knee.cap" is, or holds, what is asked for: names without an index stand for all of them.
[[nodiscard]] bool covers(std::string_view exported, std::string_view asked);

}  // namespace perpend::dsl
