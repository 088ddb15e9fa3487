// One entry of each pair is 0: z_i for rows left out, w_i for active ones. For each of the 2^n choices the solutions
// are a polyhedron  P = { z_a >= 0, A_aa z_a = -b_a, A_ba z_a + b_b >= 0 }.  Where A_aa is regular it has at most one
// point. Otherwise a point z comes from linear programming, and for each of its entries that is 0 a direction d with
//     A_aa d = 0,  d_i >= 0 where z_i = 0,  (A_ba d)_k >= 0 where w_k = 0
// that leads away from this bound, if there is one. The sum of these leads inside: what is 0 there is 0 in all of P,
// and the directions that keep it so span the hull of P.
#include "verification/lcp/lcp_solutions.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "verification/arithmetic/exact_matrix.hpp"
#include "verification/arithmetic/exact_program.hpp"
#include "verification/arithmetic/wide_rows.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

namespace {

std::vector<int> rows_of(int n, unsigned set) {
  std::vector<int> rows;
  for (int i = 0; i < n; ++i)
    if (has(set, i)) rows.push_back(i);
  return rows;
}

/// Solves A_aa z_a = -b_a; false when A_aa is singular.
bool solve_active(const ExactLcp& lcp, const std::vector<int>& active, std::vector<Rational>& z) {
  RationalRows block;
  std::vector<Rational> right;
  for (const int i : active) {
    block.emplace_back();
    for (const int j : active) block.back().push_back(lcp.a[i][j]);
    right.emplace_back(-lcp.b[i]);
  }
  const auto found = solve_exactly(block, right);
  if (!found) return false;
  z.assign(lcp.size(), 0);
  for (std::size_t k = 0; k < active.size(); ++k) z[active[k]] = (*found)[k];
  return true;
}

bool is_solution(const ExactLcp& lcp, const std::vector<Rational>& z) {
  for (int i = 0; i < lcp.size(); ++i)
    if (z[i] < 0 || slack_of(lcp, z, i) < 0) return false;
  return true;
}

/// A point of P, or of its cone of directions.
class Piece {
 public:
  Piece(const ExactLcp& lcp, const std::vector<int>& active) : lcp_(lcp), active_(active) {}

  bool find_point(std::vector<Rational>& z) const {
    const Feasibility found = decide_feasibility(polyhedron());
    if (!found.is_feasible) return false;
    z.assign(lcp_.size(), 0);
    for (std::size_t k = 0; k < active_.size(); ++k) z[active_[k]] = found.x[k];
    return true;
  }

  bool attains(const LinearFunctions& functions, const std::vector<Rational>& values) const {
    LinearSystemOfSigns system = polyhedron();
    for (std::size_t f = 0; f < functions.size(); ++f) {
      LinearRow& row = system.add_row(values[f]);
      for (std::size_t k = 0; k < active_.size(); ++k) row.coefficients[k] = functions[f][active_[k]];
    }
    return decide_feasibility(system).is_feasible;
  }

  /// A step along the sum of a direction away from each bound that z lies on and need not: no other bound is reached.
  std::vector<Rational> inner_point(const std::vector<Rational>& z) const {
    const std::vector<char> at_bound = bounds_at(z);
    std::vector<Rational> direction(lcp_.size());
    for (int i = 0; i < lcp_.size(); ++i) {
      if (at_bound[i] == 0 || slope_of(direction, i) > 0) continue;
      const Feasibility move = find_move(at_bound, i);
      for (std::size_t k = 0; move.is_feasible && k < active_.size(); ++k) direction[active_[k]] += move.x[k];
    }
    const Rational step = step_to_bound(z, direction) / 2;
    std::vector<Rational> inner = z;
    for (const int i : active_) inner[i] += step * direction[i];
    return inner;
  }

  /// Whether all of P lies in the piece with these active rows: what that one keeps at 0 and this one does not is 0 at
  /// z, and no direction leads away.
  [[nodiscard]] bool lies_in(const std::vector<int>& outer, const std::vector<Rational>& z) const {
    std::vector<int> unlike;
    std::set_symmetric_difference(active_.begin(), active_.end(), outer.begin(), outer.end(),
                                  std::back_inserter(unlike));
    const std::vector<char> at_bound = bounds_at(z);
    return std::all_of(unlike.begin(), unlike.end(), [&](int i) { return at_bound[i] != 0; }) &&
           std::none_of(unlike.begin(), unlike.end(), [&](int i) { return find_move(at_bound, i).is_feasible; });
  }

