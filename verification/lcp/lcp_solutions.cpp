#include <algorithm>

#include "verification/arithmetic/wide_rows.hpp"
#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_pieces.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

namespace {

/// 2^n choices, each a small exact system.
constexpr int hard_limit = 15;

SolutionPiece rounded(const ExactLcp& lcp, const ExactPiece& piece) {
  SolutionPiece result{.active = piece.active, .z = VectorX(lcp.size()), .exact = {}};
  result.is_continuum = piece.is_continuum;
  const std::vector<Rational> z = inner_point(lcp, piece);
  for (int i = 0; i < lcp.size(); ++i) {
    result.z[i] = z[i].convert_to<double>();
    result.exact.push_back(enclose(z[i]));
    result.is_degenerate = result.is_degenerate || (piece.z[i] == 0 && slack_of(lcp, piece.z, i) == 0);
  }
  result.text = exact_texts(z);
  return result;
}

}  // namespace

int SolutionSet::num_isolated() const {
  return static_cast<int>(
      std::count_if(pieces.begin(), pieces.end(), [](const SolutionPiece& piece) { return !piece.is_continuum; }));
}

bool SolutionSet::has_continuum() const {
  return num_isolated() != static_cast<int>(pieces.size());
}

SolutionSet list_solutions(const SparseRows& a, const VectorX& b, int largest) {
  SolutionSet result{.verdict = Verdict::undecided, .pieces = {}, .reason = ""};
  if (const char* reason = why_unfit(a, b, nullptr)) {
    result.reason = reason;
    return result;
  }
  if (a.num_rows > std::min(largest, hard_limit)) {
    result.reason = "the problem is too large to try every choice of active rows";
    return result;
  }
  const ExactLcp lcp{exact_rows(dense(a)), exact_vector(b)};
  const std::vector<ExactPiece> found = list_pieces(lcp);
  for (const ExactPiece& piece : found) result.pieces.push_back(rounded(lcp, piece));
  result.verdict = Verdict::proved;
  return result;
}

}  // namespace perpend
