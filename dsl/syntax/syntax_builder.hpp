// Makes nodes for the grammar and keeps the little state that it needs: where newlines are free and how deep it is.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/report.hpp"
#include "dsl/syntax/document.hpp"

namespace perpend::dsl {

/// A word or literal as it stands in the text.
struct Token {
  const char* begin = nullptr;
  const char* end = nullptr;
  [[nodiscard]] std::string_view text() const { return {begin, static_cast<std::size_t>(end - begin)}; }
};

/// Thrown out of the parser: nesting beyond the limits, or too many errors. Caught in `parse_source`.
struct ParseStopped {};

class SyntaxBuilder {
 public:
  SyntaxBuilder(Document& document, std::uint16_t file, Report& report);

  [[nodiscard]] Span span(const char* begin, const char* end) const;
  [[nodiscard]] Span span(const Token& token) const { return span(token.begin, token.end); }

  [[nodiscard]] const Expression* number(const Token& token, const Unit* unit, const char* end);
  [[nodiscard]] const Expression* string(const Token& token);
  [[nodiscard]] const Expression* unclosed_string(const Token& token);
  [[nodiscard]] const Expression* boolean(const Token& token);
  [[nodiscard]] const Expression* name(const Token& token);
  [[nodiscard]] const Expression* call(const Token& name, const std::vector<const Expression*>& arguments,
                                       const char* end);
  [[nodiscard]] const Expression* argument(const Token& name, const Expression* value);
  [[nodiscard]] const Expression* index(const Expression* base, const std::vector<const Expression*>& indices,
                                        const char* end);
  [[nodiscard]] const Expression* member(const Expression* base, const Token& name);
  [[nodiscard]] const Expression* sequence(ExpressionKind kind, const char* begin,
                                           const std::vector<const Expression*>& items, const Unit* unit,
                                           const char* end);
  [[nodiscard]] const Expression* unary(Operator op, const Token& sign, const Expression* operand);
  [[nodiscard]] const Expression* binary(Operator op, const Expression* left, const Expression* right);
  [[nodiscard]] const Expression* range(const Expression* first, const Expression* last);
  [[nodiscard]] const Expression* choice(const Token& keyword, const Expression* condition, const Expression* yes,
                                         const Expression* no);

  [[nodiscard]] Symbol intern(const Token& token) { return document_.names.intern(token.text()); }
  [[nodiscard]] Symbol declare(const Token& token);  ///< as `intern`, with an error for a reserved name
  /// The name of a body, joint, method, ...: it never stands where a unit can, so that names of units are free.
  [[nodiscard]] Symbol declare_thing(const Token& token);
  /// The parameters of a function: names, each once.
  [[nodiscard]] std::span<const Expression* const> parameters(const std::vector<Token>& names);
  [[nodiscard]] std::span<const Expression* const> nodes(const std::vector<const Expression*>& list);
  [[nodiscard]] std::span<const Statement> statements(const std::vector<Statement>& list);
  [[nodiscard]] const Unit* unit(Unit value);

  void enter(const char* where);
  void leave() { --nesting_; }

  void open_block(const char* brace) { open_blocks_.push_back(brace); }
  void close_block(const char* brace);

  /// A failure at `where`, seen after blanks were skipped; `expected` says what could have stood there.
  /// Returns the place that it reported.
  const char* syntax_error(const char* where, const std::string& expected);
  void error(const char* begin, const char* end, std::string_view code, std::string message, std::string hint);
  [[nodiscard]] const char* begin() const { return begin_; }
  [[nodiscard]] const char* end() const { return end_; }

  int free_newlines = 0;               ///< > 0: inside ( ) or [ ]
  const char* value_end = nullptr;     ///< the last place behind a value where no operator comes
  const char* skipped_from = nullptr;  ///< the last run of blanks that was skipped
  const char* skipped_to = nullptr;

 private:
  [[nodiscard]] const Expression* make(Expression expression);
  [[nodiscard]] std::string explain_open_block() const;
  [[nodiscard]] int line_of(const char* at) const;
  [[nodiscard]] std::span<const Expression* const> nodes(std::initializer_list<const Expression*> list);

  Document& document_;
  Report& report_;
  std::uint16_t file_;
  const char* begin_;
  const char* end_;
  int nesting_ = 0;
  std::vector<const char*> open_blocks_;   ///< the '{' of each, outermost first
  const char* unmatched_brace_ = nullptr;  ///< the first '{' whose '}' stands further left than its line
  const char* unmatched_end_ = nullptr;    ///< that '}'
};

[[nodiscard]] bool is_keyword(std::string_view word);

/// Why a word cannot be a name, and a way out.
struct ReservedWord {
  std::string message, hint;
};

/// Nothing: the word is free.
[[nodiscard]] std::optional<ReservedWord> reserved_word(std::string_view word);

}  // namespace perpend::dsl
