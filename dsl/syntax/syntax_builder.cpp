#include "dsl/syntax/syntax_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "dsl/syntax/string_literal.hpp"
#include "dsl/syntax/syntax_error.hpp"
#include "dsl/values/units.hpp"
#include "kernel/model/numbers/exact_number.hpp"

namespace perpend::dsl {

bool is_keyword(std::string_view word) {
  constexpr std::array<std::string_view, 13> words{"let",     "param", "fn",    "for", "if", "then", "else",
                                                   "include", "true",  "false", "and", "or", "not"};
  constexpr std::string_view firsts = "lpfiteano";  // most words begin with another letter
  if (word.empty() || firsts.find(word.front()) == std::string_view::npos) return false;
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::optional<ReservedWord> reserved_word(std::string_view word) {
  constexpr std::array<std::string_view, 5> words{"in", "world", "pi", "inf", "t"};
  if (find_unit(word) != nullptr)
    return ReservedWord{fmt::format("'{}' is the name of a unit", word),
                        fmt::format("2 {} and 1/{} would read as units; write for instance {}_1", word, word, word)};
  if (word == "t")
    return ReservedWord{"'t' is the time in time-dependent fields",
                        "what changes with time needs no parameter, as in let swing = sin(2 rad/s * t); or choose "
                        "another name, for instance t_1"};
  if (!is_keyword(word) && std::find(words.begin(), words.end(), word) == words.end()) return std::nullopt;
  return ReservedWord{fmt::format("'{}' is a word of the language", word),
                      fmt::format("choose another name, for instance {}_1", word)};
}

SyntaxBuilder::SyntaxBuilder(Document& document, std::uint16_t file, Report& report)
    : document_(document), report_(report), file_(file) {
  const std::string& text = document.sources[file].text;
  begin_ = text.data();
  end_ = text.data() + text.size();
}

Span SyntaxBuilder::span(const char* begin, const char* end) const {
  return {static_cast<std::uint32_t>(begin - begin_), static_cast<std::uint32_t>(end - begin), file_};
}

const Expression* SyntaxBuilder::make(Expression expression) {
  int depth = 0;
  for (const Expression* operand : expression.operands) depth = std::max<int>(depth, operand->depth);
  if (depth >= document_.limits.expression_depth) {
    report_.error(expression.span, "S006",
                  fmt::format("an expression of more than {} operators in a row", document_.limits.expression_depth),
                  "split it with let");
    throw ParseStopped{};
  }
  expression.depth = static_cast<std::uint16_t>(depth + 1);
  return document_.arena.make(expression);
}

std::span<const Expression* const> SyntaxBuilder::nodes(std::initializer_list<const Expression*> list) {
  return document_.arena.copy(std::span<const Expression* const>(list.begin(), list.size()));
}

std::span<const Expression* const> SyntaxBuilder::nodes(const std::vector<const Expression*>& list) {
  return document_.arena.copy(std::span<const Expression* const>(list));
}

const Expression* SyntaxBuilder::number(const Token& token, const Unit* unit, const char* end) {
  double value = 0.0;
  const auto [rest, error] = std::from_chars(token.begin, token.end, value);
  if (error == std::errc::result_out_of_range || !std::isfinite(value))
    report_.error(span(token), "S007",
                  fmt::format("{} is out of the range of a number", std::string(token.text().substr(0, 40))),
                  "magnitudes go from 4.9e-324 to 1.8e308");
  else if (!is_meant_decimal(token.text(), value))
    report_.error(span(token), "S007",
                  fmt::format("{} is a whole number beyond 2^53 that no number of 64 bits holds",
                              std::string(token.text().substr(0, 40))),
                  fmt::format("write {:.0f}, or {}.0 where the nearest is meant", value,
                              std::string(token.text().substr(0, 40))));
  Expression e;
  e.kind = ExpressionKind::number;
  e.span = span(token.begin, end);
  e.number = value;
  e.unit = unit;
  e.text = token.text();
  return make(e);
}

const Expression* SyntaxBuilder::string(const Token& token) {
  StringLiteral literal = read_string(token.text());
  if (!literal.error.empty())
    report_.error(span(token.begin + literal.error_at, token.begin + literal.error_at + 1), "S008", literal.error,
                  "escapes are \\n \\t \\\" \\\\ \\u{1F600}");
  Expression e;
  e.kind = ExpressionKind::string;
  e.span = span(token);
  e.text = document_.arena.copy_text(literal.text);
  return make(e);
}

const Expression* SyntaxBuilder::unclosed_string(const Token& token) {
  Expression e;
  e.kind = ExpressionKind::string;
  e.span = span(token);
  return make(e);
}

const Expression* SyntaxBuilder::boolean(const Token& token) {
  Expression e;
  e.kind = ExpressionKind::boolean;
  e.span = span(token);
  e.number = token.text() == "true" ? 1.0 : 0.0;
  return make(e);
}

const Expression* SyntaxBuilder::name(const Token& token) {
  Expression e;
  e.kind = ExpressionKind::name;
  e.name = intern(token);
  e.span = span(token);
  return make(e);
}

const Expression* SyntaxBuilder::call(const Token& name, const std::vector<const Expression*>& arguments,
                                      const char* end) {
  Expression e;
  e.kind = ExpressionKind::call;
  e.name = intern(name);
  e.span = span(name.begin, end);
  e.operands = document_.arena.copy(std::span<const Expression* const>(arguments));
  return make(e);
}

const Expression* SyntaxBuilder::argument(const Token& name, const Expression* value) {
  Expression e;
  e.kind = ExpressionKind::argument;
  e.name = intern(name);
  e.span = join(span(name), value->span);
  e.operands = nodes({value});
  return make(e);
}

const Expression* SyntaxBuilder::index(const Expression* base, const std::vector<const Expression*>& indices,
                                       const char* end) {
  std::vector<const Expression*> operands{base};
  operands.insert(operands.end(), indices.begin(), indices.end());
  Expression e;
  e.kind = ExpressionKind::index;
  e.span = span(begin_ + base->span.begin, end);
  e.operands = nodes(operands);
  return make(e);
}

const Expression* SyntaxBuilder::member(const Expression* base, const Token& name) {
  Expression e;
  e.kind = ExpressionKind::member;
  e.name = intern(name);
  e.span = join(base->span, span(name));
  e.operands = nodes({base});
  return make(e);
}

const Expression* SyntaxBuilder::sequence(ExpressionKind kind, const char* begin,
                                          const std::vector<const Expression*>& items, const Unit* unit,
                                          const char* end) {
  const bool is_group = kind == ExpressionKind::vector && items.size() == 1;
  Expression e;
  e.kind = is_group ? ExpressionKind::group : kind;
  e.span = span(begin, end);
  e.unit = unit;
  e.operands = document_.arena.copy(std::span<const Expression* const>(items));
  return make(e);
}

const Expression* SyntaxBuilder::unary(Operator op, const Token& sign, const Expression* operand) {
  Expression e;
  e.kind = ExpressionKind::unary;
  e.op = op;
  e.span = join(span(sign), operand->span);
  e.operands = nodes({operand});
  return make(e);
}

const Expression* SyntaxBuilder::binary(Operator op, const Expression* left, const Expression* right) {
  Expression e;
  e.kind = ExpressionKind::binary;
  e.op = op;
  e.span = join(left->span, right->span);
  e.operands = nodes({left, right});
  return make(e);
}

const Expression* SyntaxBuilder::range(const Expression* first, const Expression* last) {
  Expression e;
  e.kind = ExpressionKind::range;
  e.span = join(first->span, last->span);
  e.operands = nodes({first, last});
  return make(e);
}

const Expression* SyntaxBuilder::choice(const Token& keyword, const Expression* condition, const Expression* yes,
                                        const Expression* no) {
  Expression e;
  e.kind = ExpressionKind::choice;
  e.span = join(span(keyword), no->span);
  e.operands = nodes({condition, yes, no});
  return make(e);
}

Symbol SyntaxBuilder::declare(const Token& token) {
  if (const auto reserved = reserved_word(token.text()))
    report_.error(span(token), "S009", reserved->message, reserved->hint);
  return intern(token);
}

Symbol SyntaxBuilder::declare_thing(const Token& token) {
  return find_unit(token.text()) != nullptr ? intern(token) : declare(token);
}

std::span<const Expression* const> SyntaxBuilder::parameters(const std::vector<Token>& names) {
  std::vector<const Expression*> parameters;
  for (const Token& one : names) {
    const Symbol symbol = declare(one);
    if (std::any_of(parameters.begin(), parameters.end(), [&](const Expression* p) { return p->name == symbol; }))
      report_.error(span(one), "S015", fmt::format("two parameters are called '{}'", one.text()));
    parameters.push_back(name(one));
  }
  return nodes(parameters);
}

std::span<const Statement> SyntaxBuilder::statements(const std::vector<Statement>& list) {
  return document_.arena.copy(std::span<const Statement>(list));
}

const Unit* SyntaxBuilder::unit(Unit value) {
  if (const Unit* known = find_unit(value.name)) return known;
  // Scenes repeat a handful of compound units: the last ones are found again at once.
  const std::size_t recent = std::min<std::size_t>(document_.units.size(), 8);
  for (std::size_t i = 0; i < recent; ++i) {
    const Unit& unit = document_.units[document_.units.size() - 1 - i];
    if (unit.name == value.name) return &unit;
  }
  return &document_.units.emplace_back(std::move(value));
}

void SyntaxBuilder::enter(const char* where) {
  if (++nesting_ <= document_.limits.nesting) return;
  report_.error(span(where, std::min(where + 1, end_)), "S006",
                fmt::format("nested more than {} deep", document_.limits.nesting), "split it with let or include");
  throw ParseStopped{};
}

void SyntaxBuilder::error(const char* begin, const char* end, std::string_view code, std::string message,
                          std::string hint) {
  report_.error(span(begin, end), code, std::move(message), std::move(hint));
  if (report_.is_full()) throw ParseStopped{};
}

namespace {

/// Blanks in front of the line of `at`; nothing but blanks stands before the first character behind them.
std::ptrdiff_t indent_of(const char* at, const char* begin) {
  constexpr std::ptrdiff_t longest = 400;  // of a line that is indented by hand; bounds the cost of endless lines
  const char* line = at;
  while (line != begin && line[-1] != '\n' && at - line < longest) --line;
  return std::find_if(line, at, [](char c) { return c != ' ' && c != '\t'; }) - line;
}

}  // namespace

void SyntaxBuilder::close_block(const char* brace) {
  const char* open = open_blocks_.back();
  open_blocks_.pop_back();
  const bool is_one_line = std::find(open, brace, '\n') == brace;
  if (unmatched_brace_ != nullptr || is_one_line || indent_of(brace, begin_) >= indent_of(open, begin_)) return;
  unmatched_brace_ = open;
  unmatched_end_ = brace;
}

int SyntaxBuilder::line_of(const char* at) const {
  return 1 + static_cast<int>(std::count(begin_, at, '\n'));
}

/// Which '{' waits for its '}' at the end of the file. The indentation tells which one the writer forgot.
std::string SyntaxBuilder::explain_open_block() const {
  if (unmatched_brace_ != nullptr)
    return fmt::format("the '{{' of line {} seems to be open: the '}}' of line {} stands further left",
                       line_of(unmatched_brace_), line_of(unmatched_end_));
  return fmt::format("the file ends here, and the '{{' of line {} is open", line_of(open_blocks_.back()));
}

const char* SyntaxBuilder::syntax_error(const char* where, const std::string& expected) {
  while (where != end_ && (*where == ' ' || *where == '\t')) ++where;
  const bool is_after_blanks = skipped_to == where && skipped_from != nullptr;
  const bool is_on_later_line = is_after_blanks && std::find(skipped_from, where, '\n') != where;
  const bool is_at_line_end = where == end_ || *where == '\n' || *where == '#' || is_on_later_line;
  const char* at = is_after_blanks && is_at_line_end ? skipped_from : where;
  SyntaxErrorText text = explain_syntax_error(at, end_, is_at_line_end, expected);
  if (where == end_ && expected == "'}'" && !open_blocks_.empty()) text.hint = explain_open_block();
  error(at, std::min(at + text.length, end_), "S005", text.message, text.hint);
  return at;
}

}  // namespace perpend::dsl
