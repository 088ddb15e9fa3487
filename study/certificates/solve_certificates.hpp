// The certificates of the solves of a run: which kinds are due for a solve, and what was found on the way.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernel/model/scene/experiment.hpp"
#include "study/certificates/certificate_collector.hpp"

namespace perpend {

/// What the proofs of a run keep from one solve to the next.
struct ProofMemory;

class SolveCertificates {
 public:
  /// `layout`: the rows of joints of every solve.
  SolveCertificates(const ConstraintRows& layout, const VerifySettings& verify, CertificateCollector& certificates);
  ~SolveCertificates();

  /// Certifies a solve of joints, or one of contacts and the joints with them, as far as kinds are due. `step`: the one
  /// being made.
  void add(CertifiedData solve, long step);

  /// Forgets the backward errors of the step before.
  void begin_step();
  /// The largest one proved in this step; NaN where one could not be, or none was asked for.
  [[nodiscard]] double backward_error() const;
  /// Whether the last contact problem without an answer was shown to have no solution.
  [[nodiscard]] bool is_unsolvable() const;
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  CertificateCollector& certificates_;
  std::unique_ptr<ProofMemory> memory_;
};

}  // namespace perpend
