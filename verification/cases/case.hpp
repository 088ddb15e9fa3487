// A problem with its answer, which is known by how the problem was made or by exact arithmetic that no statement uses.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "kernel/model/contacts/lcp.hpp"
#include "kernel/model/types.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

enum class Question {
  spd,       ///< A is positive definite
  rank,      ///< A has full row rank
  rho,       ///< no eigenvalue of A lies outside the unit circle
  p_matrix,  ///< every principal minor of A is positive
  solvable,  ///< LCP(A, b) has a solution
  system,    ///< an answer to A x = b lies near `solution`
  lcp,       ///< an answer to LCP(A, b) lies near `solution`
};

[[nodiscard]] const char* to_string(Question question);
[[nodiscard]] const char* describe(Question question);

inline constexpr long unknown_number = -2;
inline constexpr long infinitely_many = -1;

struct Case {
  std::string name;
  Question question = Question::spd;
  bool truth = false;  ///< of the claim; what is asked of `system` and `lcp` depends on the answer that is offered
  std::string reason;  ///< why that is known
  SparseRows a;
  VectorX b{};
  VectorX solution{};  ///< the only one
  long num_solutions = unknown_number;
};

/// The planted answer is the only one: A is a P-matrix.
[[nodiscard]] inline Case only(Case made) {
  made.num_solutions = 1;
  return made;
}

/// An answer is near when no entry is off by more than this share of the largest entry of the solution: six digits,
/// which is less than half of what doubles carry.
inline constexpr double near_share = 1e-6;

struct CaseFamily {
  const char* name;
  Question question;
  const char* words;   ///< what is in it
  long default_count;  ///< of `perpend cases run`
  bool is_fixed;       ///< a list: neither seed nor count change it
  Case (*make)(std::uint64_t seed, long index);
};

[[nodiscard]] std::span<const CaseFamily> case_families();
/// Null when there is none of that name.
[[nodiscard]] const CaseFamily* find_case_family(std::string_view name);

}  // namespace perpend
