// What the readers of all blocks share while a document becomes an Experiment.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dsl/analysis/fields.hpp"
#include "dsl/analysis/parts.hpp"
#include "dsl/analysis/walk.hpp"
#include "dsl/load.hpp"
#include "dsl/schema/schema.hpp"
#include "kernel/model/scene/scene_checks.hpp"

namespace perpend::dsl {

/// Declared names of one kind, as they are written: "crank", "link[3]", "disk[2,5]".
class NameTable {
 public:
  /// Declared, but wrong: its uses stay silent.
  static constexpr int failed = -2;
  struct Entry {
    int index = failed;
    Span declared;
  };

  [[nodiscard]] const Entry* find(const std::string& name) const;
  void add(const std::string& name, Entry entry) { entries_.insert_or_assign(name, entry); }
  /// Without indices, each once, in alphabetical order.
  [[nodiscard]] std::vector<std::string_view> base_names() const;
  /// How many indices a name has that is declared with this base; nothing for an unknown base.
  [[nodiscard]] std::optional<std::size_t> num_indices(std::string_view base) const;
  template <class Predicate>
  [[nodiscard]] bool any_of(const Predicate& predicate) const {
    return std::any_of(entries_.begin(), entries_.end(), [&](const auto& entry) { return predicate(entry.first); });
  }
  /// The first of those that are wrong, by place; nullptr: all are read.
  [[nodiscard]] const std::pair<const std::string, Entry>* first_failed() const;

 private:
  std::unordered_map<std::string, Entry> entries_;
};

struct EvaluatedOverride {
  std::string name;
  std::string text;
  std::optional<Value> value;
  bool is_used = false;
  bool is_word = false;  ///< a bare name, which only a param that holds a choice can take
};

/// What a method, or the run for all methods, says about solvers, linear algebra and the integration of rotations.
struct SolvingChoices {
  struct Given {
    std::string_view name;
    std::string text;  ///< as written
    Span span;
  };
  std::vector<Given> given;
  Properties values;
  std::vector<LcpSolverChoice> solvers;  ///< of contact problems, in the order to try them
};

/// What messages say about a body in addition to its data.
struct BodyNote {
  Span span;              ///< its name
  int reflex_vertex = 0;  ///< polygon: the first vertex, from 1 as written, at which it is not convex; 0: it is
};

/// A joint that starts outside of its limits, as the scene puts it.
struct OutsideLimits {
  Span span;
  FactoryError error;
};

/// Contacts while the world is read.
struct ContactNotes {
  std::optional<Span> block;                      ///< contacts { ... }
  std::vector<Span> names;                        ///< of each contact
  std::unordered_map<std::uint64_t, Span> pairs;  ///< each pair of bodies that has a contact
};

/// Passes over the experiment's block: each reads the kinds whose references the earlier ones have declared.
enum class Pass { mechanism, measures, results, claims };

struct Analysis {
  Analysis(const Document& d, const Vocabulary& v, Report& r) : document(d), vocabulary(v), report(r), walker(d, r) {}

  const Document& document;
  const Vocabulary& vocabulary;
  Report& report;
  Walker walker;
  Experiment experiment;
  World world;
  NameTable bodies, joints, forces, contacts, instances, methods, measures, sweeps, figures, fits, claims;
  PartNotes parts;
  std::vector<bool> is_attached;  ///< by body: some joint or force holds it
  std::vector<BodyNote> body_notes;
  ContactNotes contact_notes;
  std::optional<StartRequest> start_request;  ///< start = assemble and the like
  const Statement* start = nullptr;           ///< of the world
  std::vector<Span> joint_spans;              ///< name of each joint, drive and constraint
  std::vector<OutsideLimits> outside_limits;  ///< errors, unless the start is assembled
  std::vector<int> without_carrier;           ///< joints that could name one and do not
  std::vector<Span> method_spans;             ///< name of each method
  std::vector<Span> force_spans;              ///< name of each force
  SolvingChoices run_choices;
  std::vector<SolvingChoices> method_choices;
  std::span<const std::string> selected_methods;  ///< that will run; empty: all
  std::vector<EvaluatedOverride> overrides;
  std::vector<std::pair<Dimension, Unit>> units;  ///< first unit that the scene uses for a dimension
  std::vector<bool> has_own_unit;                 ///< by measure: the scene says how to show it
  std::map<Symbol, Span> measure_places;          ///< by name without indices, wherever in the scene: the first
  std::vector<Value> measure_values;              ///< by measure: what its name is worth in later ones
  Extent extent = Extent::whole;
  Pass pass = Pass::mechanism;
  bool reads_again = false;          ///< params alone: the rest is there
  bool reads_methods_again = false;  ///< these too
  bool reads_gravity_again = false;
  bool has_verify = false;

