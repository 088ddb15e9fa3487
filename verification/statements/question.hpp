// What is asked of matrices and problems in files, beyond the kind of the statement.
#pragma once

#include <optional>
#include <string>

namespace perpend::certify {

/// Contacts with Coulomb's friction, and answers to them.
struct FrictionQuestion {
  std::string law = "cone";  ///< cone | pyramid | both: what an answer is judged by
  int num_directions = 8;    ///< of a pyramid in space; 2 in the plane
  bool with_guesses = false;
  bool is_half = false;  ///< M, W and R with only one triangle are one half of a symmetric matrix
};

/// A step of a method on M q'' = B^T lambda.
struct MethodQuestion {
  std::string stabilizer;  ///< "baumgarte(alpha: 10/s)"
  std::string step;        ///< "10 ms"
  std::string limit;       ///< the parameter whose limit is asked for; empty: none
};

struct Question {
  int rank = -1;                   ///< claimed; -1: full
  double radius = 1.0;             ///< rho: of the circle
  std::optional<double> within{};  ///< linear, lcp: the claim is that a solution is so near
  FrictionQuestion friction{};
  MethodQuestion method{};
};

}  // namespace perpend::certify
