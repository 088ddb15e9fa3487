// How well a ContactSolution solves its ContactProblem where redundant rows of joints were left out.
#pragma once

#include "verification/contacts/contact_solve.hpp"
#include "verification/solves/kept_rows.hpp"

namespace perpend {

/// Exact object: that of ContactCertifier, with the rows of joints that the solution names as left out. Claim: impulses
/// and slacks are complementary and all rows kept are solved as ContactCertifier says; of the rows left out, what
/// KeptRowsCertifier says. Their impulses may stand in the motion rows: with J_l = y^T J_k + r those of the rows kept
/// take lambda_l y over, and what is left, |lambda_l| |r|, is at most `contact_error_limit` times the largest momentum
/// of problem and answer. Less than a certificate of all rows, for solves that cannot have that one.
class ContactKeptRowsCertifier {
 public:
  explicit ContactKeptRowsCertifier(const ConstraintRows& layout) : contacts_(layout), rows_(layout) {}

  /// bounds: those of contact_solve for the rows kept, share, miss, number of rows left out, rows granted as rounding.
  [[nodiscard]] Certificate certify(const ContactProblem& problem, const ContactSolution& solution);

 private:
  ContactCertifier contacts_;
  LeftOutRows rows_;
};

}  // namespace perpend
