#include "dsl/analysis/sweep_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/sobol.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>

#include "dsl/suggest.hpp"
#include "dsl/values/arithmetic.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

constexpr double most_values = 1e6;

constexpr Spacing spacings[] = {{"lin_range", false, Draw::none},
                                {"log_range", true, Draw::none},
                                {"random", false, Draw::random},
                                {"log_random", true, Draw::random},
                                {"quasi_random", false, Draw::quasi_random},
                                {"log_quasi_random", true, Draw::quasi_random},
                                {"saltelli", false, Draw::saltelli},
                                {"log_saltelli", true, Draw::saltelli}};

/// Standard engines give the same bits everywhere; standard distributions do not.
std::mt19937_64 engine_of(std::uint64_t seed, std::size_t stream) {
  std::seed_seq mixed{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                      static_cast<std::uint32_t>(stream)};
  return std::mt19937_64(mixed);
}

double in_unit_interval(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

/// `count` independent numbers in [0, 1), from 53 bits of the Mersenne twister. `stream`: of the same seed.
std::vector<double> random_numbers(std::size_t count, std::uint64_t seed, std::size_t stream) {
  std::mt19937_64 engine = engine_of(seed, stream);
  std::vector<double> numbers(count);
  for (double& number : numbers) number = in_unit_interval(engine());
  return numbers;
}

/// [dimension][point]: the first points of Sobol's sequence in so many dimensions, each dimension under a random
/// digital shift, which keeps how evenly they lie [LEcuyerLemieux02]. Pre: 1 <= dimensions <= 50.
std::vector<std::vector<double>> sobol_points(std::size_t dimensions, std::size_t count, std::uint64_t seed) {
  boost::random::sobol engine(dimensions);
  std::vector<std::vector<double>> points(dimensions, std::vector<double>(count));
  std::vector<std::uint64_t> shift(dimensions);
  for (std::size_t d = 0; d < dimensions; ++d) shift[d] = engine_of(seed, d)();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t d = 0; d < dimensions; ++d)  // the engine leaves out the origin, the first of the sequence
      points[d][i] = in_unit_interval((i == 0 ? 0 : engine()) ^ shift[d]);
  return points;
}

Quantity between(const Spacing& spacing, const Quantity& low, const Quantity& high, double share) {
  const double value = spacing.is_log ? low.value * std::pow(high.value / low.value, share)
                                      : low.value + (high.value - low.value) * share;
  return {value, low.dimension, low.unit};
}

/// log_range(a, b, n), random(a, b, n, seed): n values, those of a range with both ends among them.
std::optional<WrittenValues> read_spaced(Analysis& a, const Spacing& spacing, const Expression& e) {
  const bool is_drawn = spacing.draw != Draw::none;
  const auto fail = [&](std::string message) -> std::optional<WrittenValues> {
    a.report.error(e.span, "S055", std::move(message),
                   fmt::format("write {}(first, last, count{})", spacing.name, is_drawn ? ", seed" : ""));
    return std::nullopt;
  };
  const std::size_t most_operands = is_drawn ? 4 : 3;
  if (e.operands.size() < 3 || e.operands.size() > most_operands)
    return fail(fmt::format("{} takes three values{}", spacing.name, is_drawn ? ", or four" : ""));
  const auto first = a.evaluator().evaluate(*e.operands[0]);
  const auto last = a.evaluator().evaluate(*e.operands[1]);
  const auto count = a.evaluator().whole(*e.operands[2], "the count of values");
  if (!first || !last || !count) return std::nullopt;
  const auto* from = std::get_if<Quantity>(&first->data);
  const auto* to = std::get_if<Quantity>(&last->data);
  const bool has_zero = from != nullptr && to != nullptr && (is_bare_zero(*from) || is_bare_zero(*to));
  if (from == nullptr || to == nullptr || (!has_zero && !same_dimension(from->dimension, to->dimension)))
    return fail("the two ends are numbers of one dimension");
  // A zero without a unit has that of the other end.
  const Quantity& measured = is_bare_zero(*from) ? *to : *from;
  const Quantity ends[] = {{from->value, measured.dimension, measured.unit},
                           {to->value, measured.dimension, measured.unit}};
  const Quantity *low = &ends[0], *high = &ends[1];
  if (*count < (is_drawn ? 1 : 2) || static_cast<double>(*count) > most_values)
    return fail(fmt::format("{} value{}; {} to {:.0f} are allowed", *count, *count == 1 ? "" : "s", is_drawn ? 1 : 2,
                            most_values));
  if (spacing.is_log && !(low->value > 0.0 && high->value > 0.0))
    return fail(fmt::format("the ends of {} are above zero", spacing.name));
  WrittenValues written{.statement = nullptr, .values = {}, .drawn = is_drawn ? &spacing : nullptr};
  written.count = static_cast<std::size_t>(*count);
  if (is_drawn) {
    written.values = {*low, {high->value, low->dimension, low->unit}};
    if (e.operands.size() == 4) {
      const auto seed = a.evaluator().whole(*e.operands[3], "the seed");
      if (!seed) return std::nullopt;
      if (*seed < 0) return fail("a seed is not below 0");
      written.seed = static_cast<std::uint64_t>(*seed);
    }
    return written;
  }
  for (std::size_t i = 0; i < written.count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(written.count - 1);
    written.values.push_back(between(spacing, *low, *high, share));
  }
  written.values.back().value = high->value;
  return written;
}

