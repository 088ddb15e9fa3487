// Claims: a value asked of the runs, and the range that the paper's words stand for.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "dsl/analysis/claims/claim_expression.hpp"
#include "dsl/values/arithmetic.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Range {
  std::string kind;  ///< in, near, below, above, is; empty: none yet
  const Expression* text = nullptr;
  double lower = -infinity;
  double upper = infinity;
  Dimension dimension{};
  const Unit* unit = nullptr;
  bool is_good = true;
};

bool fail(Analysis& a, Span span, const char* code, std::string message, std::string hint = {}) {
  a.report.error(span, code, std::move(message), std::move(hint));
  return false;
}

/// A bare 0 and infinities take the dimension of the other bound.
bool takes_any_dimension(const Quantity& q) {
  return q.dimension == Dimension{} && (q.value == 0.0 || std::isinf(q.value));
}

bool read_interval(Analysis& a, Range& range, const Expression& e) {
  const auto value = a.evaluator().evaluate(e);
  if (!value) return false;
  const auto* list = std::get_if<ListValue>(&value->data);
  if (list == nullptr || (*list)->size() != 2)
    return fail(a, e.span, "S053", fmt::format("a range has two ends, found {}", describe(*value)),
                "as in in = [15, 25] mm");
  const auto low = read_bound(a, (**list)[0], e);
  const auto high = read_bound(a, (**list)[1], e);
  if (!low || !high) return false;
  if (!takes_any_dimension(*low) && !takes_any_dimension(*high) && !same_dimension(low->dimension, high->dimension))
    return fail(a, e.span, "S032",
                fmt::format("the ends are {} and {}", describe(low->dimension), describe(high->dimension)));
  if (!(low->value <= high->value)) return fail(a, e.span, "S053", "the lower end is above the upper one", "swap them");
  range.lower = low->value;
  range.upper = high->value;
  range.dimension = takes_any_dimension(*high) ? low->dimension : high->dimension;
  range.unit = high->unit != nullptr ? high->unit : low->unit;
  return true;
}

/// The number literal behind signs and groups; null for anything computed.
const Expression* find_literal(const Expression& e, bool& negative) {
  if (e.kind == ExpressionKind::number) return &e;
  if (e.kind == ExpressionKind::group && e.unit == nullptr) return find_literal(*e.operands[0], negative);
  if (e.kind != ExpressionKind::unary || e.op != Operator::negate) return nullptr;
  negative = !negative;
  return find_literal(*e.operands[0], negative);
}

/// Half a unit of the last printed digit, as decimal text "5e-3" for 0.83.
std::string half_last_digit(std::string_view digits) {
  const std::size_t e = digits.find_first_of("eE");
  long exponent = 0;
  if (e != std::string_view::npos) {
    const std::string_view text = digits.substr(e + 1);
    std::from_chars(text.data() + (text.front() == '+' ? 1 : 0), text.data() + text.size(), exponent);
  }
  const std::string_view mantissa = digits.substr(0, e);
  const std::size_t point = mantissa.find('.');
  const long decimals = point == std::string_view::npos ? 0 : static_cast<long>(mantissa.size() - point - 1);
  return fmt::format("5e{}", exponent - decimals - 1);
}

