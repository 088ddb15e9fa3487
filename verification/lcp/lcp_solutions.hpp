// All solutions of an LCP: over the rationals, one choice of active rows after the other.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"
#include "verification/arithmetic/interval_matrix.hpp"
#include "verification/arithmetic/rational.hpp"
#include "verification/certificate.hpp"

namespace perpend {

/// One set of solutions: those with w_i = 0 on `active` and z_i = 0 elsewhere.
struct SolutionPiece {
  std::vector<int> active;          ///< increasing
  VectorX z;                        ///< one of them, rounded; the only one unless `is_continuum`, then from its inside
  std::vector<Interval> exact;      ///< z of that one, enclosed
  std::vector<std::string> text{};  ///< z without rounding: hexadecimal where it is a double, or p/q
  bool is_continuum = false;
  bool is_degenerate = false;  ///< some pair has z_i = w_i = 0 there
};

/// All solutions, by exact arithmetic over the 2^n choices of which entry of each pair is 0.
struct SolutionSet {
  Verdict verdict =
      Verdict::not_run;  ///< proved: the list is complete; undecided: the problem is too large, or not finite
  /// Isolated solutions, each once; then continua, those that another one holds left out.
  std::vector<SolutionPiece> pieces;
  std::string reason;
  [[nodiscard]] int num_isolated() const;
  [[nodiscard]] bool has_continuum() const;
};

/// For n up to `largest`, at most 15.
[[nodiscard]] SolutionSet list_solutions(const SparseRows& a, const VectorX& b, int largest = 12);

template <class Number>
struct LcpOf {
  std::vector<std::vector<Number>> a;
  std::vector<Number> b;
  [[nodiscard]] int size() const { return static_cast<int>(b.size()); }
};

using ExactLcp = LcpOf<Rational>;
using EnclosedLcp = LcpOf<Interval>;

/// An LCP of which nothing is known.
[[nodiscard]] EnclosedLcp unknown_lcp(int size);

struct ExactPiece {
  std::vector<int> active;
  std::vector<Rational> z;      ///< one of its points
  std::vector<Rational> inner;  ///< from its relative interior, which no other piece of the list contains
  RationalRows directions;      ///< a basis of those from one of its points to another
  [[nodiscard]] bool is_continuum() const { return !directions.empty(); }
};

/// Whether bit i is set: pair i, or row i.
[[nodiscard]] inline bool has(unsigned set, int i) {
  return (set >> i & 1U) != 0;
}

/// Which entry of each pair is 0: bit i is set where w_i = 0, else z_i = 0. For a first look by enclosures, what is
/// known of a choice with a singular block.
struct LcpChoice {
  unsigned active = 0;
  unsigned dependent = 0;       ///< active ones that others stand for: left out
  unsigned of_either_sign = 0;  ///< active ones that stand for others
  unsigned unjudged = 0;        ///< idle ones whose w these leave open
  unsigned by_modulus = 0;      ///< idle ones in whose w those of either sign stand with their modulus
  /// Strict signs of all that is judged give the choice a solution, and all of its solutions the same values of
  /// functions that do not tell those that were left out from those that stand for them.
  bool is_decisive = true;
};
[[nodiscard]] std::vector<LcpChoice> all_choices(int size);

/// What enclosures say of choices.
struct JudgedChoices {
  std::vector<LcpChoice> possible;  ///< in their order, those that are not shown to be without a solution
  IntervalRows points;  ///< z of a solution of each of these that strict signs give one, 0 for those left out
  [[nodiscard]] bool are_decided() const { return points.size() == possible.size(); }
};
/// Each by the point that a regular block leaves; where that does not decide, by rows that contradict each other.
[[nodiscard]] JudgedChoices judge_choices(const EnclosedLcp& around, const std::vector<LcpChoice>& choices);

/// Every solution that is of one of the choices: isolated ones first, each once; then continua that no other one holds.
[[nodiscard]] std::vector<ExactPiece> list_pieces(const ExactLcp& lcp, const std::vector<LcpChoice>& choices);

/// Row by row, what linear functions of z are.
using LinearFunctions = RationalRows;

/// Whether one of them takes more than one value on the piece.
[[nodiscard]] bool varies(const ExactPiece& piece, const LinearFunctions& functions);
/// Whether they take these values together at some point of the piece.
[[nodiscard]] bool attains(const ExactLcp& lcp, const ExactPiece& piece, const LinearFunctions& functions,
                           const std::vector<Rational>& values);

/// (A z + b)_i.
[[nodiscard]] Rational slack_of(const ExactLcp& lcp, const std::vector<Rational>& z, int i);

}  // namespace perpend
