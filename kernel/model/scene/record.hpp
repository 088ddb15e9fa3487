// What happened, complete enough that every report is made from it alone. Values in SI; units say how to show them.
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

struct SweepPoint {
  std::vector<double> coordinates;  ///< one for each axis, SI
  std::vector<MethodRun> runs;      ///< without frames, and with series only until the claims are judged
};

/// Where outcomes change on a line of a refined sweep: between two points that ran.
struct SweepBoundary {
  std::string method;
  std::vector<double> coordinates;  ///< of the line, one for each axis, SI; on the refined one that of the lower end
  double low = not_a_number;        ///< the ends of the interval, on the refined axis [SI]
  double high = not_a_number;
  std::string below, above;  ///< the outcomes there
};

struct SweepRecord {
  SweepSpec spec;
  std::vector<SweepPoint> points;  ///< those of the grid, then those of a refinement, each of one method
  std::vector<SweepBoundary> boundaries{};
};

/// Spectral radius of a method of two gains on one constraint, over both gains times the step.
struct StabilityMap {
  struct Point {
    std::string method;
    double x = not_a_number, y = not_a_number;  ///< its gains times its step
  };
  std::string figure;
  std::vector<double> x, y;                     ///< alpha h and beta h
  std::vector<std::vector<double>> radius;      ///< [row of y][column of x], rounded up
  std::vector<std::array<double, 2>> boundary;  ///< x, and the least y that is proved unstable just above a stable
  std::vector<Point> points;                    ///< methods of the scene
};

/// What is shown of a limit of stability: a value of a parameter at which a method is stable, and unstable just above.
enum class LimitScope {
  some,   ///< smaller values may be unstable and larger ones stable
  first,  ///< every smaller value is stable
  only,   ///< and every larger one unstable
};

[[nodiscard]] constexpr const char* to_string(LimitScope scope) {
  return scope == LimitScope::only ? "only" : scope == LimitScope::first ? "first" : "some";
}

struct ClaimRecord {
  std::string id;
  std::string words;
  ClaimKind kind = ClaimKind::ours;
  std::string source;
  std::string text;        ///< "max(drift, post)"
  std::string range_text;  ///< "in [15, 25] mm"
  ClaimVerdict status = ClaimVerdict::not_run;
  ClaimVerdict expect = ClaimVerdict::reproduced;
  double measured = not_a_number;  ///< SI
  double lo = not_a_number;        ///< proved or computed enclosure of the measured value
  double hi = not_a_number;
  double range_lower = not_a_number;
  double range_upper = not_a_number;
  Unit unit;
  std::string reason;  ///< why undecided, or which proof stands behind it
  std::string note;
  SourcePlace place{};
  std::string figure{};                     ///< that shows what it is about; empty: none is named
  std::optional<LimitScope> limit_scope{};  ///< of the stability limit that it asks for: the least that is shown of any
  [[nodiscard]] bool as_expected() const { return status == expect; }
};

/// Why a confidence region ends where it does along a key.
enum class RegionEnd {
  crossing,  ///< between two points of the grid the misfit passes the limit: there, along a straight line
  grid,      ///< the grid ends here: the region may go on
  failed,    ///< the next point has no misfit: the region may go on
};

[[nodiscard]] constexpr const char* to_string(RegionEnd end) {
  return end == RegionEnd::crossing ? "crossing" : end == RegionEnd::grid ? "grid" : "failed";
}

/// What a part of a region spans along a key [SI].
struct RegionExtent {
  double low = not_a_number, high = not_a_number;
  RegionEnd low_end = RegionEnd::crossing, high_end = RegionEnd::crossing;
};

/// Neighbouring points of the grid whose misfit is within the limit.
struct RegionPart {
  std::vector<std::size_t> points;    ///< ascending
  std::vector<RegionExtent> extents;  ///< one a key
};

/// A datum of a fit and what the runs have in its place. SI.
struct DatumRecord {
  std::string name;
  std::string words;
  std::string source;
  std::string text;
  double printed = not_a_number;
  double deviation = not_a_number;
  Unit unit;
  std::string note;
  std::vector<double> values;  ///< by point; NaN: the run has none
  double best = not_a_number;  ///< the value at the best point
  /// How far that is from what is printed, in standard deviations.
  [[nodiscard]] double pull() const { return (best - printed) / deviation; }
};

