#include "referee/statements/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/load.hpp"
#include "formats/lcp_file.hpp"
#include "formats/matrix_file.hpp"
#include "referee/lcp_files.hpp"
#include "referee/lcp_guess.hpp"
#include "referee/statements/friction_files.hpp"
#include "stabilizers/stabilizer.hpp"
#include "study/stability.hpp"
#include "study/vocabulary.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::certify {

namespace {

constexpr const char* method_usage = "method M B --stabilizer \"baumgarte(alpha: 10/s)\" --step \"10 ms\"";

using Problems = std::vector<StatedProblem>;

Problems one_problem(Statement statement, StatementData data) {
  Problems problems;
  problems.push_back({std::move(statement), std::move(data)});
  return problems;
}

StatementData data_of(SparseRows a) {
  StatementData data;
  data.matrices = {{"A", std::move(a)}};
  return data;
}

/// A statement about one matrix, with no option of its own in its data.
template <Statement (*state)(const SparseRows& a, const Effort& effort)>
Problems of_matrix(const Question&, const Subject& files, const Effort& effort) {
  const SparseRows a = wanted(read_matrix(files[0]));
  return one_problem(state(a, effort), data_of(a));
}

Problems rank(const Question& question, const Subject& files, const Effort& effort) {
  const SparseRows a = wanted(read_matrix(files[0]));
  StatementData data = data_of(a);
  data.rank = question.rank;
  return one_problem(state_rank(a, question.rank, effort), std::move(data));
}

Problems rho(const Question& question, const Subject& files, const Effort& effort) {
  const SparseRows a = wanted(read_matrix(files[0]));
  StatementData data = data_of(a);
  if (question.radius != 1.0) data.vectors = {{"radius", VectorX::Constant(1, question.radius)}};
  return one_problem(state_rho(a, effort, question.radius), std::move(data));
}

void add_within(std::optional<double> within, StatementData& data) {
  if (within) data.vectors.emplace_back("within", VectorX::Constant(1, *within));
}

Problems linear(const Question& question, const Subject& files, const Effort& effort) {
  const SparseRows a = wanted(read_matrix(files[0]));
  const VectorX x = wanted(read_vector(files[1])), b = wanted(read_vector(files[2]));
  StatementData data = data_of(a);
  data.vectors = {{"x", x}, {"b", b}};
  add_within(question.within, data);
  return one_problem(state_linear(a, x, b, effort, question.within), std::move(data));
}

/// BASE_box.mtx next to the matrix of an LCP; empty: there is none.
std::string box_of(const Subject& files) {
  return files.size() > 1 ? box_next_to(files[0]) : "";
}

LcpFile read_problem(const Subject& files) {
  if (files.size() == 1) return wanted(read_lcp_file(files[0]));
  LcpFile lcp{wanted(read_matrix(files[0])), wanted(read_vector(files[1])), std::nullopt};
  if (files.size() > 2) lcp.z = wanted(read_vector(files[2]));
  const std::string box = box_of(files);
  if (box.empty()) return lcp;
  const int num_boxed = lcp.a.num_rows;
  lcp = wanted(with_box_split(std::move(lcp), box));
  if (lcp.z && lcp.z->size() == num_boxed && num_boxed != lcp.a.num_rows)
    throw Refusal(
        fmt::format("{}: {} numbers, as the boxed matrix has rows; with {} it is an LCP of {} rows (normals, both "
                    "directions of each tangent, slips): give z of these, or move the box away",
                    files[2], num_boxed, box, lcp.a.num_rows));
  return lcp;
}

Problems lcp(const Question& question, const Subject& files, const Effort& effort) {
  const LcpFile problem = read_problem(files);
  const auto& [a, b, z] = problem;
  const std::optional<double> within = question.within;
  if (within && !z) throw Refusal(fmt::format("{}: --within is about an answer, and there is no answer", files[0]));
  StatementData data = data_of(a);
  add_within(within, data);
  data.vectors.emplace_back("b", b);
  if (z) data.vectors.emplace_back("z", *z);
  Statement statement = z ? state_lcp(a, b, *z, effort, within) : state_solvable(a, b, effort);
  if (const std::string box = box_of(files); !box.empty()) statement.subject = " with " + box;
  return one_problem(std::move(statement), std::move(data));
}

Problems friction(const Question& question, const Subject& files, const Effort& effort) {
  return state_friction_files(files, question.friction, effort);
}

/// Both as a scene writes them. Where the step is what is asked for, any will do.
MethodSpec read_method(const MethodQuestion& question) {
  const std::string step = question.step.empty() && question.limit == "step" ? "1 s" : question.step;
  if (question.stabilizer.empty() || step.empty()) throw Refusal(fmt::format("write perpend certify {}", method_usage));
  const dsl::LoadedMethod loaded = dsl::parse_method(question.stabilizer, step, vocabulary());
  if (loaded.method) return *loaded.method;
  std::string why;
  for (const dsl::Diagnostic& found : loaded.diagnostics)
    if (found.severity == dsl::Diagnostic::Severity::error)
      why += fmt::format("{}{}{}", why.empty() ? "" : "; ", found.message,
                         found.hint.empty() ? "" : fmt::format(" ({})", found.hint));
  throw Refusal(fmt::format("--stabilizer {} --step {}: {}", question.stabilizer, question.step, why));
}

/// "0.01", "true", "trapezoidal": a number as the decimal that the proof takes it for.
std::string value_text(const PropertyValue& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  const std::string* word = std::get_if<std::string>(&value);
  return word != nullptr ? *word : "";
}

NamedMethod named(const MethodSpec& method, const std::string& parameter) {
  NamedMethod result{std::string(method.type->spec.name), {}, "", parameter};
  for (const auto& [name, value] : method.properties.entries())
    result.options.emplace_back(std::string(name), value_text(value));
  if (parameter != "step") result.step = fmt::format("{}", *method.step);
  return result;
}

/// "/s", " m": what a scene writes after the number.
std::string unit_after_number(const MethodSpec& method, const std::string& option) {
  for (const FieldSpec& field : method.type->spec.arguments) {
    if (field.name != option) continue;
    const std::string unit = si_name(field.dimension);
    if (unit.empty()) return "";
    return unit.starts_with("1/") ? unit.substr(1) : " " + unit;
  }
  return "";
}

/// "baumgarte(alpha: 10/s) at h = 0.01 s", in SI units.
std::string words_of(const MethodSpec& method, const NamedMethod& named) {
  std::string options;
  for (const auto& [name, value] : named.options)
    options += fmt::format("{}{}: {}{}", options.empty() ? "" : ", ", name, value, unit_after_number(method, name));
  return named.name + (options.empty() ? "" : "(" + options + ")") +
         (named.step.empty() ? "" : fmt::format(" at h = {} s", named.step));
}

Statement state_limit_of(const MethodSpec& method, const std::string& parameter, const SparseRows& m,
                         const SparseRows& b, const Effort& effort) {
  const bool is_step = parameter == "step";
  const auto update = [&](double value) {
    return is_step ? method.stabilizer->linear_update() : update_with(method, parameter, value);
  };
  const auto step = [&](double value) { return is_step ? value : *method.step; };
  return state_limit(m, b, update, step, effort);
}

/// What was found decides what is claimed: a limit, that every value is stable, or that none is.
std::string claim_of_limit(const Statement& found, const std::string& parameter, const std::string& words) {
  if (found.has(FactKind::no_limit))
    return fmt::format("a step of {} is stable at every value of {}", words, parameter);
  if (found.bound(BoundKind::upper_limit) == 0.0)
    return fmt::format("a step of {} is stable at no value of {}", words, parameter);
  return fmt::format("a value of {} at which a step of {} loses its stability is enclosed, in SI units", parameter,
                     words);
}

bool has_number(const MethodSpec& method, const std::string& option) {
  const auto& entries = method.properties.entries();
  return std::any_of(entries.begin(), entries.end(), [&](const auto& entry) {
    return entry.first == option && std::holds_alternative<double>(entry.second);
  });
}

Problems method(const Question& whole, const Subject& files, const Effort& effort) {
  const MethodQuestion& question = whole.method;
  const MethodSpec method = read_method(question);
  const SparseRows m = wanted(read_matrix(files[0])), b = wanted(read_matrix(files[1]));
  const auto update = method.stabilizer->linear_update();
  if (!update) throw Refusal(question.stabilizer + " has no linear update, and its stability no certificate");
  const std::string& parameter = question.limit;
  if (!parameter.empty() && parameter != "step" && !has_number(method, parameter))
    throw Refusal(fmt::format("--limit {0}: give {0} a number to start from in --stabilizer", parameter));
  Problems problems(1);
  StatedProblem& stated = problems.front();
  stated.data.matrices = {{"M", m}, {"B", b}};
  stated.data.method = named(method, parameter);
  const std::string words = words_of(method, *stated.data.method);
  if (parameter.empty()) {
    stated.data.update = update;
    stated.data.step = *method.step;
    stated.statement = state_method(m, b, *update, *method.step, effort);
    stated.statement.claim = fmt::format("no eigenvalue of a step of {} lies outside the unit circle", words);
  } else {
    stated.statement = state_limit_of(method, parameter, m, b, effort);
    stated.statement.claim = claim_of_limit(stated.statement, parameter, words);
  }
  return problems;
}

}  // namespace

