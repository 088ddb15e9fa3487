// Formulas read from JSON and evaluated in balls, state after state.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "verification/checker/arithmetic/ball.hpp"

namespace perpend::checker {

/// What formulas are of.
struct FormulaState {
  Rational time;
  std::vector<Rational> positions, coordinates;
};

/// A formula is a hexadecimal float, ["time"], ["position"|"coordinate", index], ["value", index] of a definition
/// before it, or the name of a function and the formulas that it is of.
class Formulas {
 public:
  /// Numbers of a state that formulas may ask for.
  Formulas(std::size_t num_positions, std::size_t num_coordinates);

  /// The next definition.
  void define(const nlohmann::json& formula);
  /// Adds a formula; returns its place.
  int add(const nlohmann::json& formula) { return compile(formula, 0); }

  void evaluate(const FormulaState& state, long precision);
  /// Set by the last evaluation.
  [[nodiscard]] const Ball& value(int place) const { return values_[place]; }

 private:
  using OfOne = void (*)(arb_t, const arb_t, slong);
  using OfTwo = void (*)(arb_t, const arb_t, const arb_t, slong);
  enum class What { number, time, position, coordinate, one, two, select };
  struct Node {
    What what;
    int index = 0;  ///< of a state's number
    OfOne one = nullptr;
    OfTwo two = nullptr;
    int of[3] = {0, 0, 0};  ///< places of the operands
  };

  int compile(const nlohmann::json& formula, int depth);
  int compile_entry(const std::string& name, const nlohmann::json& formula);
  int compile_function(const std::string& name, const nlohmann::json& formula, int depth);
  int append(const Node& node, Ball value = {});

  std::size_t num_positions_, num_coordinates_;
  std::vector<Node> nodes_;
  std::vector<Ball> values_;
  std::vector<int> definitions_;
};

}  // namespace perpend::checker
