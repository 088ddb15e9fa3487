// The laws of a mechanism, each on one of its branches: a model without corners and jumps, and where it ceases to hold.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernel/model/numbers/function_branches.hpp"
#include "study/reference/evaluated_state.hpp"

namespace perpend {

/// An operation of a law that may leave its branch.
struct LawCorner {
  std::size_t law = 0;  ///< which of the laws with branches; none of them for a corner of a signal
  FunctionBranches::Corner corner{};
  const std::vector<StateSignal>* signals = nullptr;  ///< that its room reads; they outlive it
  std::string element{};                              ///< whose law it is
  const char* end = nullptr;                          ///< why the motion behind it is not known; null: it is
};

class LawBranches {
 public:
  explicit LawBranches(const Model& model);
  ~LawBranches();
  LawBranches(const LawBranches&) = delete;
  LawBranches& operator=(const LawBranches&) = delete;

  /// With smooth laws: other ones after each call below. Lives as long as this.
  [[nodiscard]] const Model& model() const { return *model_; }
  [[nodiscard]] bool empty() const { return laws_.empty(); }

  /// Puts all laws on the branches of a state.
  void settle(const EvaluatedState& at);
  /// The same, but that the law of this corner goes on to the branch behind it, and how it does. Nothing: its table
  /// ends there. Pre: the corner has no end.
  [[nodiscard]] std::optional<FunctionBranches::Kind> pass(const LawCorner& corner, const EvaluatedState& at);

  /// How many ways the laws that are at borders of their branches may go: 1 where none is, and no more than 64, the
  /// first of which is as they are.
  [[nodiscard]] long num_choices() const;
  void choose(long which, const EvaluatedState& at);

  [[nodiscard]] std::vector<LawCorner> corners() const;
  /// Vectors in laws that are 0 in all states up to now, as those of a mechanism at rest: which way they go, and so
  /// where they turn round, is not known yet.
  [[nodiscard]] int num_undirected() const;
  /// "the law of 'motor'".
  [[nodiscard]] static std::string words(const LawCorner& corner);

 private:
  struct Law;
  struct Border {
    std::size_t law = 0;
    FunctionBranches::Border border{};
  };
  [[nodiscard]] FunctionPoint point_of(const Law& law, const EvaluatedState& at);
  void take(std::size_t law);
  void find_borders();
  void watch_signals(const Force& force);
  void watch_signals(const Joint& joint);
  void watch(const StateSignal& signal, const std::string& element, const char* end);
  void watch(TimeFunction room, std::vector<StateSignal> signals, const std::string& element, const char* end);
  void watch_half_turn(const Force& bushing);

  std::unique_ptr<Model> model_;
  std::vector<Law> laws_;
  std::vector<Border> borders_;     // of the last state that was settled
  std::vector<LawCorner> watched_;  // of signals
  std::deque<std::vector<StateSignal>> watched_signals_;
  std::vector<double> signals_;
};

/// Whether a law has branches.
[[nodiscard]] bool has_branches(const Model& model);
/// Whether the points of a spring or damper may meet between two of these states: there its force has no direction.
[[nodiscard]] bool may_points_meet(const Model& model, const std::vector<State>& states);

}  // namespace perpend
