// M q'' = B^T lambda with B q = 0: what a statement on a method is about.
#pragma once

#include "verification/checker/statements/named_method.hpp"
#include "verification/checker/statements/statement.hpp"

namespace perpend::checker {

struct Mechanism {
  int num_columns = 0;
  int rank = 0;  ///< of B
};
/// M is symmetric and positive definite, and the fact "rank of B" is true; nothing when B has too many rows. Throws
/// DataError.
[[nodiscard]] std::optional<Mechanism> read_mechanism(Judgement& judgement);

/// The claim says `before`, the words of the method, and `after`; open where these are not known here.
void expect_method(Judgement& judgement, const NamedMethod& method, const std::string& before,
                   const std::string& after);

}  // namespace perpend::checker
