#include "kernel/simulation/sequence_guess.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

void SequenceGuess::add_to(VectorX& sum) const {
  for (int j = 0; j < num_used_; ++j) sum += differences_[j];
}

void SequenceGuess::take(const VectorX& value) {
  if (num_known_ == 0)
    for (VectorX& difference : differences_) difference.resize(value.size());
  std::array<double, most_values + 1> largest{};  // of D^j c_n
  for (Eigen::Index i = 0; i < value.size(); ++i) {
    double difference = value[i];
    for (int j = 0; j < num_known_; ++j) {
      largest[j] = std::max(largest[j], std::abs(difference));
      const double next = difference - differences_[j][i];
      differences_[j][i] = difference;
      difference = next;
    }
    largest[num_known_] = std::max(largest[num_known_], std::abs(difference));
    if (num_known_ < most_values) differences_[num_known_][i] = difference;
  }
  num_used_ = static_cast<int>(std::min_element(largest.begin(), largest.begin() + num_known_ + 1) - largest.begin());
  // One order above the best may become it; what is higher is rounding.
  num_known_ = std::min({num_known_ + 1, num_used_ + 2, most_values});
}

}  // namespace perpend
