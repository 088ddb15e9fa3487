// Solutions of an LCP over the rationals, one choice of active rows after the other.
#pragma once

#include "verification/arithmetic/rational.hpp"
#include "verification/lcp/lcp.hpp"

namespace perpend {

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
