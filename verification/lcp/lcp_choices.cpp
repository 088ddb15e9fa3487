#include "verification/lcp/lcp_choices.hpp"

#include <algorithm>
#include <cmath>

#include "verification/arithmetic/bounded.hpp"
#include "verification/certificate.hpp"
#include "verification/lcp/lcp_contradiction.hpp"

namespace perpend {

namespace {

/// What numbers with a bound of their error say of z_a and w_b, one choice after the other.
class ChoiceJudge {
 public:
  explicit ChoiceJudge(const EnclosedLcp& lcp) : size_(lcp.size()), contradiction_(lcp), z_(lcp.b.size()) {
    a_.reserve(z_.size() * z_.size());
    b_.reserve(z_.size());
    rows_.reserve(z_.size() * (z_.size() + 1));
    for (int i = 0; i < size_; ++i) {
      for (const Interval entry : lcp.a[i]) a_.emplace_back(entry);
      b_.emplace_back(lcp.b[i]);
    }
  }

  /// Refuted: it has no solution. Proved: it has some, and `z` encloses one.
  [[nodiscard]] Verdict judge(const LcpChoice& choice) {
    const Verdict verdict = judge_solved(choice);
    const bool is_refuted = verdict == Verdict::undecided && contradiction_.contradicts(choice.active, choice.active);
    return is_refuted ? Verdict::refuted : verdict;
  }
  [[nodiscard]] std::vector<Interval> z() const {
    std::vector<Interval> enclosed;
    for (const Bounded x : z_) enclosed.push_back(x.interval());
    return enclosed;
  }

 private:
  [[nodiscard]] Bounded entry(int i, int j) const { return a_[static_cast<std::size_t>(i * size_ + j)]; }

  /// By the one point that a regular block leaves.
  [[nodiscard]] Verdict judge_solved(const LcpChoice& choice) {
    is_strict_ = choice.is_decisive;
    if (!solve(choice.active & ~choice.dependent)) return Verdict::undecided;
    for (const int i : active_)
      if (!has(choice.of_either_sign, i) && !may_be(z_[i])) return Verdict::refuted;
    for (int i = 0; i < size_; ++i)
      if (!has(choice.active | choice.unjudged, i) && !may_be(slack(choice, i))) return Verdict::refuted;
    return is_strict_ ? Verdict::proved : Verdict::undecided;
  }

  /// Whether x >= 0 is possible.
  [[nodiscard]] bool may_be(Bounded x) {
    is_strict_ = is_strict_ && x.value > x.error;
    return !(x.value < -x.error);
  }

  /// A_aa z_a = -b_a, and 0 elsewhere.
  [[nodiscard]] bool solve(unsigned set) {
    active_.clear();
    rows_.clear();
    for (int i = 0; i < size_; ++i)
      if (has(set, i)) active_.push_back(i);
    for (const int i : active_) {
      for (const int j : active_) rows_.push_back(entry(i, j));
      rows_.push_back(-b_[i]);
    }
    const std::size_t n = active_.size();
    if (!solve_enclosed(rows_, n)) return false;
    std::fill(z_.begin(), z_.end(), Bounded(0.0));
    for (std::size_t k = 0; k < n; ++k) z_[active_[k]] = rows_[k * (n + 1) + n];
    return true;
  }

  [[nodiscard]] Bounded slack(const LcpChoice& choice, int i) const {
    Bounded w = b_[i];
    for (const int k : active_) {
      if (entry(i, k).is_exact_zero()) continue;
      const bool is_modulus = has(choice.by_modulus, i) && has(choice.of_either_sign, k);
      // | |x| - |x'| | <= |x - x'|
      w = w + entry(i, k) * (is_modulus ? Bounded(std::abs(z_[k].value), z_[k].error) : z_[k]);
    }
    return w;
  }

  int size_;
  std::vector<Bounded> a_{};  ///< by row
  std::vector<Bounded> b_{};
  ContradictionSearch contradiction_;
  std::vector<int> active_{};
  std::vector<Bounded> rows_{};  ///< [A_aa -b_a]
  std::vector<Bounded> z_;
  bool is_strict_ = false;
};

}  // namespace

EnclosedLcp unknown_lcp(int size) {
  const std::vector<Interval> unknown(static_cast<std::size_t>(size));
  return {IntervalRows(unknown.size(), unknown), unknown};
}

std::vector<LcpChoice> all_choices(int size) {
  std::vector<LcpChoice> choices(std::size_t{1} << size);
  for (unsigned i = 0; i < choices.size(); ++i) choices[i].active = i;
  return choices;
}

JudgedChoices judge_choices(const EnclosedLcp& around, const std::vector<LcpChoice>& choices) {
  JudgedChoices result;
  ChoiceJudge judge(around);
  for (const LcpChoice& choice : choices) {
    const Verdict verdict = judge.judge(choice);
    if (verdict == Verdict::refuted) continue;
    result.possible.push_back(choice);
    if (verdict == Verdict::proved) result.points.push_back(judge.z());
  }
  return result;
}

}  // namespace perpend
