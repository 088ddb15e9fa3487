// The guess of the next vector of a sequence.
#include "kernel/simulation/sequence_guess.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>

namespace perpend::test::of_sequence_guess {

namespace {

VectorX guess_of(const SequenceGuess& sequence, Eigen::Index size) {
  VectorX sum = VectorX::Zero(size);
  sequence.add_to(sum);
  return sum;
}

/// What the guess of value `count` misses it by, after those from 0 on.
double miss(const std::function<VectorX(int)>& value, int count) {
  SequenceGuess sequence;
  for (int i = 0; i < count; ++i) sequence.take(value(i));
  return (guess_of(sequence, value(0).size()) - value(count)).cwiseAbs().maxCoeff();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sequence_guesses)

// Whole numbers: no rounding.
BOOST_AUTO_TEST_CASE(polynomials_go_on_exactly) {
  for (int degree = 0; degree + 1 < SequenceGuess::most_values; ++degree) {
    BOOST_TEST_INFO_SCOPE("degree " << degree);
    const auto value = [&](int i) -> VectorX { return VectorX::LinSpaced(3, 1.0, 3.0) * std::pow(i + 1.0, degree); };
    // One more value than the polynomial has coefficients shows that its last difference is 0.
    BOOST_TEST(miss(value, degree + 2) == 0.0);
    BOOST_TEST(miss(value, degree + 20) == 0.0);
  }
}

BOOST_AUTO_TEST_CASE(smooth_sequences_are_guessed_the_better_the_smaller_their_steps) {
  const auto turning = [](double step) {
    return [=](int i) -> VectorX { return VectorX{{std::sin(step * i), std::cos(step * i)}}; };
  };
  BOOST_TEST(miss(turning(0.1), 40) < 1e-8);
  BOOST_TEST(miss(turning(0.05), 40) < 1e-11);
}

BOOST_AUTO_TEST_CASE(nothing_is_guessed_where_nothing_is_known) {
  SequenceGuess sequence;
  BOOST_TEST(guess_of(sequence, 3).isZero(0.0));
  sequence.take(VectorX::Ones(3));
  sequence.take(VectorX::Ones(3));
  BOOST_TEST(guess_of(sequence, 3) == VectorX::Ones(3));
  sequence.forget();
  BOOST_TEST(guess_of(sequence, 3).isZero(0.0));
}

// What alternates has differences that double with each order: 0 misses least.
BOOST_AUTO_TEST_CASE(what_jumps_to_and_fro_is_not_continued) {
  SequenceGuess sequence;
  for (int i = 0; i < 30; ++i) sequence.take(VectorX::Constant(2, i % 2 == 0 ? 1.0 : -1.0));
  BOOST_TEST(guess_of(sequence, 2).isZero(0.0));
}

// An impact: the guess next to it is wrong, and right again as soon as values are smooth.
BOOST_AUTO_TEST_CASE(a_jump_is_left_behind) {
  SequenceGuess sequence;
  for (int i = 0; i < 30; ++i) sequence.take(VectorX::Constant(1, 1.0 * i));
  for (int i = 0; i < SequenceGuess::most_values + 3; ++i) {
    sequence.take(VectorX::Constant(1, 1000.0 - i));
    BOOST_TEST(std::abs(guess_of(sequence, 1)[0]) <= 3000.0);
  }
  BOOST_TEST(guess_of(sequence, 1)[0] == 1000.0 - (SequenceGuess::most_values + 3));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_sequence_guess
