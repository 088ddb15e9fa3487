// Refinement of a sweep: where the outcomes of neighbouring runs differ, the interval between them is halved.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/analysis/analysis.hpp"
#include "dsl/suggest.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

/// Numbers of points that may be made are counted ahead, so that they do not depend on which are.
constexpr int most_halvings = 30;
constexpr double most_refined_points = 1e15;

class RefinementReader {
 public:
  RefinementReader(Analysis& a, const Expression& e, const SweepSpec& sweep) : a_(a), e_(e), sweep_(sweep) {}

  std::optional<SweepRefinement> read() {
    if (!read_outcome() || !read_arguments() || !check_lines() || !count_halvings()) return std::nullopt;
    return refinement_;
  }

 private:
  static constexpr const char* form = "write status(along: key, to: width)";

  bool fail(Span span, std::string message, std::string hint = form) {
    a_.report.error(span, "S055", std::move(message), std::move(hint));
    return false;
  }
  [[nodiscard]] const SweepAxis& axis() const { return sweep_.axes[refinement_.axis]; }

  bool read_outcome();
  bool read_kind(const Expression& e);
  bool read_arguments();
  bool read_axis(const Expression& e);
  bool read_width(const Expression& e);
  bool check_lines();
  bool count_halvings();

  Analysis& a_;
  const Expression& e_;
  const SweepSpec& sweep_;
  SweepRefinement refinement_;
};

bool RefinementReader::read_outcome() {
  const bool has_word = e_.kind == ExpressionKind::call || e_.kind == ExpressionKind::name;
  const std::string_view word = has_word ? a_.text(e_.name) : std::string_view();
  if (word == "status")
    refinement_.outcome = RefinedOutcome::status;
  else if (word == "completion")
    refinement_.outcome = RefinedOutcome::completion;
  else if (word == "certificate")
    refinement_.outcome = RefinedOutcome::certificate;
  else
    return fail(e_.span, fmt::format("'{}' is no outcome of runs to refine by", a_.evaluator().source(e_)),
                "status, completion or certificate, as in status(along: key, to: width)");
  return true;
}

bool RefinementReader::read_kind(const Expression& e) {
  const SceneChecks* checks = a_.vocabulary.checks;
  const auto kinds = checks == nullptr ? std::span<const std::string_view>() : checks->certificate_kinds;
  const std::string_view kind = e.kind == ExpressionKind::name ? a_.text(e.name) : std::string_view();
  refinement_.certificate = kind;
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end() ||
         fail(e.span, fmt::format("'{}' is no kind of certificate", a_.evaluator().source(e)), suggest(kind, kinds));
}

bool RefinementReader::read_arguments() {
  const Expression *along = nullptr, *to = nullptr, *kind = nullptr;
  for (const Expression* operand : e_.operands) {
    const bool is_named = operand->kind == ExpressionKind::argument;
    const std::string_view name = is_named ? a_.text(operand->name) : std::string_view();
    const Expression** place = !is_named && refinement_.outcome == RefinedOutcome::certificate ? &kind
                               : name == "along"                                               ? &along
                               : name == "to"                                                  ? &to
                                                                                               : nullptr;
    if (place == nullptr)
      return fail(operand->span, fmt::format("refine has no use for '{}'", a_.evaluator().source(*operand)));
    if (*place != nullptr) return fail(operand->span, "this is given twice");
    *place = is_named ? operand->operands[0] : operand;
  }
  if (refinement_.outcome == RefinedOutcome::certificate && kind == nullptr)
    return fail(e_.span, "which certificate?", "write certificate(spectral_radius, along: key, to: width)");
  if (kind != nullptr && !read_kind(*kind)) return false;
  if (along == nullptr && sweep_.axes.size() > 1)
    return fail(e_.span, "along which key?", fmt::format("write for instance along: {}", sweep_.axes.back().key));
  if (along != nullptr && !read_axis(*along)) return false;
  if (to == nullptr) return fail(e_.span, "how far is an interval halved?", "write to: width, in the unit of the key");
  return read_width(*to);
}

