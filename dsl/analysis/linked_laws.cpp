#include "dsl/analysis/linked_laws.hpp"

#include <cmath>
#include <optional>

#include "kernel/model/numbers/dual.hpp"

namespace perpend::dsl {

namespace {

/// Gradients below it are 0 [the unit of the signal by m or rad]: some times what joints closed to 1e-10 leave of one
/// that vanishes, far below that of any lever.
constexpr double no_slope = 1e-9;
/// Gradients are parallel to this share of their length: a thousand times what closing the joints leaves of them.
constexpr double parallel = 1e-7;

/// The share of `target` that `read` is of it; nothing: they are not parallel.
std::optional<double> ratio(const VectorX& read, const VectorX& target) {
  if (read.norm() <= no_slope) return 0.0;
  const double share = read.dot(target) / target.squaredNorm();
  if ((read - share * target).norm() > parallel * read.norm()) return std::nullopt;
  return share;
}

}  // namespace

LinkedLaws::LinkedLaws(const Model& model, const State& start, const SceneChecks* checks,
                       const std::vector<FollowedLaw>& laws)
    : laws_(laws), reads_(laws.size()) {
  if (checks == nullptr || checks->linked_motions == nullptr) return;
  std::vector<std::size_t> left_out;
  std::vector<StateSignal> signals;
  for (std::size_t i = 0; i < laws.size(); ++i) {
    left_out.push_back(laws[i].joint);
    targets_.push_back(signals.size());
    signals.push_back(laws[i].target);
    const std::vector<StateSignal>& read = laws[i].law->signals();
    for (std::size_t k = 0; k < read.size(); ++k) {
      if (is_rate(read[k].kind) != laws[i].is_rate) continue;
      reads_[i].push_back({signals.size(), k});
      signals.push_back(read[k]);
    }
  }
  linked_ = checks->linked_motions(model, start, left_out, signals);
}

bool LinkedLaws::depends(std::size_t law, std::size_t target) const {
  constexpr std::size_t fewest_poses = 2;  // gradients may be parallel at one by chance
  if (linked_.size() < fewest_poses) return false;
  bool changes = false;
  for (const LinkedPose& pose : linked_) {
    const VectorX of_target = pose.slope.row(static_cast<Eigen::Index>(targets_[target]));
    if (!(of_target.norm() > no_slope)) return false;
    const TimeFunction& f = *laws_[law].law;
    std::vector<Dual<double>> values(f.signals().size(), Dual<double>(0.0));
    bool is_determined = false;
    for (const Read& read : reads_[law]) {
      const auto row = static_cast<Eigen::Index>(read.row);
      values[read.signal].value = pose.value[row];
      const auto share = ratio(pose.slope.row(row), of_target);
      if (!share || *share == 0.0) continue;
      values[read.signal].rate = *share;
      is_determined = true;
    }
    if (!is_determined) return false;
    // A law may be 0 times a signal at one time.
    for (const double time : {0.13, 1.37}) {
      const double slope = f(Dual<double>(time), values.data()).rate;
      changes = changes || std::abs(slope) > no_slope;
    }
  }
  return changes;
}

}  // namespace perpend::dsl