  /// A basis of the directions along which what is 0 at the inner point stays 0.
  RationalRows hull(const std::vector<Rational>& inner) const {
    std::vector<int> moving;
    for (const int i : active_)
      if (inner[i] != 0) moving.push_back(i);
    RationalRows kept;
    for (int i = 0; i < lcp_.size(); ++i) {
      if (!is_active(i) && slack_of(lcp_, inner, i) != 0) continue;
      std::vector<Rational>& row = kept.emplace_back();
      for (const int j : moving) row.push_back(lcp_.a[i][j]);
    }
    RationalRows directions;
    for (const std::vector<Rational>& found : null_space(kept, static_cast<long>(moving.size()))) {
      std::vector<Rational>& direction = directions.emplace_back(lcp_.size());
      for (std::size_t k = 0; k < moving.size(); ++k) direction[moving[k]] = found[k];
    }
    return directions;
  }

 private:
  /// Which entries, of z for active rows and of w for others, are 0 at z.
  [[nodiscard]] std::vector<char> bounds_at(const std::vector<Rational>& z) const {
    std::vector<char> at_bound(static_cast<std::size_t>(lcp_.size()));
    for (int i = 0; i < lcp_.size(); ++i) at_bound[i] = (is_active(i) ? z[i] : slack_of(lcp_, z, i)) == 0 ? 1 : 0;
    return at_bound;
  }

  /// A direction from there that raises entry i.
  [[nodiscard]] Feasibility find_move(const std::vector<char>& at_bound, int i) const {
    LinearSystemOfSigns system = directions(at_bound);
    if (!is_active(i)) {
      add_row(system, i, 1, false);
    } else {
      LinearRow& row = system.add_row(1);
      row.coefficients[std::lower_bound(active_.begin(), active_.end(), i) - active_.begin()] = 1;
    }
    return decide_feasibility(system);
  }

  /// Slope of entry i, of z or of w.
  [[nodiscard]] Rational slope_of(const std::vector<Rational>& direction, int i) const {
    return is_active(i) ? direction[i] : Rational(slack_of(lcp_, direction, i) - lcp_.b[i]);
  }

  /// At most 2, where there is no bound.
  Rational step_to_bound(const std::vector<Rational>& z, const std::vector<Rational>& direction) const {
    Rational step = 2;
    for (int i = 0; i < lcp_.size(); ++i) {
      const Rational from = is_active(i) ? z[i] : slack_of(lcp_, z, i);
      const Rational slope = slope_of(direction, i);
      if (slope < 0 && from < -slope * step) step = -from / slope;
    }
    return step;
  }

  [[nodiscard]] LinearSystemOfSigns polyhedron() const {
    LinearSystemOfSigns system;
    for (std::size_t k = 0; k < active_.size(); ++k) system.add_variable(false);
    for (int i = 0; i < lcp_.size(); ++i) add_row(system, i, -lcp_.b[i], !is_active(i));
    return system;
  }

  [[nodiscard]] LinearSystemOfSigns directions(const std::vector<char>& at_bound) const {
    LinearSystemOfSigns system;
    for (const int i : active_) system.add_variable(at_bound[i] == 0);
    for (int i = 0; i < lcp_.size(); ++i) {
      if (is_active(i))
        add_row(system, i, 0, false);
      else if (at_bound[i] != 0)
        add_row(system, i, 0, true);
    }
    return system;
  }

  [[nodiscard]] bool is_active(int i) const { return std::binary_search(active_.begin(), active_.end(), i); }

  void add_row(LinearSystemOfSigns& system, int i, const Rational& right, bool with_slack) const {
    LinearRow& row = system.add_row(right);
    for (std::size_t k = 0; k < active_.size(); ++k) row.coefficients[k] = lcp_.a[i][active_[k]];
    if (!with_slack) return;
    const int slack = system.add_variable(false);
    system.rows.back().coefficients[slack] = -1;
  }

