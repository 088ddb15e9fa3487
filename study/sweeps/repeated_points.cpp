#include "study/sweeps/repeated_points.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

namespace perpend {

namespace {

/// What tells the values of an axis apart: bits, or the place of the first equal word.
std::uint64_t identity(const SweepAxis& axis, std::size_t place) {
  if (!axis.is_of_words) return std::bit_cast<std::uint64_t>(axis.values[place]);
  const std::string& word = word_of(axis, axis.values[place]);
  return static_cast<std::uint64_t>(std::find(axis.words.begin(), axis.words.end(), word) - axis.words.begin());
}

bool has_repeated(const SweepAxis& axis) {
  // As most axes are.
  if (!axis.is_of_words &&
      std::adjacent_find(axis.values.begin(), axis.values.end(), std::greater_equal<>()) == axis.values.end())
    return false;
  std::vector<std::uint64_t> all(axis.values.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = identity(axis, i);
  std::sort(all.begin(), all.end());
  return std::adjacent_find(all.begin(), all.end()) != all.end();
}

/// Places whose values are equal by `less`, each but the first, and the first.
template <class Less>
std::vector<std::pair<std::int64_t, std::int64_t>> repeated(std::size_t size, const Less& less) {
  std::vector<std::int64_t> order(size);
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::stable_sort(order.begin(), order.end(), less);
  std::vector<std::pair<std::int64_t, std::int64_t>> found;
  for (std::size_t first = 0, i = 1; i < size; ++i)
    less(order[first], order[i]) ? static_cast<void>(first = i)
                                 : static_cast<void>(found.emplace_back(order[i], order[first]));
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

RepeatedPoints::RepeatedPoints(const SweepSpec& sweep) {
  const auto less_on = [](const SweepAxis& axis, std::int64_t a, std::int64_t b) {
    return identity(axis, static_cast<std::size_t>(a)) < identity(axis, static_cast<std::size_t>(b));
  };
  if (sweep.is_zipped) {
    // Points differ where one of their values is nowhere repeated.
    if (!std::all_of(sweep.axes.begin(), sweep.axes.end(), has_repeated)) return;
    zipped_ = repeated(sweep.axes.front().values.size(), [&](std::int64_t a, std::int64_t b) {
      for (const SweepAxis& axis : sweep.axes)
        if (less_on(axis, a, b) || less_on(axis, b, a)) return less_on(axis, a, b);
      return false;
    });
    return;
  }
  if (std::none_of(sweep.axes.begin(), sweep.axes.end(), has_repeated)) return;
  for (const SweepAxis& axis : sweep.axes) {
    std::vector<std::int64_t>& places = first_places_.emplace_back(axis.values.size());
    std::iota(places.begin(), places.end(), std::int64_t{0});
    for (const auto& [place, first] :
         repeated(places.size(), [&](std::int64_t a, std::int64_t b) { return less_on(axis, a, b); }))
      places[static_cast<std::size_t>(place)] = first;
  }
}

std::int64_t RepeatedPoints::first(std::int64_t index) const {
  const auto found = std::lower_bound(zipped_.begin(), zipped_.end(), std::pair{index, std::int64_t{0}});
  if (found != zipped_.end() && found->first == index) return found->second;
  // As a grid is counted: the last axis varies fastest.
  std::int64_t first = first_places_.empty() ? index : 0, stride = 1;
  for (std::size_t i = first_places_.size(); i-- > 0;) {
    const auto size = static_cast<std::int64_t>(first_places_[i].size());
    first += stride * first_places_[i][static_cast<std::size_t>(index % size)];
    index /= size;
    stride *= size;
  }
  return first;
}

}  // namespace perpend
