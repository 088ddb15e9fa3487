// A belongs to a class: the class named, what follows from it, and the verdict on each of the others.
#include <fmt/format.h>

#include "verification/checker/kinds.hpp"
#include "verification/checker/matrices/classes.hpp"
#include "verification/checker/matrices/copositive.hpp"
#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

struct Consequence {
  const char *name, *words;
};

constexpr Consequence consequences[] = {
    {"positive definite", "exactly one solution for each b, Lipschitz in b"},
    {"H+", "exactly one solution for each b; Gauss-Seidel converges"},
    {"P", "exactly one solution for each b"},
    {"positive semidefinite", "a solution wherever some z >= 0 has A z + b >= 0"},
    {"copositive", "a solution wherever v >= 0, A v >= 0, v^T A v = 0 imply b^T v >= 0; Lemke's method finds it"}};

/// x of the rows given, 0 elsewhere. Throws DataError.
std::vector<Rational> counterexample(Judgement& judgement, const std::string& name, int n) {
  const std::vector<Rational>& rows = judgement.any_witness(name + ": rows");
  const std::vector<Rational>& entries = judgement.witness(name + ": x", static_cast<int>(rows.size()));
  std::vector<Rational> x(n);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto row = place_named(rows[k], n);
    if (!row) throw DataError("a row of a witness does not exist");
    Rational& entry = x[*row];
    if (!entry.is_zero() || entries[k].is_zero()) throw DataError("a row of a witness comes twice, or is 0");
    entry = entries[k];
  }
  return x;
}

/// x != 0 with x_i (A x)_i <= 0 for every i.
bool is_sign_reversed(const SparseMatrix& a, const std::vector<Rational>& x) {
  const std::vector<Rational> image = product(a, x);
  bool is_zero = true;
  for (std::size_t i = 0; i < x.size(); ++i) {
    is_zero = is_zero && x[i].is_zero();
    if ((x[i] * image[i]).sign() > 0) return false;
  }
  return !is_zero;
}

/// x >= 0 with x^T A x < 0.
bool is_negative_form(const SparseMatrix& a, const std::vector<Rational>& x) {
  for (const Rational& entry : x)
    if (entry.sign() < 0) return false;
  return form(x, a, x).sign() < 0;
}

/// What the witnesses show, whatever the claim is.
struct Refuted {
  bool p = false, copositive = false;

  [[nodiscard]] bool follows(const std::string& name) const {
    if (name == "positive definite") return p || copositive;
    if (name == "H+" || name == "P") return p;
    return copositive;
  }
};

Refuted check_witnesses(Judgement& judgement, const SparseMatrix& a) {
  Refuted found;
  if (judgement.has_witness("not P: rows") || judgement.has_witness("not P: x")) {
    found.p = is_sign_reversed(a, counterexample(judgement, "not P", a.num_rows));
    judgement.show(found.p, "x turns its signs round");
    judgement.require(!found.p || judgement.fact("P") != "proved", "x shows that A is not P");
    judgement.show(judgement.fact("P") == "refuted", "that A is not P is said");
  }
  if (judgement.has_witness("not copositive: rows") || judgement.has_witness("not copositive: x")) {
    found.copositive = is_negative_form(a, counterexample(judgement, "not copositive", a.num_rows));
    judgement.show(found.copositive, "x >= 0 has x^T A x < 0");
    judgement.require(!found.copositive || judgement.fact("copositive") != "proved",
                      "x shows that A is not copositive");
    judgement.show(judgement.fact("copositive") == "refuted", "that A is not copositive is said");
  }
  return found;
}

void check_verdict(Judgement& judgement, Classes& classes, const Refuted& refuted, const std::string& name) {
  const auto verdict = judgement.fact(name);
  if (!verdict || *verdict == "undecided") return;
  const bool is_claimed = *verdict == "proved";
  judgement.require(is_claimed || *verdict == "refuted", fmt::format("'{}' is no verdict on {}", *verdict, name));
  const auto truth = refuted.follows(name) ? std::optional(false) : classes.belongs_to(name);
  judgement.settle(truth ? std::optional(*truth == is_claimed) : std::nullopt,
                   fmt::format("A is{} {}", is_claimed ? "" : " not", name));
}