std::span<const Kind> kinds() {
  static const Kind rows[] = {
      {"spd", "A", "A is symmetric positive definite", StatementKind::spd, {}, {"--bounds"}, of_matrix<state_spd>},
      {"rank", "J", "J has full rank, or the rank claimed", StatementKind::rank, {}, {"--rank"}, rank},
      {"linear",
       "A x b",
       "x solves A x = b within the printed bounds",
       StatementKind::linear,
       {3, 3, "linear A x b", linear_system_at},
       {"--within"},
       linear},
      {"lcp",
       "A b [z]",
       "z solves 0 <= z perp A z + b >= 0; without z, whether there is a solution",
       StatementKind::lcp,
       {1, 3, "lcp A b [z], or lcp FILE with A, b and perhaps z in it", lcp_at},
       {"--within", "--bounds"},
       lcp},
      {"friction",
       "FILE [r]",
       "contacts with Coulomb's friction: their answer, or that there is one",
       StatementKind::friction,
       {1, 2, "friction FILE [ANSWER]", friction_problem_at},
       {"--law", "--directions", "--guesses", "--half", "--all-contacts"},
       friction},
      {"class",
       "A",
       "A belongs to a class with a known consequence, such as P or H+",
       StatementKind::matrix_class,
       {},
       {},
       of_matrix<state_class>},
      {"rho", "X", "no eigenvalue of X lies outside the unit circle", StatementKind::rho, {}, {"--radius"}, rho},
      {"method",
       "M B",
       "a method is stable for M q'' = B^T lambda, B q = 0",
       StatementKind::method,
       {2, 2, method_usage, mechanism_at},
       {"--stabilizer", "--step", "--limit"},
       method}};
  return rows;
}

const Kind* find_kind(std::string_view name) {
  for (const Kind& kind : kinds())
    if (name == kind.name) return &kind;
  return nullptr;
}

}  // namespace perpend::certify
