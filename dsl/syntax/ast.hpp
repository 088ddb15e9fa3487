// What a scene file says, before anything is known about its meaning: shapes, not vocabulary.
// Nodes live in the Document's arena and are never changed after parsing.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "dsl/syntax/source.hpp"
#include "kernel/model/scene/dimension.hpp"

namespace perpend::dsl {

/// Index into Document::names.
using Symbol = std::uint32_t;
inline constexpr Symbol no_symbol = 0;  ///< the empty name

enum class ExpressionKind : std::uint8_t {
  number,    ///< `number`, `unit`
  string,    ///< `text`
  boolean,   ///< `number` 0 or 1
  name,      ///< `name`
  index,     ///< operands: base, then its indices
  member,    ///< operands: base; `name`
  call,      ///< `name`; operands: arguments in order, named ones as `argument`
  argument,  ///< `name`; operands: value
  group,     ///< (a) with `unit`, or without
  vector,    ///< (a, b[, c]) with `unit`
  list,      ///< [a, ...] with `unit`
  range,     ///< operands: first, last
  choice,    ///< if: condition, then, else
  unary,
  binary,
};

enum class Operator : std::uint8_t {
  none,
  add,
  subtract,
  multiply,
  divide,
  power,
  negate,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,
  logical_or,
  logical_not,
  within,  ///< value and tolerance
};

struct Expression {
  ExpressionKind kind = ExpressionKind::number;
  Operator op = Operator::none;
  std::uint16_t depth = 1;  ///< levels below and including this one
  Symbol name = no_symbol;
  Span span;
  double number = 0.0;
  const Unit* unit = nullptr;
  std::string_view text;
  std::span<const Expression* const> operands;
};

enum class StatementKind : std::uint8_t {
  invalid,      ///< did not parse; its error is already reported
  property,     ///< kind = value
  declaration,  ///< kind [name] [label] [= value] [{ body }]
  let,          ///< name, value
  param,        ///< name, value, [body]
  function,     ///< name, parameters, value
  loop,         ///< for name in value { body }
  condition,    ///< if value { body } else { otherwise }
  include,      ///< label: the path
};

struct Statement {
  StatementKind kind = StatementKind::invalid;
  bool has_body = false;
  Symbol keyword = no_symbol;  ///< key of a property, kind of a declaration
  Symbol name = no_symbol;
  Span keyword_span;
  Span name_span;
  std::span<const Expression* const> indices;     ///< behind the name, in [ ]
  std::span<const Expression* const> parameters;  ///< behind the name, in ( ); of a function plain names
  const Expression* label = nullptr;
  const Expression* value = nullptr;
  std::span<const Statement> body;
  std::span<const Statement> otherwise;
};

}  // namespace perpend::dsl
