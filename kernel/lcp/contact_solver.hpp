// Answers a ContactProblem: joints are eliminated by the route of the run, what is left is an LCP for the solvers that
// the scene names, in their order.
//     x = x0 + K^-1 G^T p,    K^-1: the bilateral system of the joints (M^-1 without any)
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "kernel/lcp/contact_operator.hpp"
#include "kernel/lcp/contact_row_sizes.hpp"
#include "kernel/lcp/joint_delassus.hpp"
#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/linear/route_solver.hpp"
#include "kernel/model/scene/experiment.hpp"
#include "kernel/solvers/lcp_solver.hpp"

namespace perpend {

class ContactSolver {
 public:
  /// `choices` empty: `auto`.
  /// `joints` is shared with the solves without contacts. Pre: the factories accept the choices.
  ContactSolver(const ConstraintRows& layout, RouteSolver& joints, const std::vector<LcpSolverChoice>& choices);

  /// Status singular: that of the joints. Any other failure is the last attempt's. An attempt that failed is followed
  /// by the next solver; all of them are in ContactSolution::attempts.
  void solve(const ContactProblem& problem, ContactSolution& solution);

  /// What the solvers were given in the last call, until the next; null when no contact was active.
  [[nodiscard]] const Lcp* lcp() const { return has_lcp_ ? &lcp_ : nullptr; }

 private:
  struct NamedSolver {
    std::string_view name;
    std::unique_ptr<LcpSolver> solver;
  };

  void solve_free(const ContactProblem& problem, ContactSolution& solution);
  void name_contacts(const ContactProblem& problem);
  void set_matrix(const ContactProblem& problem, const VectorX& x);
  void take_out_held(const ContactProblem& problem, const VectorX& x);
  void rates_of_base_rows(const ContactProblem& problem, const VectorX& x);
  void add_base_transposed(const ContactProblem& problem, int base, double amount, VectorX& out) const;
  [[nodiscard]] double base_product(const ContactProblem& problem, int base, const VectorX& x) const;
  [[nodiscard]] double base_offset(const ContactProblem& problem, int base) const;
  void attempt(const ContactProblem& problem, ContactSolution& solution);
  void attempt(const ContactProblem& problem, NamedSolver& solver, ContactSolution& solution);
  void ask_again_by_rows(const ContactProblem& problem, NamedSolver& solver, ContactSolution& solution);
  void add_second_attempts(ContactSolution& solution) const;
  void note_attempts(std::string_view solver, ContactSolution& solution) const;
  void recover(const ContactProblem& problem, ContactSolution& solution);

  RouteSolver& joints_;
  RowAccess access_;
  std::vector<NamedSolver> solvers_;
  ContactUnknowns unknowns_;
  ContactOperator operator_;
  JointDelassus through_joints_;
  SparseLcpMatrix assembled_;
  Lcp lcp_;
  bool has_lcp_ = false;
  LcpSolution lcp_solution_;
  GrowingVector of_all_;  // an answer before a try by rows
  ContactRowSizes row_sizes_;
  Problem bilateral_;  // the joints' problem with bounded rows idle
  GrowingVector rate_;
  std::vector<int> open_unknowns_;  // normals of contacts that joints hold
  VectorX free_velocity_;
  GrowingVector rate_magnitude_;
  GrowingVector impulse_;
  GrowingVector start_;
};

}  // namespace perpend
