#include "verification/cases/families.hpp"

#include <algorithm>
#include <vector>

namespace perpend {

namespace {

using namespace cases;

std::vector<CaseFamily> make_table() {
  using enum Question;
  return {
      {"known_spd", spd, "known by hand: Hilbert's, Wilkinson's, one bit inside and outside", num_known_spd(), true,
       known_spd},
      {"gram", spd, "G G^T, definite and singular", 2000, false, gram},
      {"near_singular", spd, "G G^T of one column too few, rounded: the rounding decides", 2000, false, near_singular},
      {"indefinite_by_a_hair", spd, "singular, one diagonal entry lowered by its last bit", 1000, false,
       indefinite_by_a_hair},
      {"badly_scaled", spd, "G G^T with rows and columns scaled by 10^-8 to 10^8", 1000, false, badly_scaled},
      {"extreme_spd", spd, "G G^T with rows and columns scaled by 2^-530 to 2^505", 500, false, extreme_spd},
      {"ring_of_springs", spd, "rings of 10 to 2000 points: free, held weakly, pushed off weakly", 20, false,
       ring_of_springs},
      {"known_rank", rank, "known by hand", num_known_rank(), true, known_rank},
      {"dependent_rows", rank, "rows that depend on each other, or do but for a last bit", 1000, false, dependent_rows},
      {"known_rho", rho, "updates with coefficients (a, b), known by hand", num_known_rho(), true, known_rho},
      {"jordan_block", rho, "one Jordan block on, just inside or just outside the circle", 1000, false, jordan_block},
      {"projected_update", rho, "X = F(P) of a projector: a step of a stabilized mechanism", 1000, false,
       projected_update},
      {"known_p", p_matrix, "known by hand", num_known_p(), true, known_p},
      {"whole_p", p_matrix, "small whole numbers with a large diagonal", 500, false, whole_p},
      {"hairline_p", p_matrix, "one principal minor is 0 but for rounding", 500, false, hairline_p},
      {"known_lcp", solvable, "known by hand: none, one, two, three, infinitely many solutions", num_known_lcp(), true,
       known_lcp},
      {"planted_definite", solvable, "positive definite, not symmetric; made around an answer", 200, false,
       planted_definite},
      {"planted_semidefinite", solvable, "positive semidefinite of half the rank; made around an answer", 200, false,
       planted_semidefinite},
      {"planted_p", solvable, "P-matrices far from definite; made around an answer", 200, false, planted_p},
      {"planted_h_plus", solvable, "H-matrices with positive diagonal; made around an answer", 200, false,
       planted_h_plus},
      {"degenerate", solvable, "positive definite; in a third of the pairs both entries are 0", 200, false, degenerate},
      {"contact_like", solvable, "contacts with Coulomb's law in the plane; made around an answer", 200, false,
       contact_like},
      {"planted_any", solvable, "matrices of no class; made around an answer", 500, false, planted_any},
      {"infeasible", solvable, "rows that contradict each other", 200, false, infeasible},
      {"infeasible_by_a_hair", solvable, "rows that contradict each other by 2^-30 to 2^-44", 200, false,
       infeasible_by_a_hair},
      {"whole_lcp", solvable, "up to 3 rows of small whole numbers: any number of solutions", 500, false, whole_lcp},
      {"extreme_lcp", solvable, "the same with rows and columns scaled by 2^-500 to 2^500", 500, false, extreme_lcp},
      {"hilbert_system", system, "Hilbert's matrix of 2 to 12 rows, whole solution", 44, false, hilbert_system},
      {"near_singular_system", system, "singular, and 2^-8 to 2^-36 more on the diagonal", 500, false,
       near_singular_system},
      {"hilbert_lcp", lcp, "Hilbert's matrix of 2 to 12 rows, whole solution", 44, false, hilbert_lcp},
      {"near_singular_lcp", lcp, "singular, and 2^-8 to 2^-36 more on the diagonal", 300, false, near_singular_lcp},
      {"large_lcp", lcp, "tridiagonal H+ matrices of 50 to 2000 rows; made around an answer", 10, false, large_lcp},
      {"large_definite", solvable, "positive definite, sparse; made around an answer", 5, false, large_definite},
      {"large_semidefinite", solvable, "positive semidefinite of half the rank, sparse; made around an answer", 5,
       false, large_semidefinite},
      {"large_degenerate", solvable, "definite and sparse; in a third of the pairs both entries are 0", 5, false,
       large_degenerate},
      {"large_p", solvable, "a hidden triangle of P-matrices; made around an answer", 5, false, large_p},
      {"large_h_plus", solvable, "H-matrices with positive diagonal, sparse; made around an answer", 5, false,
       large_h_plus},
      {"large_contacts", solvable, "piles of bricks with Coulomb's law: open, sticking, sliding, redundant", 5, false,
       large_contacts},
      {"large_any", solvable, "sparse matrices of no class; made around an answer", 5, false, large_any},
      {"large_infeasible", solvable, "all rows together contradict each other", 5, false, large_infeasible},
      {"large_infeasible_by_a_hair", solvable, "all rows together contradict each other by 2^-20 to 2^-34", 5, false,
       large_infeasible_by_a_hair},
      {"large_p_class", p_matrix, "hidden triangles of P-matrices, half of them with a block that is not P", 5, false,
       large_p_class},
      {"large_definite_answer", lcp, "positive definite, sparse; made around an answer", 5, false,
       large_definite_answer},
      {"large_degenerate_answer", lcp, "definite and sparse; in a third of the pairs both entries are 0", 5, false,
       large_degenerate_answer},
      {"large_p_answer", lcp, "a hidden triangle of P-matrices; made around an answer", 5, false, large_p_answer},
      {"large_h_plus_answer", lcp, "H-matrices with positive diagonal, sparse; made around an answer", 5, false,
       large_h_plus_answer}};
}

}  // namespace

const char* to_string(Question question) {
  switch (question) {
    case Question::spd:
      return "spd";
    case Question::rank:
      return "rank";
    case Question::rho:
      return "rho";
    case Question::p_matrix:
      return "p_matrix";
    case Question::solvable:
      return "solvable";
    case Question::system:
      return "system";
    case Question::lcp:
      return "lcp";
  }
  return "unknown";
}

const char* describe(Question question) {
  switch (question) {
    case Question::spd:
      return "A is positive definite";
    case Question::rank:
      return "J has full row rank";
    case Question::rho:
      return "no eigenvalue of X lies outside the unit circle";
    case Question::p_matrix:
      return "every principal minor of A is positive";
    case Question::solvable:
      return "LCP(A, b) has a solution";
    case Question::system:
      return "the solution of A x = b lies within a millionth of x";
    case Question::lcp:
      return "the solution of LCP(A, b) lies within a millionth of z";
  }
  return "unknown";
}

std::span<const CaseFamily> case_families() {
  static const std::vector<CaseFamily> table = make_table();
  return table;
}

const CaseFamily* find_case_family(std::string_view name) {
  const std::span<const CaseFamily> table = case_families();
  const auto found = std::find_if(table.begin(), table.end(), [&](const CaseFamily& row) { return row.name == name; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace perpend
