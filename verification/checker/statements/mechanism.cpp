#include "verification/checker/statements/mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/statements/definite.hpp"

namespace perpend::checker {

namespace {

constexpr int most_rank_rows_of_method = 300;

}  // namespace

std::optional<Mechanism> read_mechanism(Judgement& judgement) {
  const nlohmann::json& data = judgement.claim().data;
  const SparseMatrix m = read_square(data, "M"), b = read_matrix(data, "B");
  if (b.num_columns != m.num_rows) throw DataError("M and B do not fit");
  if (std::min(b.num_rows, b.num_columns) > most_rank_rows_of_method) {
    judgement.leave_open("B has too many rows");
    return std::nullopt;
  }
  judgement.show(is_symmetric(m), "M is symmetric");
  if (judgement.is_open()) return std::nullopt;
  judgement.show(is_positive(m) == true, "M is positive definite");
  const auto system = judgement.fact("system");  // older files do not say it
  judgement.require(!system || *system == "M q'' = B^T lambda with B q = 0, and no other forces",
                    "the system is another one");
  const int claimed = whole_fact(judgement.needed_fact("rank of B"));
  const long truth = b.num_rows == 0 ? 0 : rank(dense(b));
  judgement.require(claimed == truth, fmt::format("the rank of B is {}", truth));
  return Mechanism{b.num_columns, static_cast<int>(truth)};
}

void expect_method(Judgement& judgement, const NamedMethod& method, const std::string& before,
                   const std::string& after) {
  const std::string words = method.words();
  if (words.empty())
    judgement.leave_open("an option of " + method.name + " is not known here");
  else
    judgement.expect_sentence(before + words + after);
}

}  // namespace perpend::checker
