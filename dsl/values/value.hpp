// What an expression can be worth.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kernel/model/scene/dimension.hpp"

namespace perpend::dsl {

struct Value;
struct Varying;
struct Statement;
class Scope;

/// A number in SI with the unit that it was written in (null: SI).
struct Quantity {
  double value = 0.0;
  Dimension dimension{};
  const Unit* unit = nullptr;
};

/// (x, y) or (x, y, z), one dimension.
struct VectorValue {
  std::array<double, 3> value{};
  int size = 2;
  Dimension dimension{};
  const Unit* unit = nullptr;
};

/// A unit quaternion (w, x, y, z).
struct RotationValue {
  std::array<double, 4> quaternion{1.0, 0.0, 0.0, 0.0};
};

/// Whole numbers first..last, both ends; empty when last < first.
struct RangeValue {
  long first = 1;
  long last = 0;
};

using ListValue = std::shared_ptr<const std::vector<Value>>;

/// Changes during a run: see varying.hpp.
using VaryingValue = std::shared_ptr<const Varying>;

/// Where something is declared: what stands there is bound in the blocks that are open there, not in those inside them.
struct ScopePlace {
  const Scope* scope = nullptr;
  std::size_t num_blocks = 0;
};

/// A function of the scene: its `fn` statement, and where it stands.
struct FunctionValue {
  const Statement* statement = nullptr;
  ScopePlace place;
};

/// What a name is worth whose definition is wrong: its uses stay silent.
struct Poison {};

/// What a name is worth before the measures that it is made of are known.
struct NotYet {};

struct Value {
  std::variant<Quantity, VectorValue, bool, std::string_view, RangeValue, ListValue, VaryingValue, FunctionValue,
               Poison, RotationValue, NotYet>
      data;
};

}  // namespace perpend::dsl
