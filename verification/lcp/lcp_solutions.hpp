// All solutions of an LCP: over the rationals, one choice of active rows after the other.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"
#include "verification/arithmetic/interval.hpp"
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

/// An LCP whose numbers are exact, with the doubles nearest to them for a first guess that decides nothing.
struct ExactLcp {
  RationalRows a;
  std::vector<Rational> b;
  [[nodiscard]] int size() const { return static_cast<int>(b.size()); }
};

struct ExactPiece {
  std::vector<int> active;
  std::vector<Rational> z;
  bool is_continuum = false;
};

/// Every solution: isolated ones first, each once; then continua that no other one holds. 2^n choices.
[[nodiscard]] std::vector<ExactPiece> list_pieces(const ExactLcp& lcp);

/// A point in the relative interior of a continuum, which no other one of the list contains. Else the only point.
[[nodiscard]] std::vector<Rational> inner_point(const ExactLcp& lcp, const ExactPiece& piece);

/// Row by row, what linear functions of z are.
using LinearFunctions = RationalRows;

/// Whether one of them takes more than one value on the piece.
[[nodiscard]] bool varies(const ExactLcp& lcp, const ExactPiece& piece, const LinearFunctions& functions);
/// Whether they take these values together at some point of the piece.
[[nodiscard]] bool attains(const ExactLcp& lcp, const ExactPiece& piece, const LinearFunctions& functions,
                           const std::vector<Rational>& values);

/// (A z + b)_i.
[[nodiscard]] Rational slack_of(const ExactLcp& lcp, const std::vector<Rational>& z, int i);

}  // namespace perpend
