// Names and their values while a document is carried out. No name hides another, so each has one value at a time.
#pragma once

#include <optional>
#include <vector>

#include "dsl/syntax/ast.hpp"
#include "dsl/values/value.hpp"

namespace perpend::dsl {

struct Binding {
  Value value;
  Span declared;
};

class Scope {
 public:
  [[nodiscard]] const Binding* find(Symbol name) const {
    return name < slots_.size() && slots_[name] ? &*slots_[name] : nullptr;
  }

  void bind(Symbol name, Binding binding) {
    if (name >= slots_.size()) slots_.resize(name + 1);
    slots_[name] = std::move(binding);
    bound_.push_back(name);
  }

  /// Names bound after a mark end with it.
  [[nodiscard]] std::size_t mark() const { return bound_.size(); }
  void unwind(std::size_t mark) {
    for (; bound_.size() > mark; bound_.pop_back()) slots_[bound_.back()].reset();
  }

  [[nodiscard]] const std::vector<Symbol>& bound() const { return bound_; }

 private:
  std::vector<std::optional<Binding>> slots_;  ///< by symbol
  std::vector<Symbol> bound_;
};

}  // namespace perpend::dsl