/// Parameters of a sweep estimated from numbers of a source by least squares over its grid. Points are those of the
/// grid, the last key fastest.
struct FitRecord {
  std::string name;
  std::string words;
  std::string sweep;
  std::string note;
  double confidence = not_a_number;
  std::vector<SweepAxis> axes;
  std::vector<DatumRecord> data;
  std::vector<double> misfits;     ///< chi^2 of each point; NaN: some datum has no value there
  std::string reason;              ///< why there is no best point; empty: there is one
  std::size_t best_point = 0;      ///< of the least misfit, the first of several
  std::vector<double> best;        ///< its coordinates, one a key [SI]
  double least = not_a_number;     ///< the misfit there
  double limit = not_a_number;     ///< quantile of chi^2 by which a misfit in the region is above the least
  std::vector<RegionPart> region;  ///< its connected parts, that of the best point first
  int degrees = 0;                 ///< of freedom: data less keys
  double goodness = not_a_number;  ///< chance of a least misfit this large if model and deviations are right
  long num_failed = 0;             ///< points without a misfit
  std::string failure;             ///< why the first of them has none
  SourcePlace place{};
};

/// A body for drawing.
struct BodyDrawing {
  std::string name;
  BodyKind kind = BodyKind::rigid;
  Shape shape;
  std::string color;
};

/// A joint for drawing: where it holds each body (body frame; the world's for world_body). In space `spatial_anchor`
/// stands for `anchor`.
struct JointDrawing {
  std::string name;
  std::string type;
  std::array<int, 2> body{-1, -1};
  std::array<std::array<double, 2>, 2> anchor{};
  std::array<std::array<double, 3>, 2> spatial_anchor{};
  std::array<std::array<double, 3>, 2> axis{};  ///< space: unit, in the same frames; 0: the joint has none
};

/// How the numbers came to be. `date` and host facts are outside what is hashed.
struct Provenance {
  std::string version;
  std::string commit;  ///< of the program's source, "-dirty" behind it where files differ from it; empty: not known
  std::string scene_sha256;
  std::string compiler;
  std::string flags;
  std::string cpu;
  std::string system;
  std::vector<std::pair<std::string, std::string>> libraries;
  std::string command;
  std::string date;
  double seconds = 0.0;  ///< whole experiment, wall time
};

/// What of the command line changes results: with the files of the scene enough to run it again.
struct RunInputs {
  std::vector<std::string> set;  ///< "name = value"
  std::vector<std::string> methods;
  std::string certificates = "first";  ///< first | sample | full | SIZE
  bool has_sweep_series = false;       ///< of every point of every sweep
  bool has_states = false;
};

/// A body that `start = assemble` or `assemble_velocities` moved.
struct MovedBody {
  std::string name;
  StartMove move;
};

/// A joint that was open where the scene puts its bodies.
struct ClosedJoint {
  std::string name;
  StartGap gap;
};

/// A figure of the scene without files.
struct UndrawnFigure {
  std::string figure;
  std::string reason;
};

struct ExperimentRecord {
  std::string id;
  std::string title;
  std::string source;
  std::string note;
  std::string scene_file;  ///< as given on the command line
  std::string scene_text;
  std::vector<SceneFile> scene_files{};
  RunInputs inputs{};
  bool has_world = false;  ///< false: a linear system alone
  Space space = Space::planar;
  std::vector<Parameter> parameters;
  std::vector<std::string> warnings;
  StartMode start = StartMode::given;
  std::vector<MovedBody> moved{};  ///< from where the scene puts them, in its order
  std::vector<ClosedJoint> closed_joints{};
  std::vector<BodyDrawing> bodies;
  std::vector<JointDrawing> joints;
  std::vector<MethodRun> runs;
  long certified_every = 1;  ///< of the steps, those whose solves were certified; 0: nothing was
  std::vector<SweepRecord> sweeps;
  std::vector<FigureSpec> figures;
  std::vector<ClaimRecord> claims;
  std::vector<FitRecord> fits{};
  std::vector<StabilityMap> stability_maps{};  ///< one a figure that asks for it
  std::vector<UndrawnFigure> undrawn{};        ///< known once figures are drawn
  Provenance provenance;
  StopReason stopped_by = StopReason::none;  ///< anything else: incomplete, some runs were broken off or not begun
};

}  // namespace perpend
