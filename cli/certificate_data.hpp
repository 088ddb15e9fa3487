// The exact data of a certificate as text: hexadecimal floats.
#pragma once

#include <string>

#include "kernel/contact_problem.hpp"
#include "kernel/problem.hpp"
#include "kernel/solution.hpp"

namespace perpend::cli {

/// What a certificate is about: a solve of joints, of contacts too, or neither.
struct CertifiedData {
  const Problem* problem = nullptr;
  const Solution* solution = nullptr;
  const ContactProblem* contact_problem = nullptr;
  const ContactSolution* contact_solution = nullptr;

  CertifiedData() = default;
  CertifiedData(const Problem& p, const Solution& s) : problem(&p), solution(&s) {}
  CertifiedData(const ContactProblem& p, const ContactSolution& s)
      : problem(&p.joints), solution(&s.joints), contact_problem(&p), contact_solution(&s) {}
};

/// Appends `,"data":{...}`; nothing where there is no data.
void append_data(std::string& out, const CertifiedData& data);

}  // namespace perpend::cli
