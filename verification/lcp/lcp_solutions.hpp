// All solutions of an LCP: over the rationals, one choice of active rows after the other.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"
#include "verification/certificate.hpp"
#include "verification/lcp/lcp_choices.hpp"

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

struct ExactPiece {
  std::vector<int> active;
  std::vector<Rational> z;      ///< one of its points
  std::vector<Rational> inner;  ///< from its relative interior, which no other piece of the list contains
  RationalRows directions;      ///< a basis of those from one of its points to another
  [[nodiscard]] bool is_continuum() const { return !directions.empty(); }
};

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
