// One scene file after checking: what to simulate, how, what to measure, which claims to test. Plain data in SI.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "kernel/model/integration.hpp"
#include "kernel/model/linear_algebra.hpp"
#include "kernel/model/linear_system.hpp"
#include "kernel/model/model.hpp"
#include "kernel/model/scene/dimension.hpp"
#include "kernel/model/scene/properties.hpp"
#include "kernel/model/state.hpp"

namespace perpend {

struct LcpSolverType;
struct StabilizerType;
struct SignalType;
class Stabilizer;

/// Where something stands in a scene.
struct SourcePlace {
  std::string file;  ///< as it was given, or as an include names it
  int line = 0;      ///< from 1; 0: nowhere
};

/// A file of the scene as it was read: together they are the scene.
struct SceneFile {
  std::string path;  ///< from the folder of the scene, which comes first: "part/methods.scene"
  std::string text;
};

/// A `param`: can be overridden and swept; `given` is false when the source does not print its value.
struct Parameter {
  std::string name;
  std::string text;    ///< as written: "9.81 m/s^2"
  double value = 0.0;  ///< SI; NaN for a value that is not a number
  Unit unit;
  bool given = true;
  std::string note;
  bool overridden = false;
};

enum class StartMode { given, velocities, assembled };

/// How far a body was moved from where the scene puts it, so that the mechanism closes.
struct StartMove {
  int body = 0;
  double shift = 0.0;     ///< of its centre [m]
  double turn = 0.0;      ///< [rad]
  double velocity = 0.0;  ///< change of the velocity of its centre [m/s]
  double spin = 0.0;      ///< change of its angular velocity [rad/s]
};

/// How far a joint is open where the scene puts its bodies, and where the run starts.
struct StartGap {
  int joint = 0;
  Dimension dimension{};             ///< length, angle, velocity or spin
  double before = 0.0, after = 0.0;  ///< the largest of the rows of this dimension [SI]
};

struct World {
  Model model;
  State initial;
  StartMode start = StartMode::given;
  std::vector<StartMove> moves{};  ///< of bodies that were moved, in the order of the model
  std::vector<StartGap> gaps{};    ///< of joints that were open, in the order of the model
};

enum class Comparison { less, less_equal, greater, greater_equal };

/// `measure < threshold`, of first_time and fraction.
struct MeasureCondition {
  std::string measure;
  Comparison comparison = Comparison::greater;
  double threshold = 0.0;
  std::string text{};  ///< as written, without a reduction: "e < 3 mm"
};

/// `solver = lemke`, or one entry of `solver = [pgs(sweeps: 50), lemke]`: made anew for each run.
struct LcpSolverChoice {
  const LcpSolverType* type = nullptr;
  Properties options;
  std::string text;  ///< as written
};

/// What a run under a method is meant to show.
enum class ExpectedOutcome {
  completes,   ///< reaches its end
  unstable,    ///< a spectral radius above 1
  diverges,    ///< so is a run that blows up
  unsolvable,  ///< an LCP of a step without solution, proved
  any,         ///< how a run ends is what is studied
};

[[nodiscard]] const char* to_string(ExpectedOutcome outcome);

struct MethodSpec {
  std::string name;
  std::string label;  ///< what tables, legends and figures call it; empty: its name
  const StabilizerType* type = nullptr;
  std::shared_ptr<const Stabilizer> stabilizer;
  std::vector<std::pair<std::string, std::string>> options;  ///< name, text as written with its unit
  /// Numeric options in SI with which `stability_limit` may vary one: those given, by name.
  Properties properties;
  std::optional<double> step;  ///< overrides RunSettings::step
  Integration integration{};   ///< as the method runs; its `step` is not used
  LinearAlgebra linear_algebra{};
  std::vector<LcpSolverChoice> lcp_solvers{};  ///< in the order to try them; empty: the default
  std::optional<double> active_gap;            ///< [m]; overrides ContactSettings, as the next one
  std::optional<ActiveSet> active_set;
  std::optional<RestitutionLaw> restitution_law;
  std::optional<int> directions;  ///< of the friction pyramid
  std::string objection;          ///< why it cannot run the mechanism; empty: it can
  ExpectedOutcome expect = ExpectedOutcome::completes;
  SourcePlace place{};
};

enum class Reduction { none, max_abs, norm, sum, x, y, z };

/// In whose axes a measure takes the components of a joint's force.
enum class MeasureAxes { world, first, second };

/// One signal brought to a number; or, with a program, a number computed from such signals and the time.
struct MeasureSpec {
  std::string name;
  std::string text;                    ///< as written: "max_abs(constraint_error)"
  const SignalType* signal = nullptr;  ///< null: computed
  int entity = -1;                     ///< index of the joint, body or contact pair; world_body for none
  std::string entity_kind;             ///< "kinetic" of energy(kinetic), "elements" of reaction(hip, of: elements)
  Vec3 point = Vec3::Zero();           ///< body frame [m]; z is 0 in the plane
  Reduction reduction = Reduction::none;
  Dimension dimension{};  ///< of the signal, for what it is measured at
  Unit unit;              ///< shown in
  StateSignal state{};    ///< of signals of the state; each component is read in turn
  MeasureAxes axes = MeasureAxes::world;
  std::vector<MeasureSpec> operands{};  ///< the signals of the program, in order
  TimeFunction program{};               ///< of t and the operands
  bool is_of_query = false;             ///< made for an expression in a claim or figure: it has no row of its own
};

struct RunSettings {
  double step = 0.0;      ///< [s]
  double duration = 0.0;  ///< [s]
  int record_every = 1;
  Integration integration{};             ///< default of the methods
  std::optional<MeasureSpec> stop_when;  ///< the run ends where it is 1 or 3; 2 or 3: it compares no number
  bool stop_when_sees_gaps = true;       ///< false: too long to be 2 or 3
};

enum class Scale { linear, log };
enum class FigureKind {
  line,
  heatmap,
  work_precision,
  snapshots,
  order,         ///< error against a swept key, both logarithmic, with the fitted exponent
  stability,     ///< spectral radius over alpha h and beta h, with the proved boundary
  ledger,        ///< causes of a change, stacked
  distribution,  ///< share of the runs of a sweep below each value
  profile,       ///< share of the points of a sweep at which a method is within a factor of the best
  fit,           ///< misfit of a fit over its keys, with the confidence region: each fit has one of its name
};

struct SweepAxis {
  std::string key;  ///< a param, `step` or `duration`
  Unit unit;
  std::vector<double> values;      ///< SI
  std::vector<std::string> words;  ///< of a choice, such as newton: their values are 1, 2, ...; else empty
  bool is_of_words = false;
};

/// The word that a value of an axis of words stands for.
[[nodiscard]] inline const std::string& word_of(const SweepAxis& axis, double value) {
  return axis.words[static_cast<std::size_t>(value) - 1];
}

/// `key >= value`, by the index of the axis.
struct SweepCondition {
  std::size_t axis = 0;
  Comparison comparison = Comparison::greater;
  double threshold = 0.0;
};

/// `diverges(a, b, key >= value)`: what the runs of some methods at some points are meant to show.
struct SweepExpectation {
  ExpectedOutcome outcome = ExpectedOutcome::completes;
  std::vector<std::string> methods;        ///< empty: all
  std::vector<SweepCondition> conditions;  ///< all hold; empty: every point
};

/// With room for the rounding of a decimal that was converted from another unit, or of an evenly spaced value.
[[nodiscard]] bool holds(const SweepCondition& condition, double value);
[[nodiscard]] bool holds(const MeasureCondition& condition, double value);

/// What of a run a refinement looks at.
enum class RefinedOutcome {
  status,       ///< how it ends
  completion,   ///< whether it comes to its end
  certificate,  ///< the verdict on a kind of certificate
};

/// `refine = status(along: gain, to: 0.1/s)`: an interval between two neighbouring points whose outcomes differ is
/// halved until it is short enough.
struct SweepRefinement {
  RefinedOutcome outcome = RefinedOutcome::status;
  std::string certificate;  ///< the kind
  std::size_t axis = 0;     ///< along which it halves; the other axes have the values of the grid
  double tolerance = 0.0;   ///< longest interval that is left [SI]
  int most_halvings = 0;    ///< that bring the widest interval of the axis there
};

/// How the points of a sweep were chosen.
enum class SweepDesign {
  given,     ///< values as written
  drawn,     ///< independently, at random
  spread,    ///< quasi-random: evenly
  saltelli,  ///< two samples and, for each key, the first with the second's values of that key
};

struct SweepSpec {
  std::string name;
  std::vector<SweepAxis> axes;  ///< several: a grid, the last axis fastest
  SweepDesign design = SweepDesign::given;
  bool is_zipped = false;                      ///< not a grid: point i has the i-th value of each axis
  std::vector<std::string> methods;            ///< empty: all
  std::vector<SweepExpectation> expectations;  ///< the first that fits decides; where none does, the method itself
  std::optional<SweepRefinement> refinement;   ///< of a grid whose refined axis ascends or descends
};

/// Whether points of the sweep, those with the values of `chosen` keys, are drawn independently: only of such a sample
/// statistics say something of more than its own runs. Seeds are, each a draw.
[[nodiscard]] bool is_random_sample(const SweepSpec& sweep, const std::vector<std::pair<std::string, double>>& chosen);

/// What a claim asks of the runs: `max(drift, post)`, `rho(implicit, step: 1 s)`, `order(drift, post, over:
/// order.step)`.
struct ClaimQuery {
  std::string function;  ///< the name of a QueryForm: "max"
  std::string measure;
  std::string method;
  std::optional<double> step_number;
  std::optional<double> time;
  std::optional<double> after;  ///< max min rms mean: only over recorded rows later than this [s]
  std::optional<double> until;  ///< and not later than this [s]
  std::optional<MeasureCondition> condition;
  std::string sweep;                 ///< order, boundary and those over points: the sweep; others: that of `point`
  std::string axis;                  ///< order: the key; boundary: the refined one
  std::string reduce = "max";        ///< order and those over points: over time before
  double share = 0.5;                ///< quantile: of the runs that lie below
  std::optional<double> confidence;  ///< median quantile fraction: of the interval that is judged
  std::vector<std::pair<std::string, double>> point;  ///< swept keys and values that select a run
  std::string parameter;                              ///< stability_limit
  std::string fit;                                    ///< best lowest highest misfit goodness: the fit
  std::optional<double> step;                         ///< rho: step [s] to use instead of the method's
};

struct FigureSpec {
  std::string name;
  std::string title;
  std::vector<std::string> y;  ///< measures
  /// One for each of `y` where any is a statistic over the points of `sweep` that share x, as in `median(mean(e), over:
  /// laws)`; without a method, for each. No function: the value of one run. Else empty.
  std::vector<ClaimQuery> statistics;
  std::string x = "time";            ///< "time", "step", a swept key of `sweep`, or another measure
  std::string sweep;                 ///< name of the sweep that x, or a heat map, runs over; empty: the main run
  std::vector<std::string> methods;  ///< empty: all
  Scale scale = Scale::linear;
  FigureKind kind = FigureKind::line;
  std::string reduce = "max";  ///< over time, for sweeps and heat maps
  std::vector<double> times;   ///< snapshots [s]
  /// Ends of the axes, as in the source [SI]; else what fits. y2: of the second unit.
  std::optional<std::array<double, 2>> x_range{}, y_range{}, y2_range{};
};

/// Arithmetic over queries, a tree. Leaves are numbers or queries.
struct ClaimExpression {
  enum class Op { number, query, negate, add, subtract, multiply, divide, power, abs, sqrt, log, exp, min, max };
  Op op = Op::number;
  double number = 0.0;
  ClaimQuery query;
  std::vector<ClaimExpression> operands;
};

/// A number of a source with its standard deviation, and what a run of the right parameters has in its place.
struct FitDatum {
  std::string name;
  std::string words;
  std::string source;      ///< citation; default that of the experiment
  std::string text;        ///< the value as written: "max(drift, unstabilized)"
  ClaimExpression value;   ///< over the runs of one point of the sweep: its queries name no sweep
  double printed = 0.0;    ///< SI
  double deviation = 0.0;  ///< standard deviation of `printed`, above 0 [SI]
  Unit unit;
  std::string note;
};

/// `fit`: which values of the keys of a sweep agree with numbers of a source.
struct FitSpec {
  std::string name;
  std::string words;
  std::string sweep;  ///< a grid of one or two keys, each with ascending or descending numbers
  double confidence = 0.95;
  std::vector<FitDatum> data;  ///< at least as many as the sweep has keys
  std::string note;
  SourcePlace place{};
};

enum class ClaimVerdict { not_run, reproduced, not_reproduced, undecided };

[[nodiscard]] const char* to_string(ClaimVerdict verdict);

/// What the sweep expects of a method at a point (one value for each axis), or else the method itself.
[[nodiscard]] ExpectedOutcome expected_outcome(const SweepSpec& sweep, const MethodSpec& method,
                                               const std::vector<double>& coordinates);

/// Whose statement a claim is.
enum class ClaimKind {
  quoted,    ///< the words of the source
  read_off,  ///< what the source prints or draws, in our words
  derived,   ///< follows from formulas of the source
  ours,      ///< of the scene's author
};

[[nodiscard]] const char* to_string(ClaimKind kind);

struct ClaimSpec {
  std::string id;
  std::string words;
  ClaimKind kind = ClaimKind::ours;
  std::string source;  ///< citation; default that of the experiment, but none for `ours`
  std::string text;    ///< the value as written
  ClaimExpression value;
  std::string range_text;   ///< "in [15, 25] mm"
  double lower = 0.0;       ///< SI; -inf when open
  double upper = 0.0;       ///< SI; +inf when open
  bool lower_open = false;  ///< `above x`: strictly
  bool upper_open = false;  ///< `below x`: strictly
  Unit unit;
  ClaimVerdict expect = ClaimVerdict::reproduced;
  std::string note;
  std::string figure;  ///< that shows what it is about; empty: none is named
  SourcePlace place{};
};

enum class Frequency { never, once, every_step, final };
enum class ExpectedRank { full, deficient };

struct VerifySettings {
  Frequency spd = Frequency::every_step;
  Frequency residual = Frequency::every_step;
  Frequency spectral_radius = Frequency::once;
  Frequency enclosure = Frequency::final;
  Frequency complementarity = Frequency::every_step;  ///< of contact problems
  Frequency solvability = Frequency::every_step;      ///< of contact problems that had no answer
  /// How often the solutions of the LCP of contacts are counted; unset: each step at acceleration level, else once.
  std::optional<Frequency> solutions;
  long every = 1;  ///< of the steps, those whose solves are certified; 0: nothing is
  bool fail_on_undecided = false;
  ExpectedRank rank = ExpectedRank::full;
};

struct Experiment {
  std::string id;
  std::string title;
  std::string source;  ///< citation: "ClinePai03 VI.A, fig. 3-7"
  std::string note;
  std::vector<Parameter> parameters;
  std::variant<std::monostate, World, LinearSystem> system;
  std::optional<RunSettings> run;
  std::vector<MethodSpec> methods;
  std::vector<MeasureSpec> measures;
  std::vector<FigureSpec> figures;
  std::vector<ClaimSpec> claims;
  std::vector<SweepSpec> sweeps;
  std::vector<FitSpec> fits;
  VerifySettings verify;
};

}  // namespace perpend
