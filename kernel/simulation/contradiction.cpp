#include "kernel/simulation/contradiction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <Eigen/QR>
#include <vector>

#include "kernel/dynamics/evaluation.hpp"
#include "kernel/linear/redundant_rows.hpp"
#include "kernel/model/scene/vocabulary.hpp"
#include "kernel/simulation/row_names.hpp"

namespace perpend {

namespace {

/// In J v = -phi_t with the left null vector y, y = 1 in `row`.
struct Contradiction {
  int row = -1;
  VectorX y;
  double asked = 0.0;
  double given = 0.0;
  [[nodiscard]] double difference() const { return std::abs(asked - given); }
};

/// The one of the row that differs most.
Contradiction find_contradiction(const MatrixX& jacobian, const VectorX& phi_t) {
  Contradiction found;
  Eigen::ColPivHouseholderQR<MatrixX> qr(jacobian.transpose());
  qr.setThreshold(0x1p-40);  // what the solvers judge the rank of rows by
  const Eigen::Index rank = qr.rank();
  if (rank == 0) return found;
  const auto& order = qr.colsPermutation().indices();
  const auto triangle = qr.matrixR().topLeftCorner(rank, rank).triangularView<Eigen::Upper>();
  for (Eigen::Index k = rank; k < jacobian.rows(); ++k) {
    const VectorX combined = triangle.solve(VectorX(qr.matrixR().col(k).head(rank)));
    Contradiction one{.row = order[k], .y = VectorX::Zero(jacobian.rows()), .asked = -phi_t[order[k]], .given = 0.0};
    one.y[one.row] = 1.0;
    for (Eigen::Index i = 0; i < rank; ++i) {
      one.y[order[i]] = -combined[i];
      one.given -= combined[i] * phi_t[order[i]];
    }
    if (are_contradictory(one.y, phi_t, 0.0) && (found.row < 0 || one.difference() > found.difference()))
      found = std::move(one);
  }
  return found;
}

/// Rates in J v = v0 have the unit that the scene gave them.
const char* unit_of_rate(const Model& model, int row) {
  for (const Joint& joint : model.joints) {
    const int i = row - joint.first_row;
    if (i < 0 || i >= joint.num_rows - joint.type->num_nonholonomic) continue;
    return joint.type->row_dimension[i] == dimension::length ? " m/s" : " rad/s";
  }
  return "";
}

}  // namespace

std::string describe_contradiction(const Model& model, const ConstraintRows& rows) {
  constexpr int most_rows = 1000;
  const int count = model.num_joint_rows;
  if (count == 0 || count > most_rows) return "";
  MatrixX jacobian = dense_jacobian(rows).topRows(count);
  VectorX phi_t = rows.phi_t.head(count);
  if (!jacobian.allFinite() || !phi_t.allFinite() || phi_t.isZero(0.0)) return "";
  const VectorX length = jacobian.rowwise().norm();
  for (int i = 0; i < count; ++i) {
    if (length[i] == 0.0) continue;
    jacobian.row(i) /= length[i];
    phi_t[i] /= length[i];
  }
  const Contradiction found = find_contradiction(jacobian, phi_t);
  if (found.row < 0) return "";
  std::vector<int> others;
  for (int i = 0; i < count; ++i)
    if (i != found.row && std::abs(found.y[i]) > 0x1p-20) others.push_back(i);
  const double scale = length[found.row];
  const char* unit = unit_of_rate(model, found.row);
  return fmt::format("{} asks for {:.6g}{} where {} {} {:.6g}{}: no motion has both; change or remove one of them",
                     row_name(model, found.row), scale * found.asked + 0.0, unit,
                     others.empty() ? "the world" : row_names(model, others), others.size() > 1 ? "give" : "gives",
                     scale * found.given + 0.0, unit);
}

std::string describe_contradiction(const Model& model, const State& state, double step) {
  Evaluation evaluation = allocate_evaluation(model);
  State at = state;
  for (const double later : {step, 0.0}) {
    at.time = state.time + later;
    evaluate_rows(model, at, evaluation);
    std::string words = describe_contradiction(model, evaluation.rows);
    if (!words.empty()) return words;
  }
  return "";
}

}  // namespace perpend