/// "not P, not copositive".
std::string words_of_refuted(Judgement& judgement) {
  std::string words;
  for (const Consequence& row : consequences)
    if (judgement.fact(row.name) == "refuted") words += (words.empty() ? "not " : ", not ") + std::string(row.name);
  return words.empty() ? "claims nothing" : words;
}

/// D A + A^T D positive definite: A is P. Else rows that add nothing negative to a semidefinite block.
bool check_structure(Judgement& judgement, const SparseMatrix& a, const std::string& name) {
  const auto structure = judgement.fact("structure");
  if (!structure) return false;
  if (name == "copositive") {
    const CopositiveParts parts = copositive_parts(judgement, a);
    judgement.settle(parts.is_copositive() ? std::optional(true) : std::nullopt, "A is copositive by its structure");
    judgement.show(structure == parts.words(), "A has that structure");
    return true;
  }
  if (name == "P" && structure == "block triangular with blocks that are P") {
    judgement.settle(Classes(a).is_p(), "A is P by its blocks");
    return true;
  }
  judgement.show(name == "P" && structure == "D A + A^T D is positive definite for a diagonal D > 0",
                 "a structure of the class");
  const std::vector<Rational>& d = judgement.witness("D", a.num_rows);
  SparseMatrix scaled = a;
  for (int i = 0; i < a.num_rows; ++i) {
    judgement.show(d[i].sign() > 0, "D is positive");
    for (Entry& entry : scaled.rows[i]) entry.value *= d[i];
  }
  judgement.show(is_positive(twice_symmetric_part(scaled)) == true, "D A + A^T D is positive definite");
  return true;
}

void check_named(Judgement& judgement, Classes& classes, const SparseMatrix& a, const std::string& name) {
  const std::string words = judgement.needed_fact("consequence");
  bool is_known = false;
  for (const Consequence& row : consequences) is_known = is_known || (name == row.name && words == row.words);
  judgement.require(is_known, fmt::format("that is not what follows for the class '{}'", name));
  if (check_structure(judgement, a, name)) return;
  judgement.settle(classes.belongs_to(name), fmt::format("A is {}", name));
  for (const std::string& other : names_in(judgement.fact("all").value_or("")))
    judgement.settle(classes.belongs_to(other), fmt::format("A is {}", other));
}

Finding check_class(const Claim& claim) {
  Judgement judgement(claim);
  judgement.expect_sentence("A belongs to a class with a known consequence");
  judgement.require(!judgement.is_refuted(), "a class is proved or undecided");
  const SparseMatrix a = read_square(judgement.data(), "A");
  Classes classes(a);
  const Refuted refuted = check_witnesses(judgement, a);
  const std::string name =
      judgement.is_proved() ? judgement.needed_fact("class") : judgement.fact("class").value_or("");
  if (judgement.is_proved())
    check_named(judgement, classes, a, name);
  else
    judgement.require(name.empty(), "an undecided statement names a class");
  const bool has_structure = judgement.fact("structure").has_value();
  for (const Consequence& row : consequences)
    if (has_structure && row.name == name)
      judgement.require(judgement.needed_fact(name) == "proved", "the class shown is not called proved");
    else
      check_verdict(judgement, classes, refuted, row.name);
  if (const auto least = judgement.bound("smallest eigenvalue of the symmetric part at least"))
    judgement.settle(is_nonnegative(with_diagonal(twice_symmetric_part(a), 1,
                                                  std::vector<Rational>(a.num_rows, Rational(-2) * *least))),
                     "no eigenvalue of the symmetric part is below " + print(*least));
  if (!judgement.is_proved()) return judgement.finding("undecided; " + words_of_refuted(judgement));
  return judgement.finding(fmt::format("A is {}", name));
}

}  // namespace

constinit const Kind statement_kinds::matrix_class{.name = "class", .check = check_class};

}  // namespace perpend::checker
