// What one step is made of: the contract between the simulation loop and a stabilizer.
#pragma once

#include <vector>

#include "kernel/dynamics/advance_position.hpp"
#include "kernel/dynamics/evaluation.hpp"
#include "kernel/lcp/contact_sweeps.hpp"
#include "kernel/model/contacts/contact_problem.hpp"
#include "kernel/model/contacts/impact_facts.hpp"
#include "kernel/model/problem.hpp"
#include "kernel/model/state.hpp"
#include "kernel/simulation/sequence_guess.hpp"

namespace perpend {

/// The driver's way to answer a Problem: solves, certifies and records. A stabilizer has no other.
class Solve {
 public:
  virtual ~Solve() = default;
  virtual void operator()(const Problem& problem, Solution& solution) = 0;
  virtual void solve_contacts(const ContactProblem& problem, ContactSolution& solution) = 0;
};

/// What a method says about the step it made, in addition to the state.
struct StepReport {
  VectorX impulse;                 ///< joint impulses of the dynamic solve [N s, N m s]
  VectorX correction_impulse;      ///< those that correct the velocity after it; empty: none
  VectorX stabilization_target;    ///< part of the dynamic solve's target that is there for stabilization; empty: none
  double target_to_impulse = 1.0;  ///< multipliers of that solve times this are impulses (h when they are forces)
  VectorX v_solved;                ///< velocity after the one dynamic solve, before corrections; empty: no ledger
  bool corrected = false;          ///< whether q or v was corrected after the dynamic solve
  VectorX phi_before;              ///< constraint error before the correction; valid when corrected
  Energies energies_before;        ///< energies before the correction; valid when corrected
  int iterations = 0;              ///< of a correction
  bool has_impulses = false;       ///< false for methods that do not work with impulses
  int num_contacts = 0;            ///< active in the dynamic solve
  int lcp_size = 0;                ///< of the dynamic solve
  long lcp_iterations = 0;         ///< of all its attempts
  double contact_residual = 0.0;   ///< natural residual of the dynamic solve, relative
  double contact_rate = 0.0;   ///< sum of c_n times the normal rate at the mean velocity: work of normal impulses [J]
  double friction_rate = 0.0;  ///< the same of the friction impulses [J]
  ImpactFacts impacts{};       ///< of this step

  /// What row i of the joints did in the step. Pre: has_impulses.
  [[nodiscard]] double joint_impulse(Eigen::Index i) const {
    return correction_impulse.size() == 0 ? impulse[i] : impulse[i] + correction_impulse[i];
  }

  /// Impulses are all that the step says: nothing of a stabilization, of one dynamic solve or of a correction.
  void set_impulses_alone() {
    has_impulses = true;
    stabilization_target.resize(0);
    v_solved.resize(0);
    corrected = false;
  }
};

/// Values that a step may use as it likes; they keep their memory from step to step, not their meaning.
struct Workspace {
  State stage;
  VectorX a;
  VectorX b;
  VectorX c;
  VectorX d;
  std::vector<VectorX> history;
};

/// Where the iteration of a step starts, from what those before came to. It changes how soon the iteration ends, not
/// what it is to meet.
struct StepGuess {
  double end_time = 0.0;   ///< of the last step [s]
  double h = 0.0;          ///< its length [s]; 0: none is known
  SequenceGuess rates;     ///< of what each row lacks at first
  SequenceGuess velocity;  ///< of its change
  VectorX first_rates;     ///< of the step under way

  void forget() {
    h = 0.0;
    rates.forget();
    velocity.forget();
  }
};

/// What an impact is solved with, see stabilizers/restitution.cpp. Vectors over velocities; those of islands have
/// their values at the column that names one.
struct ImpactWorkspace {
  ContactSolution plastic;
  ContactSolution full;
  std::vector<char> is_impact;  ///< of each active contact
  std::vector<int> island;      ///< of each velocity
  Solution joints;              ///< what makes joints keep their rates before it
  VectorX velocity;             ///< that goes into it
  VectorX momentum, of_forces, rates, mean;
  VectorX work, linear, square, size, share;  ///< of islands
};

/// All that a step may use. Scratch is reused from step to step, so that nothing is allocated after the first.
struct StepContext {
  const Model& model;
  const Integration& integration;
  double h;               ///< [s]
  const Evaluation& now;  ///< at the state that the step starts from
  Solve& solve;
  Evaluation& scratch;  ///< for evaluations at other states
  Problem& problem;
  Solution& solution;
  StepReport& report;
  Workspace workspace{};
  StepGuess guess{};
  ContactProblem contact_problem{};
  ContactSolution contact_solution{};
  ContactSweeps sweeps{};
  ImpactWorkspace impact{};
  std::vector<char> is_active{};  ///< of the contacts that were found
};

}  // namespace perpend
