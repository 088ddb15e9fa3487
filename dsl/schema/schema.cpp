#include "dsl/schema/schema.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "dsl/schema/schema_rows.hpp"

namespace perpend::dsl {

namespace {

namespace d = dimension;
using enum FieldType;

constexpr std::array experiment_fields{text_field("title", "one line"),
                                       text_field("source", "citation, as in \"Key fig. 3\""),
                                       text_field("note", "anything the reader must know")};

constexpr std::array param_fields{
    LanguageField{
        {.name = "given", .type = flag, .doc = "false: the source does not print this value", .default_text = "true"}},
    text_field("note", "where the value comes from")};

constexpr std::array linear_fields{LanguageField{{.name = "mass",
                                                  .type = number_list,
                                                  .dimension = d::mass,
                                                  .required = true,
                                                  .doc = "diagonal of M",
                                                  .minimum = 0.0,
                                                  .exclusive_minimum = true}},
                                   own("B", "[[...], ...]", "rows of the constraint matrix, pure numbers", true)};

/// How systems are solved and motions in space advanced: of a method, or in the run for all methods.
constexpr LanguageField route_field = choices("route", "kkt|baraff|smith", "kkt",
                                              "which rows meet in a dense system, the others being factorized with M. "
                                              "kkt: limits and friction; baraff: these and loop closures; smith: all");
constexpr LanguageField cfm_field{
    {.name = "cfm",
     .dimension = pow(d::mass, -1),
     .doc = "compliance of rows, in addition to that of the joints; for a row that is an angle in 1/kg/m^2",
     .default_text = "0",
     .minimum = 0.0}};
constexpr LanguageField cfm_rows_field =
    choices("cfm_rows", "route|all|closures", "route",
            "rows that cfm enters. route: those outside the tree for baraff, all for the others; all: all; closures: "
            "those outside the tree on every route");
constexpr LanguageField rotation_update_field =
    choices("rotation", "exponential|first_order", "exponential",
            "how orientations in space advance. exponential: by the exponential map; first_order: by h/2 times omega "
            "and a scaling to length 1");
constexpr LanguageField gyroscopic_field = choices(
    "gyroscopic", "explicit|implicit", "explicit",
    "gyroscopic term of bodies in space. explicit: that of the start of the step; implicit: its mean over the step");

constexpr LanguageField solver_field =
    own("solver", "a solver, solver(options) or a list of them",
        "for contact problems; in a list, each solver is tried when those before it fail", false, "auto");

constexpr std::array run_fields{LanguageField{{.name = "step",
                                               .dimension = d::time,
                                               .required = true,
                                               .doc = "time step",
                                               .minimum = 0.0,
                                               .exclusive_minimum = true}},
                                LanguageField{{.name = "duration",
                                               .dimension = d::time,
                                               .required = true,
                                               .doc = "time simulated",
                                               .minimum = 0.0,
                                               .exclusive_minimum = true}},
                                LanguageField{{.name = "record_every",
                                               .type = integer,
                                               .doc = "steps between recorded rows",
                                               .default_text = "1",
                                               .minimum = 1.0,
                                               .maximum = 1e7}},
                                own("stop_when", "a condition",
                                    "ends the run where it holds: of t, signals and measures, as in drift > 1 mm or "
                                    "rate(pin) == 0 within 1e-3 rad/s and t > 1 s"),
                                solver_field,
                                route_field,
                                cfm_field,
                                cfm_rows_field,
                                rotation_update_field,
                                gyroscopic_field};

constexpr std::array method_fields{
    text_field("label", "what tables, legends and figures call the method, instead of its name"),
    solver_field,
    own("linear_solver", "a solver", "for equality-constrained problems"),
    route_field,
    cfm_field,
    cfm_rows_field,
    rotation_update_field,
    gyroscopic_field,
    active_gap_field("that of contacts"),
    active_set_field("that of contacts"),
    restitution_law_field("that of contacts"),
    directions_field("that of contacts"),
    LanguageField{{.name = "step",
                   .dimension = d::time,
                   .doc = "instead of the step of the run",
                   .minimum = 0.0,
                   .exclusive_minimum = true}},
    choices("expect", "completes|unstable|diverges|unsolvable|any", "completes",
            "completes: reaches its end; unstable: completes, spectral radius above 1; diverges: a joint comes apart, "
            "or a value is infinite; unsolvable: an LCP provably has no solution; any: whatever happens")};

constexpr std::array measure_fields{
    own("unit", "a unit, as in mm or \"N m\"", "unit that reports show", false, "a unit that the scene uses")};

constexpr std::array figure_fields{
    own("y", "a measure, an expression of measures and signals, or a list",
        "what is drawn, with an axis or a panel for each unit, or over a key of a sweep statistics of its "
        "runs, as "
        "in median(mean(h), over: laws); snapshots and stability need none"),
    own("x", "time, step, a measure, an expression or sweep.key",
        "horizontal axis; for work_precision solves (the default), factorizations, iterations (of contact solvers) or "
        "seconds (CPU time)",
        false, "time"),
    own("methods", "[a, b]", "methods whose runs are drawn", false, "all"),
    own("sweep", "a sweep", "sweep that a heat map, work_precision, distribution or profile shows"),
    choices("scale", "linear|log", "linear", "scale of the vertical axis"),
    choices(
        "kind", "line|heatmap|work_precision|snapshots|order|stability|ledger|distribution|profile", "line",
        "order: errors over a swept key, with the fitted order; stability: spectral radius over two gains; ledger: y "
        "stacked; distribution, profile: shares of the runs of a sweep"),
    own("x_range", "[from, to]", "ends of the horizontal axis, as in the source", false, "what fits"),
    own("y_range", "[from, to]", "ends of the vertical axis, as in the source; with several units that of the first",
        false, "what fits"),
    own("y2_range", "[from, to]", "ends of the axis of the second unit, where y has several", false, "what fits"),
    choices("reduce", "max|min|final|rms|mean", "max", "reduction over time, where x is swept"),
    LanguageField{
        {.name = "times", .type = number_list, .dimension = d::time, .doc = "times of the snapshots", .minimum = 0.0}},
    text_field("title", "one line")};

constexpr std::array claim_fields{
    own("value", "an expression of queries", "what is measured", true),
    own("in", "[lo, hi]", "range, both ends allowed"),
    own("near", "a value within a tolerance", "at most the tolerance away, as in near = omega within 1e-9 rad/s"),
    own("below", "a value", "strictly below"),
    own("above", "a value", "strictly above"),
    own("is", "a printed number", "agrees to every printed digit: within half a unit of the last one"),
    choices("expect", "reproduced|not_reproduced|undecided", "reproduced", "verdict that the scene expects"),
    choices("kind", "quoted|read_off|derived|ours", "ours",
            "quoted: the very words of the source; read_off: what the source says, prints or draws, in other words; "
            "derived: follows from formulas of the source; ours: of the scene itself"),
    text_field("source",
               "citation, if it differs from that of the experiment; a claim of kind ours has none unless it is given"),
    own("figure", "a figure", "figure that shows what the claim is about: the report puts the two side by side"),
    text_field("note", "explains the verdict")};

constexpr std::array fit_fields{
    own("over", "a sweep", "grid of one or two keys that are numbers; each datum is asked of every point", true),
    LanguageField{{.name = "confidence",
                   .doc = "with which the region holds the right values, if errors are independent and normal",
                   .default_text = "0.95",
                   .minimum = 0.0,
                   .maximum = 1.0}},
    text_field("note", "anything the reader must know")};

constexpr std::array datum_fields{
    own("value", "an expression of queries of one run", "what a run at the point has in the place of the number", true),
    own("near", "a value within a standard deviation",
        "the number, and how far it may be off, as in near = 20 mm within 2 mm", true),
    text_field("source", "citation, if it differs from that of the experiment"),
    text_field("note", "how it was read, and why the deviation is what it is")};

constexpr std::array sweep_fields{
    own("methods", "[a, b]", "methods that run at each point", false, "all"),
    own("expect", "outcome, outcome(methods, key >= value) or a list of them",
        "what is expected of runs of the sweep, by method and by conditions on keys, with the outcomes of a method; in "
        "a list, the first entry that fits a run decides",
        false, "what each method expects"),
    choices(
        "combine", "grid|zip", "grid",
        "grid: every value of a key with every value of the others; zip: the first of each, the second of each, ..., "
        "drawn values are always zipped"),
    own("refine",
        "status(along: key, to: width), completion(along: key, to: width) or certificate(kind, along: key, to: width)",
        "of a grid: where runs at neighbouring values of the key differ in how they end, in whether they complete, or "
        "in "
        "the verdict on a kind of certificate, runs between them halve the interval to this width",
        false, "no refinement"),
    own("<key>",
        "[a, b, ...], log_range(a, b, n), lin_range(a, b, n), random(a, b, n), quasi_random(a, b, n), saltelli(a, b, "
        "n)",
        "values of a param, of step or of duration; random: n drawn, a seed may follow; quasi_random: Sobol's "
        "sequence; "
        "saltelli: n (d + 2) points for sensitivities to d keys; log_...: in the logarithm")};

/// How often solves are certified: the end of a run has no frequency of its own.
constexpr std::string_view frequencies = "never|once|every_step";
constexpr std::array verify_fields{
    choices("spd", frequencies, "every_step", "the Delassus matrix is positive definite"),
    choices("residual", frequencies, "every_step", "residuals of every solve"),
    choices("complementarity", frequencies, "every_step",
            "conditions of every contact problem at the answer of its solver"),
    choices("solvability", frequencies, "every_step",
            "whether a contact problem that no solver answered has a solution"),
    choices("solutions", frequencies, "",
            "how many solutions the contact problem has, for up to 12 pairs of unknowns; by default each step of "
            "acceleration_lcp for up to 6 pairs, once elsewhere"),
    choices("spectral_radius", frequencies, "once", "stability of each method at the initial state"),
    choices("enclosure", "never|once|every_step|final", "final", "bounds of the trajectory's constraint error"),
    LanguageField{{.name = "every",
                   .type = integer,
                   .doc = "certify the solves of every N-th step, from the first on; 0: make no certificate at all",
                   .default_text = "1",
                   .minimum = 0.0,
                   .maximum = 1e9}},
    choices("on_undecided", "report|fail", "report", "fail: an undecided certificate fails the run"),
    choices("rank", "full|deficient", "full", "deficient: redundant constraints are intended")};

}  // namespace

const BlockSpec experiment_block{"experiment", "experiment name { ... }", "one experiment, the whole of a scene file",
                                 "", experiment_fields};
const BlockSpec param_block{"param", "param name = value { ... }", "a value that --set and sweeps can replace",
                            "experiment", param_fields};
const BlockSpec linear_block{"linear", "linear { ... }", "M q'' = B^T lambda, B q = 0: a linearized system",
                             "experiment", linear_fields};
const BlockSpec run_block{"run", "run { ... }", "how long and in which steps", "experiment", run_fields};
const BlockSpec method_block{"method", "method name = type(options) { ... }", "a method that the scene runs under",
                             "experiment", method_fields};
const BlockSpec measure_block{"measure", "measure name = reduction(signal(entity)) { ... }", "a number at each step",
                              "experiment", measure_fields};
const BlockSpec figure_block{"figure", "figure name { ... }", "a drawing for the report", "experiment", figure_fields};
const BlockSpec claim_block{"claim", "claim name \"a statement\" { ... }",
                            "a statement to test: of a source, or of the scene", "experiment", claim_fields};
const BlockSpec sweep_block{"sweep", "sweep name { ... }", "a run of each method at each point of a grid", "experiment",
                            sweep_fields};
const BlockSpec fit_block{"fit", "fit name \"a question\" { ... }",
                          "values of the keys of a sweep that agree with numbers of a source, and their confidence "
                          "region",
                          "experiment", fit_fields};
const BlockSpec datum_block{"datum", "datum name \"a statement\" { ... }", "a number of the source with its error",
                            "fit", datum_fields};
const BlockSpec verify_block{"verify", "verify { ... }", "which certificates are made, and how often", "experiment",
                             verify_fields};

BlockSpec block_in(const BlockSpec& block, Space space) {
  BlockSpec result = block;
  if (space == Space::spatial && !block.spatial_fields.empty()) std::swap(result.fields, result.spatial_fields);
  return result;
}

const BlockSpec* find_block(std::string_view kind) {
  const auto blocks = block_specs();
  const auto found = std::find_if(blocks.begin(), blocks.end(), [&](const BlockSpec* b) { return b->kind == kind; });
  return found == blocks.end() ? nullptr : *found;
}

std::span<const BlockSpec* const> block_specs() {
  static constexpr std::array rows{
      &experiment_block, &param_block,  &world_block, &part_block,   &instance_block,   &body_block,   &shape_block,
      &particle_block,   &fixed_block,  &joint_block, &drive_block,  &constraint_block, &force_block,  &contacts_block,
      &contact_block,    &linear_block, &run_block,   &method_block, &measure_block,    &figure_block, &claim_block,
      &sweep_block,      &fit_block,    &datum_block, &verify_block};
  return rows;
}

std::span<const ReductionName> reductions() {
  static constexpr std::array<ReductionName, 6> rows{
      {{"max_abs", Reduction::max_abs, "the largest absolute value of a component"},
       {"norm", Reduction::norm, "the Euclidean length"},
       {"sum", Reduction::sum, "the sum of the components"},
       {"x", Reduction::x, "the first component of a vector"},
       {"y", Reduction::y, "the second component of a vector"},
       {"z", Reduction::z, "the third component of a vector in space"}}};
  return rows;
}

Dimension dimension_of_angles(const SignalType& signal) {
  // A moment for a force: their product with an angle or a length is an energy.
  if (signal.rows == SignalRows::impulses) return signal.dimension * dimension::length;
  return signal.dimension / dimension::length * dimension::angle;
}

}  // namespace perpend::dsl
