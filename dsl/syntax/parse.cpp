// The grammar, in Spirit X3. It knows the shape of the language only: kinds, types and fields are the schemas'
// business.
#include "dsl/syntax/parse.hpp"

#include <vector>

#include "dsl/grammar/statements.hpp"

namespace perpend::dsl {

namespace {

namespace x3 = boost::spirit::x3;

template <class Grammar, class Result>
const char* run_grammar(const Grammar& parser, SyntaxBuilder& b, const char* first, Result& result) {
  const auto with_builder = x3::with<grammar::builder_tag>(b)[parser];
  x3::phrase_parse(first, b.end(), with_builder, grammar::Blanks(b), result);
  return first;
}

}  // namespace

std::span<const Statement> parse_source(Document& document, std::uint16_t file, Report& report) try {
  SyntaxBuilder b(document, file, report);
  std::vector<Statement> all;
  for (const char* at = b.begin(); at != b.end();) {
    at = run_grammar(grammar::statements, b, at, all);
    if (at == b.end()) break;
    report.error(b.span(at, at + 1), "S005", "'}' without a '{' before it");
    ++at;
  }
  return b.statements(all);
} catch (const ParseStopped&) {
  return {};
}

const Expression* parse_expression(Document& document, std::uint16_t file, Report& report) try {
  SyntaxBuilder b(document, file, report);
  const Expression* result = nullptr;
  try {
    run_grammar((x3::eps > grammar::expression) > grammar::newlines > x3::eoi, b, b.begin(), result);
  } catch (const x3::expectation_failure<const char*>& failure) {
    b.syntax_error(failure.where(), failure.which() == "eoi" ? "the end of the value" : failure.which());
  }
  return report.num_errors() > 0 ? nullptr : result;
} catch (const ParseStopped&) {
  return nullptr;
}

}  // namespace perpend::dsl
