// A belongs to a class: the class named, what follows from it, and the verdict on each of the others.
#include <fmt/format.h>

#include "verification/checker/statements/checks.hpp"
#include "verification/checker/statements/classes.hpp"
#include "verification/checker/statements/copositive.hpp"
#include "verification/checker/statements/definite.hpp"

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

void check_verdict(Judgement& judgement, Classes& classes, const std::string& name) {
  const auto verdict = judgement.fact(name);
  if (!verdict || *verdict == "undecided") return;
  const bool is_claimed = *verdict == "proved";
  judgement.require(is_claimed || *verdict == "refuted", fmt::format("'{}' is no verdict on {}", *verdict, name));
  const auto truth = classes.belongs_to(name);
  judgement.settle(truth ? std::optional(*truth == is_claimed) : std::nullopt,
                   fmt::format("A is{} {}", is_claimed ? "" : " not", name));
}

/// D A + A^T D positive definite: A is P. Else rows that add nothing negative beside a semidefinite block.
bool check_structure(Judgement& judgement, const SparseMatrix& a, const std::string& name) {
  const auto structure = judgement.fact("structure");
  if (!structure) return false;
  if (name == "copositive") {
    const CopositiveParts parts = copositive_parts(judgement, a);
    judgement.settle(parts.is_copositive() ? std::optional(true) : std::nullopt, "A is copositive by its structure");
    judgement.require(structure == parts.words(), "A has another structure");
    return true;
  }
  if (name == "P" && structure == "block triangular with blocks that are P") {
    judgement.settle(Classes(a).is_p(), "A is P by its blocks");
    return true;
  }
  judgement.require(name == "P" && structure == "D A + A^T D is positive definite for a diagonal D > 0",
                    "that is no structure of the class");
  const std::vector<Rational>& d = judgement.witness("D", a.num_rows);
  SparseMatrix scaled = a;
  for (int i = 0; i < a.num_rows; ++i) {
    judgement.require(d[i].sign() > 0, "an entry of D is not positive");
    for (Entry& entry : scaled.rows[i]) entry.value *= d[i];
  }
  judgement.settle(is_positive(twice_symmetric_part(scaled)), "D A + A^T D is positive definite");
  return true;
}

void check_named(Judgement& judgement, Classes& classes, const SparseMatrix& a, const std::string& name) {
  const auto words = judgement.fact("consequence");
  bool is_known = false;
  for (const Consequence& row : consequences) is_known = is_known || (name == row.name && words == row.words);
  judgement.require(is_known, fmt::format("that is not what follows for the class '{}'", name));
  if (check_structure(judgement, a, name)) return;
  judgement.settle(classes.belongs_to(name), fmt::format("A is {}", name));
  for (const std::string& other : names_in(judgement.fact("all").value_or("")))
    judgement.settle(classes.belongs_to(other), fmt::format("A is {}", other));
}

}  // namespace

Finding check_class(const StatementClaim& claim) {
  Judgement judgement(claim);
  judgement.expect_sentence("A belongs to a class with a known consequence");
  judgement.require(judgement.is_proved(), "a class is proved or undecided");
  const SparseMatrix a = read_square(claim.data, "A");
  Classes classes(a);
  const std::string name = judgement.fact("class").value_or("");
  check_named(judgement, classes, a, name);
  const bool has_structure = judgement.fact("structure").has_value();
  for (const Consequence& row : consequences)
    if (has_structure && row.name == name)
      judgement.require(judgement.fact(name) == "proved", "the class shown is not called proved");
    else
      check_verdict(judgement, classes, row.name);
  if (const auto least = judgement.bound("smallest eigenvalue of the symmetric part at least"))
    judgement.settle(is_nonnegative(with_diagonal(twice_symmetric_part(a), 1,
                                                  std::vector<Rational>(a.num_rows, Rational(-2) * *least))),
                     "no eigenvalue of the symmetric part is below " + print(*least));
  return judgement.finding(fmt::format("A is {}", name));
}

}  // namespace perpend::checker