double read_decimal(std::string_view text) {
  double value = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// `is = 0.83 s` stands for [0.825, 0.835] s: everything that prints so.
bool read_printed(Analysis& a, Range& range, const Expression& e) {
  bool negative = false;
  const Expression* literal = find_literal(e, negative);
  if (literal == nullptr)
    return fail(a, e.span, "S053", "'is' takes a number as printed, for its digits decide the range",
                "for computed bounds write in = [lo, hi]");
  const double value = negative ? -literal->number : literal->number;
  const double half = read_decimal(half_last_digit(literal->text));
  const Unit unit = literal->unit != nullptr ? *literal->unit : Unit{};
  range.lower = to_si(value - half, unit);
  range.upper = to_si(value + half, unit);
  range.dimension = unit.dimension;
  range.unit = literal->unit;
  return true;
}

bool read_one_sided(Analysis& a, Range& range, const Expression& e) {
  const auto value = a.evaluator().evaluate(e);
  const auto bound = value ? read_bound(a, *value, e) : std::nullopt;
  if (!bound) return false;
  (range.kind == "below" ? range.upper : range.lower) = bound->value;
  range.dimension = bound->dimension;
  range.unit = bound->unit;
  return true;
}

/// `near = 3.2 m within 1 mm`.
bool read_near(Analysis& a, Range& range, const Expression& e) {
  const auto near = read_near(a, e, "S053");
  if (!near) return false;
  if (!(near->tolerance > 0.0))
    return fail(a, e.operands[1]->span, "S053",
                fmt::format("a tolerance is above 0, found {}", a.evaluator().source(*e.operands[1])),
                "write is = value for agreement to every printed digit");
  range.lower = near->value - near->tolerance;
  range.upper = near->value + near->tolerance;
  range.dimension = near->dimension;
  range.unit = near->unit;
  return true;
}

void read_range(Analysis& a, Range& range, std::string_view key, const Statement& s) {
  if (!range.kind.empty()) {
    range.is_good =
        fail(a, s.keyword_span, "S053", fmt::format("a claim with two ranges: '{}' and '{}'", range.kind, key),
             "one of in, near, below, above, is");
    return;
  }
  range.kind = key;
  range.text = s.value;
  if (key == "in")
    range.is_good = read_interval(a, range, *s.value);
  else if (key == "near")
    range.is_good = read_near(a, range, *s.value);
  else if (key == "is")
    range.is_good = read_printed(a, range, *s.value);
  else
    range.is_good = read_one_sided(a, range, *s.value);
}

bool check_range(Analysis& a, const Range& range, Dimension value) {
  if (same_dimension(range.dimension, value)) return true;
  const bool is_bare = range.dimension == Dimension{} && (range.lower == 0.0 || std::isinf(range.lower)) &&
                       (range.upper == 0.0 || std::isinf(range.upper));
  return is_bare ||
         fail(a, range.text->span, "S031",
              fmt::format("the value is {}, and its range is {}", describe(value), describe(range.dimension)));
}

/// Values are shown in the unit of the range; a measure without a unit of its own is shown so everywhere.
Unit choose_unit(Analysis& a, const Range& range, const ClaimValue& value) {
  const bool has_measure = value.first_measure >= 0;
  MeasureSpec* measure = has_measure ? &a.experiment.measures[static_cast<std::size_t>(value.first_measure)] : nullptr;
  const bool fits = has_measure && same_dimension(measure->dimension, value.dimension);
  if (range.unit == nullptr || !same_dimension(range.unit->dimension, value.dimension))
    return fits ? measure->unit : si_unit(value.dimension);
  if (fits && !a.has_own_unit[static_cast<std::size_t>(value.first_measure)]) {
    measure->unit = *range.unit;
    a.has_own_unit[static_cast<std::size_t>(value.first_measure)] = true;
  }
  return *range.unit;
}

void read_figure(Analysis& a, ClaimSpec& claim, const Expression& e) {
  if (const auto index = resolve(a, a.figures, e, "figure", false))
    claim.figure = a.experiment.figures[static_cast<std::size_t>(*index)].name;
}

ClaimKind claim_kind_of(const std::string& word) {
  for (const ClaimKind kind : {ClaimKind::quoted, ClaimKind::read_off, ClaimKind::derived})
    if (word == to_string(kind)) return kind;
  return ClaimKind::ours;
}

ClaimVerdict verdict_of(const std::string& word) {
  if (word == "not_reproduced") return ClaimVerdict::not_reproduced;
  return word == "undecided" ? ClaimVerdict::undecided : ClaimVerdict::reproduced;
}

}  // namespace

void analyze_claim(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, claim_block, true, true, false)) return;
  const auto declared = declare(a, a.claims, s, "claim");
  ClaimSpec claim;
  Range range;
  std::optional<ClaimValue> value;
  const FieldSet fields = read_block(a, s, claim_block, fmt::format("claim {}", a.text(s.name)), {},
                                     [&](const LanguageField& field, const Statement& p) {
                                       if (field.spec.name == "figure") return read_figure(a, claim, *p.value);
                                       if (field.spec.name != "value") return read_range(a, range, field.spec.name, p);
                                       value = read_claim_value(a, *p.value);
                                       claim.text = a.evaluator().source(*p.value);
                                     });
  if (declared) a.claims.add(*declared, {static_cast<int>(a.experiment.claims.size()), s.name_span});
  if (range.kind.empty() && fields.is_good()) {
    fail(a, s.name_span, "S053", "a claim without a range",
         "write in = [lo, hi], near = x within dx, below = x, above = x or is = x");
    return;
  }
  if (!declared || !value || range.kind.empty() || !range.is_good || !check_range(a, range, value->dimension)) return;
  claim.id = *declared;
  claim.words = s.label != nullptr ? std::string(s.label->text) : "";
  claim.kind = claim_kind_of(fields.properties().get_or<std::string>("kind", "ours"));
  const bool is_ours = claim.kind == ClaimKind::ours;
  claim.source = fields.properties().get_or<std::string>("source", is_ours ? "" : a.experiment.source);
  if (!is_ours && claim.source.empty())
    fail(a, s.name_span, "S053", fmt::format("a claim that is {} needs a source", to_string(claim.kind)),
         "name it in the claim or in the experiment: source = \"Key fig. 3\"");
  claim.place = a.report.source_place(s.name_span);
  claim.note = fields.properties().get_or<std::string>("note", "");
  claim.expect = verdict_of(fields.properties().get_or<std::string>("expect", "reproduced"));
  claim.lower = range.lower;
  claim.upper = range.upper;
  claim.lower_open = range.kind == "above";
  claim.upper_open = range.kind == "below";
  claim.unit = choose_unit(a, range, *value);
  claim.range_text = range_text(a, range.kind, *range.text, range.lower, range.upper, claim.unit);
  claim.value = std::move(value->expression);
  a.experiment.claims.push_back(std::move(claim));
}

}  // namespace perpend::dsl
