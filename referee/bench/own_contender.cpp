#include "referee/bench/own_contender.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "referee/bench/own_work.hpp"

namespace perpend::bench {

namespace {

constexpr long any_size = std::numeric_limits<int>::max();

/// A method as a scene writes it.
struct MethodRow {
  const char* variant;
  const char* method;
  int order;
  const char* words;
};

constexpr MethodRow methods_of_chains[] = {
    {"none", "none", 1, "no stabilization"},
    {"implicit", "implicit", 1, "joints met at the new position, linearized"},
    {"projection", "projection", 1, "Newton's method on the positions after each step"},
    {"rattle", "rattle", 2, "positions and velocities met, of order 2"},
};
/// More of them where accuracy has its price.
constexpr MethodRow more_methods[] = {
    {"ggl", "ggl", 2, "stabilized index 2"},
    {"baumgarte_rk4", "baumgarte(alpha: 20/s, beta: 20/s, integrator: rk4)", 4,
     "feedback at acceleration level, Runge-Kutta of order 4"},
};

struct OwnRow {
  Contestant contestant;
  std::string method;
  bool is_planar = false;
};

void add_chains(const char* suite, const MethodRow& row, std::vector<OwnRow>& rows) {
  const auto add = [&](const char* kind, const std::string& variant, const std::string& words, bool is_planar) {
    rows.push_back({{"Perpend", suite, kind, variant, any_size, row.order, words, {}}, row.method, is_planar});
  };
  add("hinge", std::string("planar_") + row.variant, fmt::format("bodies of the plane: {}", row.words), true);
  add("hinge", row.variant, fmt::format("bodies of space: {}", row.words), false);
  add("ball", row.variant, row.words, false);
}

/// A solver as a scene writes it.
struct SolverRow {
  const char* variant;
  const char* solver;
};

constexpr SolverRow solvers_of_lcps[] = {{"auto", "auto"},
                                         {"lemke", "lemke"},
                                         {"dantzig", "dantzig"},
                                         {"murty", "murty"},
                                         {"nsgs", "nsgs(tolerance: 1e-10)"},
                                         {"psor", "psor(omega: 1.3, tolerance: 1e-10)"},
                                         {"min_map", "min_map"},
                                         {"fischer_burmeister", "fischer_burmeister"},
                                         {"interior_point", "interior_point"}};
constexpr SolverRow solvers_of_friction[] = {{"auto", "auto"},
                                             {"lemke", "lemke"},
                                             {"dantzig", "dantzig"},
                                             {"nsgs", "nsgs(tolerance: 1e-10)"},
                                             {"min_map", "min_map"},
                                             {"fixed_point", "fixed_point"},
                                             {"parametric", "parametric"}};

std::vector<OwnRow> own_rows() {
  std::vector<OwnRow> rows;
  for (const SolverRow& row : solvers_of_lcps)
    for (const char* kind : {"dense", "pile"})
      rows.push_back({{"Perpend", "lcp", kind, row.variant, any_size, 0, row.solver, {}}, row.solver});
  for (const SolverRow& row : solvers_of_friction)
    rows.push_back({{"Perpend", "friction", "plane", row.variant, any_size, 0, row.solver, {}}, row.solver});
  rows.push_back(
      {{"Perpend", "grains", "disks", "convex", any_size, 1, "convex friction, one program a step", {}}, ""});
  for (const char* suite : {"chain", "wp"})
    for (const MethodRow& row : methods_of_chains) add_chains(suite, row, rows);
  for (const MethodRow& row : more_methods) add_chains("wp", row, rows);
  return rows;
}

Reply refused(std::string note) {
  return {false, 0.0, std::move(note)};
}

}  // namespace

std::vector<Contestant> own_contestants(const std::vector<std::string>& program) {
  std::vector<Contestant> contestants;
  for (OwnRow& row : own_rows()) {
    row.contestant.program = program;
    contestants.push_back(std::move(row.contestant));
  }
  return contestants;
}

Reply contend(const std::string& suite, const std::string& kind, const std::string& variant, const std::string& problem,
              const std::string& answer) {
  const std::vector<OwnRow> rows = own_rows();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const OwnRow& one) {
    return one.contestant.suite == suite && one.contestant.kind == kind && one.contestant.variant == variant;
  });
  if (row == rows.end()) return refused(fmt::format("no variant {} for {} of {}", variant, kind, suite));
  if (suite == "lcp" || suite == "friction") return solve_problem(problem, row->method, answer);
  if (suite == "grains") return drop_grains(problem, answer);
  return step_chain(problem, row->method, row->is_planar, answer);
}

}  // namespace perpend::bench