/// For one key: A, B, and A with B's value where the other sample is this key's.
std::vector<double> saltelli_shares(const std::vector<double>& a, const std::vector<double>& b, std::size_t key,
                                    std::size_t num_keys) {
  std::vector<double> shares;
  for (std::size_t i = 0; i < a.size(); ++i) {
    shares.push_back(a[i]);
    shares.push_back(b[i]);
    for (std::size_t k = 0; k < num_keys; ++k) shares.push_back(k == key ? b[i] : a[i]);
  }
  return shares;
}

}  // namespace

namespace {

bool is_word(const Analysis& a, const Expression& e) {
  return e.kind == ExpressionKind::string || is_choice_word(a, e);
}

bool is_method(const Analysis& a, const Expression& e) {
  const bool is_free = e.kind == ExpressionKind::name && a.evaluator().find(e.name) == nullptr;
  return is_free && !hint_of_method(a, a.text(e.name)).empty();
}

/// `[newton, poisson]`: some are words.
bool lists_words(const Analysis& a, const Expression& e) {
  return e.kind == ExpressionKind::list &&
         std::any_of(e.operands.begin(), e.operands.end(),
                     [&](const Expression* item) { return is_word(a, *item) || is_method(a, *item); });
}

/// Nothing after an error. Pre: lists_words.
std::optional<WrittenValues> read_words(const Analysis& a, const Expression& e) {
  WrittenValues written;
  for (const Expression* item : e.operands) {
    if (!is_word(a, *item) && is_method(a, *item)) {
      const std::string_view word = a.text(item->name);
      a.report.error(item->span, "S055", fmt::format("'{}' is a method, which no sweep lists", word),
                     hint_of_method(a, word));
      return std::nullopt;
    }
    if (!is_word(a, *item)) {
      const std::set<std::string_view> words = choice_words(a);
      const std::string word = a.evaluator().source(*item);
      const std::string nearest = nearest_name(word, std::vector<std::string_view>(words.begin(), words.end()));
      a.report.error(
          item->span, "S055", fmt::format("'{}' is no choice, and others in this list are", word),
          nearest.empty() ? "a sweep over a choice lists its words" : fmt::format("did you mean '{}'?", nearest));
      return std::nullopt;
    }
    written.words.emplace_back(item->kind == ExpressionKind::string ? item->text : a.text(item->name));
    written.values.push_back({static_cast<double>(written.words.size()), {}, nullptr});
  }
  written.count = written.values.size();
  return written;
}

}  // namespace

std::optional<WrittenValues> read_values(Analysis& a, const Expression& e) {
  if (lists_words(a, e)) return read_words(a, e);
  if (e.kind == ExpressionKind::call)
    for (const Spacing& spacing : spacings)
      if (spacing.name == a.text(e.name)) return read_spaced(a, spacing, e);
  const auto value = a.evaluator().evaluate(e);
  if (!value) return std::nullopt;
  WrittenValues written;
  std::vector<Quantity>& values = written.values;
  if (const auto* range = std::get_if<RangeValue>(&value->data)) {
    const long count = range->last - range->first + 1;
    if (count < 1 || static_cast<double>(count) > most_values) {
      a.report.error(e.span, "S055",
                     count < 1 ? fmt::format("the range {}..{} is empty", range->first, range->last)
                               : fmt::format("{} values; 1 to {:.0f} are allowed", count, most_values),
                     count < 1 ? "a range ascends: first..last" : "random(first, last, count) draws some of them");
      return std::nullopt;
    }
    for (long i = range->first; i <= range->last; ++i) values.push_back({static_cast<double>(i), {}, nullptr});
  } else if (const auto* list = std::get_if<ListValue>(&value->data)) {
    for (const Value& element : **list)
      if (const auto* q = std::get_if<Quantity>(&element.data)) values.push_back(*q);
    if (values.size() != (*list)->size()) values.clear();
  }
  written.count = values.size();
  if (!values.empty()) return written;
  a.report.error(e.span, "S055", fmt::format("a sweep takes a list of numbers, found {}", describe(*value)),
                 "as in [4, 2, 1] ms, log_range(1/s, 100/s, 20), 1..6");
  return std::nullopt;
}

void draw(std::vector<WrittenValues>& all) {
  std::size_t dimensions = 0, count = 0, dimension = 0, stream = 0;
  std::uint64_t seed = 1;
  for (const WrittenValues& one : all) {
    if (one.drawn == nullptr || one.drawn->draw == Draw::random) continue;
    if (dimensions == 0) seed = one.seed;
    dimensions += one.drawn->draw == Draw::saltelli ? 2 : 1;
    count = std::max(count, one.count);
  }
  const std::vector<std::vector<double>> even =
      dimensions > 0 ? sobol_points(dimensions, count, seed) : std::vector<std::vector<double>>{};
  for (WrittenValues& one : all) {
    if (one.drawn == nullptr) continue;
    const std::size_t place = one.drawn->draw == Draw::random ? 0 : dimension++;
    std::vector<double> shares =
        one.drawn->draw == Draw::random ? random_numbers(one.count, one.seed, stream++) : even[place];
    shares.resize(one.count);  // of other keys there may be more, which is an error of its own
    if (one.drawn->draw == Draw::saltelli)
      shares = saltelli_shares(even[place], even[place + all.size()], place, all.size());
    const Quantity low = one.values[0], high = one.values[1];
    one.values.clear();
    for (const double share : shares) one.values.push_back(between(*one.drawn, low, high, share));
  }
}

}  // namespace perpend::dsl
