#include "verification/arithmetic/factors.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

namespace perpend {

class RoundedLu::Factors : public Eigen::PartialPivLU<MatrixX> {
 public:
  using PartialPivLU::PartialPivLU;
};

RoundedLu::RoundedLu(const MatrixX& a) : factors_(std::make_unique<Factors>(a)) {}
RoundedLu::~RoundedLu() = default;
VectorX RoundedLu::solve(const VectorX& b) const {
  return factors_->solve(b);
}
MatrixX RoundedLu::inverse() const {
  return factors_->inverse();
}
const MatrixX& RoundedLu::factors() const {
  return factors_->matrixLU();
}
VectorX RoundedLu::permuted(const VectorX& x) const {
  return factors_->permutationP() * x;
}

class RoundedLdlt::Factors : public Eigen::LDLT<MatrixX> {
 public:
  using LDLT::LDLT;
};

RoundedLdlt::RoundedLdlt(const MatrixX& a) : factors_(std::make_unique<Factors>(a)) {}
RoundedLdlt::~RoundedLdlt() = default;
bool RoundedLdlt::is_done() const {
  return factors_->info() == Eigen::Success;
}
VectorX RoundedLdlt::solve(const VectorX& b) const {
  return factors_->solve(b);
}
MatrixX RoundedLdlt::solve(const MatrixX& b) const {
  return factors_->solve(b);
}

VectorX RoundedLdlt::lowest_direction() const {
  Eigen::Index lowest = 0;
  factors_->vectorD().minCoeff(&lowest);
  VectorX x = VectorX::Unit(factors_->rows(), lowest);
  factors_->matrixU().solveInPlace(x);
  return factors_->transpositionsP().transpose() * x;
}

bool factorize_cholesky(MatrixX& a) {
  Eigen::Ref<MatrixX> in_place(a);
  return Eigen::LLT<Eigen::Ref<MatrixX>>(in_place).info() == Eigen::Success;
}

Eigen::MatrixXcd rounded_inverse(const Eigen::MatrixXcd& a) {
  return a.partialPivLu().inverse();
}

}  // namespace perpend