bool RefinementReader::read_axis(const Expression& e) {
  std::vector<std::string_view> keys;
  for (const SweepAxis& axis : sweep_.axes) keys.push_back(axis.key);
  const std::string_view key = e.kind == ExpressionKind::name ? a_.text(e.name) : std::string_view();
  const auto found = std::find(keys.begin(), keys.end(), key);
  refinement_.axis = static_cast<std::size_t>(found - keys.begin());
  return found != keys.end() ||
         fail(e.span, fmt::format("sweep '{}' has no key '{}'", sweep_.name, a_.evaluator().source(e)),
              suggest(key, keys));
}

bool RefinementReader::read_width(const Expression& e) {
  const auto value = a_.evaluator().evaluate(e);
  if (!value) return false;
  const auto* q = std::get_if<Quantity>(&value->data);
  if (q == nullptr) return fail(e.span, fmt::format("'to' is a number, found {}", describe(*value)));
  if (!check_dimension(a_.evaluator(), "to", axis().unit.dimension, *q, e)) return false;
  refinement_.tolerance = q->value;
  return (q->value > 0.0 && std::isfinite(q->value)) ||
         fail(e.span, "the width that is left must be finite and above 0", "");
}

/// Neighbours are known where the values of the key ascend or descend.
bool RefinementReader::check_lines() {
  if (sweep_.is_zipped)
    return fail(e_.span, "only a grid has lines of points to refine",
                "give lists or ranges, without combine = zip and without drawn values");
  if (axis().is_of_words)
    return fail(e_.span, fmt::format("'{}' takes words, and nothing lies between two of them", axis().key),
                "refine along a number");
  const std::vector<double>& values = axis().values;
  const bool ascends = std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) == values.end();
  const bool descends = std::adjacent_find(values.begin(), values.end(), std::less_equal<>()) == values.end();
  if (values.size() < 2)
    return fail(e_.span, fmt::format("'{}' has one value: there is no interval to halve", axis().key), "add values");
  return ascends || descends ||
         fail(e_.span, fmt::format("the values of '{}' neither ascend nor descend", axis().key), "order them");
}

bool RefinementReader::count_halvings() {
  const std::vector<double>& values = axis().values;
  double widest = 0.0, intervals = static_cast<double>(values.size() - 1);
  for (std::size_t i = 1; i < values.size(); ++i) widest = std::max(widest, std::abs(values[i] - values[i - 1]));
  // A quotient within 1e-9 of a power of two is that power: widths are given in decimal.
  refinement_.most_halvings = static_cast<int>(std::ceil(std::log2(widest / refinement_.tolerance) - 1e-9));
  if (refinement_.most_halvings < 1)
    return fail(e_.span,
                fmt::format("no interval of '{}' is wider than {}: there is nothing to refine", axis().key,
                            format_short(refinement_.tolerance, axis().unit)),
                fmt::format("the widest is {}", format_short(widest, axis().unit)));
  if (refinement_.most_halvings > most_halvings)
    return fail(
        e_.span,
        fmt::format("{} halvings from {} to {}; {} are allowed", refinement_.most_halvings,
                    format_short(widest, axis().unit), format_short(refinement_.tolerance, axis().unit), most_halvings),
        "let 'to' be wider, or give more values");
  for (std::size_t i = 0; i < sweep_.axes.size(); ++i)
    if (i != refinement_.axis) intervals *= static_cast<double>(sweep_.axes[i].values.size());
  return intervals * std::exp2(refinement_.most_halvings) <= most_refined_points ||
         fail(e_.span, "more points between those of the grid than can be numbered", "let 'to' be wider");
}

}  // namespace

bool read_refinement(Analysis& a, const Expression& e, SweepSpec& sweep) {
  sweep.refinement = RefinementReader(a, e, sweep).read();
  return sweep.refinement.has_value();
}

}  // namespace perpend::dsl