  const ExactLcp& lcp_;
  const std::vector<int>& active_;
};

/// Whether every point of the piece that `z` is from the inside of lies in `outer`.
bool holds(const ExactLcp& lcp, const ExactPiece& outer, const std::vector<Rational>& z) {
  for (int i = 0; i < lcp.size(); ++i) {
    const bool is_active = std::binary_search(outer.active.begin(), outer.active.end(), i);
    if (is_active ? slack_of(lcp, z, i) != 0 : z[i] != 0) return false;
  }
  return true;
}

void append_choice(const ExactLcp& lcp, const std::vector<int>& active, std::vector<ExactPiece>& isolated,
                   std::vector<ExactPiece>& continua) {
  ExactPiece piece{.active = active, .z = {}, .inner = {}, .directions = {}};
  if (solve_active(lcp, active, piece.z)) {
    if (!is_solution(lcp, piece.z)) return;
    piece.inner = piece.z;
  } else {
    const Piece polyhedron(lcp, active);
    if (!polyhedron.find_point(piece.z)) return;
    const auto holds_all = [&](const ExactPiece& outer) { return polyhedron.lies_in(outer.active, piece.z); };
    if (std::any_of(continua.begin(), continua.end(), holds_all)) return;
    piece.inner = polyhedron.inner_point(piece.z);
    piece.directions = polyhedron.hull(piece.inner);
  }
  std::vector<ExactPiece>& list = piece.is_continuum() ? continua : isolated;
  const bool is_known = !piece.is_continuum() && std::any_of(list.begin(), list.end(), [&](const ExactPiece& other) {
    return other.z == piece.z;
  });
  if (!is_known) list.push_back(std::move(piece));
}

/// 2^n choices, each a small exact system.
constexpr int hard_limit = 15;

SolutionPiece rounded(const ExactLcp& lcp, const ExactPiece& piece) {
  SolutionPiece result{.active = piece.active, .z = VectorX(lcp.size()), .exact = {}};
  result.is_continuum = piece.is_continuum();
  const std::vector<Rational>& z = piece.inner;
  for (int i = 0; i < lcp.size(); ++i) {
    result.z[i] = z[i].convert_to<double>();
    result.exact.push_back(enclose(z[i]));
    result.is_degenerate = result.is_degenerate || (piece.z[i] == 0 && slack_of(lcp, piece.z, i) == 0);
  }
  result.text = exact_texts(z);
  return result;
}

}  // namespace

Rational slack_of(const ExactLcp& lcp, const std::vector<Rational>& z, int i) {
  Rational sum = lcp.b[i];
  for (int j = 0; j < lcp.size(); ++j)
    if (z[j] != 0 && lcp.a[i][j] != 0) sum += lcp.a[i][j] * z[j];
  return sum;
}

bool varies(const ExactPiece& piece, const LinearFunctions& functions) {
  return std::any_of(functions.begin(), functions.end(), [&](const std::vector<Rational>& function) {
    return std::any_of(piece.directions.begin(), piece.directions.end(), [&](const std::vector<Rational>& direction) {
      return std::inner_product(function.begin(), function.end(), direction.begin(), Rational(0)) != 0;
    });
  });
}

bool attains(const ExactLcp& lcp, const ExactPiece& piece, const LinearFunctions& functions,
             const std::vector<Rational>& values) {
  return Piece(lcp, piece.active).attains(functions, values);
}

std::vector<ExactPiece> list_pieces(const ExactLcp& lcp, const std::vector<LcpChoice>& choices) {
  std::vector<ExactPiece> isolated;
  std::vector<ExactPiece> continua;
  for (const LcpChoice& choice : choices) append_choice(lcp, rows_of(lcp.size(), choice.active), isolated, continua);
  std::vector<ExactPiece> kept;
  for (std::size_t i = 0; i < continua.size(); ++i) {
    bool is_held = false;
    for (std::size_t j = 0; j < continua.size() && !is_held; ++j)
      is_held = i != j && holds(lcp, continua[j], continua[i].inner) &&
                (j < i || !holds(lcp, continua[i], continua[j].inner));
    if (!is_held) kept.push_back(continua[i]);
  }
  const auto is_held = [&](const ExactPiece& point) {
    return std::any_of(kept.begin(), kept.end(), [&](const ExactPiece& set) { return holds(lcp, set, point.z); });
  };
  isolated.erase(std::remove_if(isolated.begin(), isolated.end(), is_held), isolated.end());
  isolated.insert(isolated.end(), kept.begin(), kept.end());
  return isolated;
}

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
  const MatrixX full = dense(a);
  const ExactLcp lcp{exact_rows(full), exact_vector(b)};
  EnclosedLcp around{{}, {b.begin(), b.end()}};
  for (const auto row : full.rowwise()) around.a.emplace_back(row.begin(), row.end());
  const std::vector<ExactPiece> found = list_pieces(lcp, judge_choices(around, all_choices(lcp.size())).possible);
  for (const ExactPiece& piece : found) result.pieces.push_back(rounded(lcp, piece));
  result.verdict = Verdict::proved;
  return result;
}

}  // namespace perpend
