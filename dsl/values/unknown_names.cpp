#include "dsl/values/unknown_names.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/field_words.hpp"
#include "dsl/suggest.hpp"
#include "dsl/values/functions.hpp"
#include "dsl/values/names_below.hpp"
#include "dsl/values/rotations.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

void report_unknown_name(const Evaluator& evaluator, const SignalReader* signals, const Expression& e) {
  const std::string_view word = evaluator.text(e.name);
  if (const auto found = signals != nullptr ? signals->elsewhere(e) : std::nullopt) {
    evaluator.report().error(found->place.value_or(e.span), found->code, found->message, found->hint);
    return;
  }
  std::vector<std::string_view> known;
  for (const Symbol symbol : evaluator.bound()) known.push_back(evaluator.text(symbol));
  if (signals != nullptr)
    for (const std::string_view signal : signals->names()) known.push_back(signal);
  std::string hint = find_unit(word) != nullptr ? "a unit stands behind a number: 1 " + std::string(word) : "";
  if (hint.empty())
    if (const std::string nearest = nearest_name(word, known); !nearest.empty())
      hint = fmt::format("did you mean '{}'?", nearest);
  if (word == "nan" || word == "NaN" || word == "NAN") hint = "no number of a scene is nan; infinity is inf";
  auto unseen = find_unseen_name(evaluator.report(), e.name, e.span).value_or(UnseenName{});
  if (unseen.message.empty()) unseen.message = fmt::format("unknown name '{}'", word);
  if (unseen.hint.empty()) unseen.hint = hint.empty() ? "names are made with let, param or for" : hint;
  evaluator.report().error(e.span, unseen.code, unseen.message, unseen.hint);
}

void report_unknown_function(const Evaluator& evaluator, const SignalReader* signals, const Expression& e) {
  const std::string_view word = evaluator.text(e.name);
  const std::span<const std::string_view> turns = rotation_functions();
  std::vector<std::string_view> known;
  for (const Function& f : functions()) known.push_back(f.name);
  known.push_back("table");
  known.push_back("mesh");
  known.insert(known.end(), turns.begin(), turns.end());
  for (const Symbol symbol : evaluator.bound())
    if (std::holds_alternative<FunctionValue>(evaluator.find(symbol)->value.data))
      known.push_back(evaluator.text(symbol));
  std::vector<std::string_view> all = known;
  if (signals != nullptr)
    for (const std::string_view signal : signals->names()) all.push_back(signal);
  const std::string nearest = nearest_name(word, all);
  std::string hint(what_to_write(word));
  if (hint.empty()) hint = nearest.empty() ? suggest(word, known) : fmt::format("did you mean '{}'?", nearest);
  if (const auto unseen = find_unseen_name(evaluator.report(), e.name, e.span); unseen && unseen->message.empty())
    hint = unseen->hint;
  evaluator.report().error(e.span, "S018", fmt::format("unknown function '{}'", word), std::move(hint));
}

bool is_component(std::string_view word) {
  return word == "x" || word == "y" || word == "z";
}

void report_no_member(const Evaluator& evaluator, const Expression& e) {
  const std::string_view word = evaluator.text(e.name);
  const std::string of = evaluator.source(*e.operands[0]);
  evaluator.report().error(
      e.span, "S021", fmt::format("'{}' has no member '{}'", of, word),
      is_component(word) ? fmt::format("write {}({})", word, of) : "instances of parts have members: left.hip");
}

}  // namespace perpend::dsl
