// What one method made of one run: how it ended, its measures, certificates, contacts, cost and frames. Values in SI;
// units say how to show them.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernel/model/contacts/contact_problem.hpp"
#include "kernel/model/contacts/impact_facts.hpp"
#include "kernel/model/scene/dimension.hpp"
#include "kernel/model/scene/experiment.hpp"
#include "kernel/model/status.hpp"
#include "kernel/model/stop.hpp"

namespace perpend {

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// How a run ended. Starts as `not_run`, which never looks like success.
enum class RunStatus {
  not_run,
  completed,        ///< it reached its end: says nothing of its errors
  diverged,         ///< a joint came apart: see kernel/simulation/divergence.hpp
  singular,         ///< the constraint rows are dependent and the scene did not say so
  iteration_limit,  ///< an iteration of a step stopped before its tolerance
  unsolved,         ///< a complementarity solver ended without an answer
  not_finite,       ///< a NaN or an infinity appeared
  no_solution,      ///< the complementarity problem of a step has none, proved
  interrupted,      ///< stopped from outside
  cannot_run,       ///< the method does not take such a mechanism: it took no step
  reference_ends,   ///< from the next step on the reference does not know the motion
};

[[nodiscard]] const char* to_string(RunStatus status);

/// Over every step of a run, recorded or not. NaN until there is one.
struct MeasureSummary {
  double max = not_a_number;
  double min = not_a_number;
  double final = not_a_number;
  double rms = not_a_number;
  double mean = not_a_number;
  double at_max = not_a_number;  ///< time of the maximum [s]
};

struct MeasureRecord {
  std::string name;
  std::string text;  ///< "max_abs(constraint_error)"
  Unit unit;
  MeasureSummary summary;
  std::vector<double> values;  ///< one for each of MethodRun::times
  /// Proved bounds of `summary.max` where a trajectory certificate gives them, else NaN.
  double max_lower = not_a_number;
  double max_upper = not_a_number;
  bool is_of_query = false;  ///< made for an expression in a claim or figure
};

struct BoundValue {
  double value = not_a_number;
  std::string unit;  ///< "m/s"; empty: a pure number, a count or a step
};

/// The worst of one number over the certificates that have it: what exact arithmetic decided has none.
struct WorstBound {
  std::string name;                ///< "backward error at most"
  std::vector<BoundValue> values;  ///< one for each unit: solves for motions and for corrections differ
  long known = 0;                  ///< certificates that have the number
};

/// All certificates of one kind in one run.
struct CertificateGroup {
  std::string kind;       ///< as CertificateKind prints it: "kkt_residual", "complementarity", "spd_delassus", ...
  std::string statement;  ///< in words: what each one says
  std::string theorem;    ///< and its source
  long proved = 0;
  long refuted = 0;
  long undecided = 0;
  long granting = 0;        ///< of those proved: accept rows as rounding of the rest, not by their own size
  long granted_rows = 0;    ///< so many rows in all of them
  long recheckable = 0;     ///< of those proved and refuted: written with all data that they are proved from again
  bool as_expected = true;  ///< false fails the run: something refuted, or undecided where the scene forbids that
  std::string reason;       ///< of the first that is not proved
  std::vector<WorstBound> bounds;
  int worst_step = -1;
  double seconds = 0.0;  ///< spent certifying, CPU time
};

/// Attempts of one LCP solver over a run, for one reason. `auto` counts parts of an LCP that it solves apart.
struct LcpUse {
  std::string solver;
  SolverReason reason = SolverReason::named;
  bool is_fallback = false;  ///< tried where another one had no answer
  long solved = 0;
  long failed = 0;
  long iterations = 0;      ///< pivots, sweeps or Newton steps
  int fewest_unknowns = 0;  ///< of an LCP or a part
  int most_unknowns = 0;
  LcpFailure first_failure = LcpFailure::none;
  long first_failure_step = -1;  ///< -1: it never failed
};

/// Adds it to those of the same solver, for the same reason.
void add_attempt(const LcpAttempt& attempt, long step, std::vector<LcpUse>& uses);

/// How far the contacts of a run came from one of their laws, over every step. SI.
struct ContactResidual {
  std::string law;  ///< "penetration", "Signorini", "cone", "maximum dissipation"
  Unit unit;
  double largest = 0.0;  ///< NaN: not known in some step
  double scale = 0.0;    ///< what it is measured against, in words in `scale_text`; 0: nothing there to measure
  std::string scale_text;
  long at_step = -1;  ///< of the largest; -1: none
  [[nodiscard]] double ratio() const { return scale > 0.0 ? largest / scale : not_a_number; }
};

/// CPU time of the thread: what else the machine does is not in it.
struct RunCost {
  double seconds = 0.0;  ///< stepping, without certificates
  double certify_seconds = 0.0;
  long solves = 0;
  long factorizations = 0;
  long iterations = 0;  ///< pivots, sweeps or iterations of the solvers of contact problems, all attempts
};

/// A contact with its impulse in the step that led to a frame.
struct FrameContact {
  std::array<int, 2> body{-1, -1};  ///< the impulse acts on the second, its opposite on the first
  std::array<float, 3> point{};     ///< midway between the two surfaces [m]; z is 0 in the plane
  std::array<float, 3> normal{};    ///< unit, from the first body to the second
  std::array<float, 3> impulse{};   ///< [N s]
};

/// Poses for the animation: a thinned copy of the trajectory.
struct Frames {
  std::vector<double> times;                             ///< [s]
  std::vector<std::vector<std::array<float, 3>>> poses;  ///< plane: [frame][body] x, y [m], theta [rad]
  /// Space: [frame][body] x, y, z [m] and the unit quaternion w, x, y, z that turns the body frame into the world's.
  std::vector<std::vector<std::array<float, 7>>> spatial_poses{};
  /// [frame][joint]: the shift of the joint's second body that would close its rows, of least length [m]. Empty: not
  /// kept. A float has its own exponent: gaps of nanometres keep their digits, which poses do not.
  std::vector<std::vector<std::array<float, 3>>> gaps{};
  std::vector<std::vector<FrameContact>> contacts{};  ///< [frame]: contacts that carry an impulse; empty: not kept
};

/// Which row of a joint ended a run, and the error that it had. SI.
struct JointDivergence {
  std::string joint;
  std::string row;  ///< "pin[3] row 2"
  double error = not_a_number;
  double limit = not_a_number;
  Unit unit{};
};

/// What a cache of runs had to do with a run.
enum class CacheUse {
  none,       ///< it was not asked
  found,      ///< the run was made before, and its times are those of then
  added,      ///< the run was made, and will be found
  too_large,  ///< the run was made, and its certificates take more than a cache keeps of one
  failed,     ///< the run was made, and could not be written
};

[[nodiscard]] const char* to_string(CacheUse use);

/// q and v of the model at each of MethodRun::times, one row after the other. SI.
struct StateRows {
  std::vector<double> positions;
  std::vector<double> velocities;
};

struct MethodRun {
  std::string method;
  std::string label{};     ///< what reports call it; empty: its name
  std::string stabilizer;  ///< registry name of what ran
  std::vector<std::pair<std::string, std::string>> options;
  RunStatus status = RunStatus::not_run;
  std::string message;  ///< for a status other than completed: where and why
  std::optional<JointDivergence> divergence{};
  ExpectedOutcome expect = ExpectedOutcome::completes;
  bool as_expected = false;  ///< completed, or stopped in the way that the scene expects
  double step = 0.0;         ///< [s]
  long steps = 0;            ///< completed
  long planned_steps = 0;
  std::vector<double> times;       ///< of the recorded rows [s], with t = 0
  std::vector<long> step_numbers;  ///< of the recorded rows
  std::vector<MeasureRecord> measures;
  std::vector<CertificateGroup> certificates;
  std::vector<ContactResidual> contact_residuals{};  ///< empty: nothing touches in this world
  std::vector<LcpUse> lcp_solvers{};  ///< which solvers its LCPs went to, in the order of their first attempt
  ImpactFacts impacts{};
  bool lacks_static_friction = false;  ///< surfaces of this world have friction, and the method has none at rest
  RunCost cost;
  Frames frames;
  std::string trajectory_hash;               ///< of the bits of every state
  std::vector<std::string> notes;            ///< labels: "least-norm multipliers: pin[4] row 1 depends on ..."
  StopReason stopped_by = StopReason::none;  ///< of an interrupted run
  CacheUse cache = CacheUse::none;
  StateRows states{};   ///< empty: they were not asked for
  SourcePlace place{};  ///< of the method in the scene
};

}  // namespace perpend
