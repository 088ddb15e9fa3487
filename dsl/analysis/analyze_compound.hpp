// Bodies of several shapes.
#pragma once

#include <vector>

#include "dsl/analysis/analysis.hpp"

namespace perpend::dsl {

/// `body name = compound { ... }`.
[[nodiscard]] bool is_compound(const Analysis& a, const Statement& s);

/// Reads `shape name = type(arguments) { ... }` inside a compound, then gives the body its outline, mass and inertia.
class CompoundReader {
 public:
  explicit CompoundReader(Analysis& a) : a_(a) {}

  /// False for a declaration that is no shape.
  bool read_part(const Statement& s);
  /// Once the block is read. The origin of the body moves to the centre of mass of the parts. False after an error.
  [[nodiscard]] bool finish(const FieldSet& fields, const Statement& s, Body& body);

 private:
  struct Part {
    Shape shape;
    Vec2 at = Vec2::Zero();
    double area = 0.0;
    double unit_inertia = 0.0;
    double mass = 0.0;
    Span span;
    bool has_mass = false;  ///< of its own
  };

  bool fail() {
    is_good_ = false;
    return true;
  }
  [[nodiscard]] bool share_mass(const FieldSet& fields, const Statement& s);

  Analysis& a_;
  std::vector<Part> parts_;
  bool is_good_ = true;
};

}  // namespace perpend::dsl