  [[nodiscard]] const Evaluator& evaluator() const { return walker.evaluator(); }
  [[nodiscard]] bool is_selected(const MethodSpec& method) const;
  [[nodiscard]] bool is_spatial() const { return world.model.space == Space::spatial; }
  [[nodiscard]] std::string_view text(Symbol symbol) const { return document.names.text(symbol); }
  [[nodiscard]] EvaluatedOverride* find_override(std::string_view name);
  void remember_unit(const Unit& unit);
  void remember_units(const Expression& expression);  ///< those written in it
  [[nodiscard]] Unit preferred_unit(Dimension dimension) const;
};

/// The name of a declaration with its indices, checked to be new and entered as failed until it is complete.
/// The names of a table, without indices, as they are written here: those that instances of parts export among them.
[[nodiscard]] std::vector<std::string> visible_names(const Analysis& a, const NameTable& table);

[[nodiscard]] std::optional<std::string> declare(Analysis& a, NameTable& table, const Statement& statement,
                                                 std::string_view kind);

/// The index behind `name`, `name[i]` or `name[i, j]`; `world` is world_body where `allow_world`.
[[nodiscard]] std::optional<int> resolve(Analysis& a, const NameTable& table, const Expression& reference,
                                         std::string_view what, bool allow_world);

/// One name, or a list of names, of declared things.
[[nodiscard]] std::optional<std::vector<std::string>> read_names(Analysis& a, const NameTable& table,
                                                                 const Expression& e, std::string_view what);

using SpecialField = std::function<void(const LanguageField&, const Statement&)>;
/// Takes a declaration inside a block; false where it does not belong there.
using OwnDeclaration = std::function<bool(const Statement&)>;

/// Properties of a block against its schema. Fields with a syntax of their own go to `special`.
[[nodiscard]] FieldSet read_block(Analysis& a, const Statement& statement, const BlockSpec& block,
                                  std::string_view owner, std::span<const FieldSpec> more = {},
                                  const SpecialField& special = {}, const OwnDeclaration& declaration = {});

/// A declaration in a block that has no place for it: where its kind belongs, or the nearest of the kinds that `owner`
/// ("a world") takes.
void report_misplaced(Analysis& a, const Statement& declaration, std::string_view owner,
                      std::span<const std::string_view> known = {});

/// `measure = x` where `measure name = x` is meant: true, with an error.
[[nodiscard]] bool report_nameless(Analysis& a, const Statement& property);

/// Reports parts of a declaration that its kind has no use for.
bool check_parts(Analysis& a, const Statement& s, const BlockSpec& block, bool named, bool labelled, bool valued);

/// Type and arguments of `= type(arguments)` or `= type`.
struct TypeCall {
  std::string_view name;
  Span name_span;
  std::span<const Expression* const> arguments;
};
/// Arguments in front of the first one with a name.
[[nodiscard]] int count_positional(const TypeCall& call);
[[nodiscard]] std::optional<TypeCall> read_type_call(Analysis& a, const Expression& value, std::string_view what);

void report_unknown_type(Analysis& a, const TypeCall& call, std::string_view what,
                         std::span<const std::string_view> known,
                         std::span<const std::string_view> in_other_space = {});

template <class Row>
[[nodiscard]] std::vector<std::string_view> row_names(std::span<const Row> rows) {
  std::vector<std::string_view> names;
  for (const Row& row : rows) names.push_back(row.spec.name);
  return names;
}

/// The row of that name, or an error with the nearest one. `others` are the rows of the other space, for who mixes them
/// up.
template <class Row, class Other = Row>
[[nodiscard]] const Row* find_row(Analysis& a, std::span<const Row> rows, const TypeCall& call, std::string_view what,
                                  std::span<const Other> others = {}) {
  for (const Row& row : rows)
    if (row.spec.name == call.name) return &row;
  report_unknown_type(a, call, what, row_names(rows), row_names(others));
  return nullptr;
}

void analyze_experiment(Analysis& a, std::span<const Statement> statements);
/// With other values of params that reach methods and gravity alone. Pre: it was analyzed without errors, and the world
/// stands in `a` again.
void analyze_experiment_again(Analysis& a, std::span<const Statement> statements, const KeyEffect& effect);
void analyze_world(Analysis& a, const Statement& s);
void analyze_gravity_again(Analysis& a, const Statement& s);
void analyze_body(Analysis& a, const Statement& s, BodyKind kind);
void analyze_joint(Analysis& a, const Statement& s, JointKind kind);
void analyze_force(Analysis& a, const Statement& s);
void analyze_contacts(Analysis& a, const Statement& s);
/// `start = given | assemble { keep = [...] } | assemble_velocities`. Pre: all bodies are declared.
void analyze_start_choice(Analysis& a, const Statement& s);
void analyze_contact(Analysis& a, const Statement& s);
void analyze_linear(Analysis& a, const Statement& s);
void analyze_run(Analysis& a, const Statement& s);
void analyze_method(Analysis& a, const Statement& s);
void analyze_measure(Analysis& a, const Statement& s);
/// Whether a computed measure reads what measures may read.
[[nodiscard]] bool check_readings(Analysis& a, const MeasureSpec& measure, Span span);
/// Appends it under its name, which it returns.
std::string add_computed_measure(Analysis& a, MeasureSpec measure, const Value& value, Span span);
void analyze_sweep(Analysis& a, const Statement& s);
/// `refine = status(along: key, to: width)`. Pre: the sweep has its keys. False after an error.
bool read_refinement(Analysis& a, const Expression& e, SweepSpec& sweep);
void analyze_figure(Analysis& a, const Statement& s);
void analyze_fit(Analysis& a, const Statement& s);
void analyze_claim(Analysis& a, const Statement& s);
void analyze_verify(Analysis& a, const Statement& s);
/// After all blocks: `--set "verify_every = N"`, which needs no verify block.
void settle_verify(Analysis& a);
[[nodiscard]] std::optional<Value> analyze_param(Analysis& a, const Statement& s);

/// A bare word that some field of the language takes as a choice, such as newton, where no name is bound to it.
/// What to write instead, where a method stands for a choice; empty for other words.
[[nodiscard]] std::string hint_of_method(const Analysis& a, std::string_view word);
[[nodiscard]] bool is_choice_word(const Analysis& a, const Expression& e);
/// All of them: of fields that take a choice, and the names of solvers of contact problems.
[[nodiscard]] std::set<std::string_view> choice_words(const Analysis& a);
[[nodiscard]] std::vector<std::string_view> lcp_solver_names(const Analysis& a);
/// The value of a param: also a choice by its bare word.
[[nodiscard]] std::optional<Value> param_value(const Analysis& a, const Expression& e);

/// `solver = lemke`, `solver = pgs(sweeps: 50)` or a list of them; nothing after an error.
[[nodiscard]] std::vector<LcpSolverChoice> read_lcp_solvers(Analysis& a, const Expression& e);

/// What the run and each method say about solving, put together; once all of them are read.
[[nodiscard]] SolvingChoices read_solving_choices(const Analysis& a, const FieldSet& fields);
void settle_methods(Analysis& a);

/// Whether methods can run the mechanism, and follow what the scene asks of them.
void check_methods(Analysis& a);

/// Whether the steps of the run show what a prescribed function does; `what` names it: "drive".
[[nodiscard]] bool check_drive(Analysis& a, const Joint& drive, std::string_view what, Span span);
/// The same of fixed bodies that are moved: to a contact their displacement is what a drive is to a joint.
void check_shifts(Analysis& a);
/// Whether loads of time are numbers over the run.
void check_loads(Analysis& a);

/// Whether the world carries the gears and racks that name no carrier.
void check_carriers(Analysis& a);
/// Brings the bodies of the laws that the joint follows into its row. False after an error.
[[nodiscard]] bool settle_laws(Analysis& a, Joint& joint, Span span);
/// Laws that need their own value, one through the other.
void check_loops_of_laws(Analysis& a);

[[nodiscard]] RestitutionLaw restitution_law_of(std::string_view word);
/// Whether the friction pyramid of this space may have so many edges.
void check_directions(Analysis& a, int count, Span span);

/// Which bodies touch, once all are read.
void settle_contacts(Analysis& a);
/// Whether the shapes of those bodies can, and whether some are in each other at the start.
void check_contacts(Analysis& a);

/// The mechanism as a whole: numbers its unknowns, then asks the algorithms whether it can start and run.
void finish_world(Analysis& a);

/// Null for the world.
[[nodiscard]] const Body* body_at(const Analysis& a, int index);

/// The bodies at the front of a joint's or force's arguments; the rest are named arguments.
[[nodiscard]] std::optional<std::array<int, num_sides>> read_bodies(Analysis& a, const TypeCall& call, int fewest,
                                                                    int most);

/// The word that `expect` takes; nothing for others.
[[nodiscard]] std::optional<ExpectedOutcome> outcome_of(std::string_view word);

/// > >= < <=; nothing for other operators.
[[nodiscard]] std::optional<Comparison> comparison_of(Operator op);

}  // namespace perpend::dsl
