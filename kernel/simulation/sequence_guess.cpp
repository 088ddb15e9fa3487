#include "kernel/simulation/sequence_guess.hpp"

#include <algorithm>

#include "kernel/model/numbers/four_lanes.hpp"

namespace perpend {

using namespace four_lanes;

namespace {

[[nodiscard]] inline FourLanes larger(FourLanes a, FourLanes b) {
  return a < b ? b : a;
}

}  // namespace

void SequenceGuess::add_to(VectorX& sum) const {
  for (int j = 0; j < num_used_; ++j) sum += differences_[j];
}

void SequenceGuess::take(const VectorX& value) {
  if (num_known_ == 0)
    for (VectorX& difference : differences_) difference.resize(value.size());
  std::array<double, most_values + 1> largest{};  // of D^j c_n
  act_on_lanes([&] {
    FourLanes most[most_values + 1] = {};
    // D^j of c_n that begin at `i`, from those of c_{n-1}.
    const auto take_next = [&](Eigen::Index i, FourLanes difference, auto get, auto set) {
      for (int j = 0; j < num_known_; ++j) {
        double* known = differences_[j].data() + i;
        most[j] = larger(most[j], modulus(difference));
        const FourLanes next = difference - get(known);
        set(known, difference);
        difference = next;
      }
      most[num_known_] = larger(most[num_known_], modulus(difference));
      if (num_known_ < most_values) set(differences_[num_known_].data() + i, difference);
    };
    Eigen::Index i = 0;
    for (; i + 4 <= value.size(); i += 4) take_next(i, four_at(value.data() + i), four_at, set_four);
    const auto one_at = [](const double* known) { return in_all(*known); };
    const auto set_one = [](double* known, FourLanes four) { *known = four[0]; };
    for (; i < value.size(); ++i) take_next(i, in_all(value[i]), one_at, set_one);
    for (int j = 0; j <= num_known_; ++j)
      largest[j] = std::max(std::max(most[j][0], most[j][1]), std::max(most[j][2], most[j][3]));
  });
  num_used_ = static_cast<int>(std::min_element(largest.begin(), largest.begin() + num_known_ + 1) - largest.begin());
  // One order above the best may become it; what is higher is rounding.
  num_known_ = std::min({num_known_ + 1, num_used_ + 2, most_values});
}

}  // namespace perpend
