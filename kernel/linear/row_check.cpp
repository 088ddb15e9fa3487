#include "kernel/linear/row_check.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/model/numbers/double_pair.hpp"

namespace perpend {

namespace {

RowForm form_of(const RowBlock& block) {
  const auto are_bodies = [&](int width) {
    return (block.num_columns[0] == width || block.num_columns[0] == 0) &&
           (block.num_columns[1] == width || block.num_columns[1] == 0) && block.num_columns[2] == 0;
  };
  if (block.num_point_rows == 3 && are_bodies(6)) return RowForm::spatial_point;
  return block.num_point_rows == 2 && are_bodies(3) ? RowForm::planar_point : RowForm::any;
}

template <RowForm form>
constexpr int most_sides = form == RowForm::any ? num_sides : 2;

/// act(row, term) for the terms of one body, row by row. Where the first rows hold a point, their entries in its
/// positions are the sign and those of other rows 0.
template <int size, RowForm form, class Act>
inline void for_terms(const RowBlock& block, int side, const Problem& problem, const Solution& solution, Act act) {
  const double* j = problem.rows->values.data() + block.first_value[side];
  const double* x = solution.x.data() + block.first_column[side];
  if constexpr (form == RowForm::any) {
    for_width(block.num_columns[side], [&]<int width>() {
      repeat<size>([&]<int i>() { repeat<width>([&]<int k>() { act(i, j[i * width + k] * x[k]); }); });
    });
  } else {
    constexpr int skipped = point_rows(form);
    constexpr int width = skipped + turns(form);
    repeat<skipped>([&]<int i>() { act(i, side == 0 ? -x[i] : x[i]); });
    repeat<size>(
        [&]<int i>() { repeat<turns(form)>([&]<int k>() { act(i, j[i * width + skipped + k] * x[skipped + k]); }); });
  }
}

/// act(row, term) for all terms of a block: the target first, and with the sign that they have in the residual.
template <int size, RowForm form, class Act>
inline void for_all_terms(const RowBlock& block, const Problem& problem, const Solution& solution, Act act) {
  repeat<size>([&]<int i>() {
    const int row = block.first_row + i;
    act(i, problem.target.data()[row]);
    const double compliance = problem.compliance.data()[row];
    if (compliance != 0.0) act(i, -(compliance * solution.multiplier[row]));
  });
  for (int side = 0; side < most_sides<form>; ++side)
    if (block.num_columns[side] > 0)
      for_terms<size, form>(block, side, problem, solution, [&](int i, double term) { act(i, -term); });
}

/// The largest |x|, or what the motion or one joint would each alone make of it: x is the sum of these. It is looked
/// for no further than it is asked for: joint by joint, and then among the bodies.
class LargestUnknown {
 public:
  LargestUnknown(const std::vector<Run>& runs, const Problem& problem, const Solution& solution)
      : runs_(runs), problem_(problem), solution_(solution) {}

  /// Whether `is_enough(u)` holds for the largest unknown u. Pre: it holds for all that are larger than one for which
  /// it does.
  template <class IsEnough>
  [[nodiscard]] bool is(IsEnough is_enough) {
    while (!is_enough(largest_))
      if (!look_further()) return false;
    return true;
  }

 private:
  /// False where nothing is left.
  bool look_further() {
    constexpr int at_once = 16;
    if (run_ == runs_.size()) {
      if (are_bodies_known_) return false;
      add_bodies();
      return are_bodies_known_ = true;
    }
    const Run& run = runs_[run_];
    const int end = std::min(std::max(next_, run.first) + at_once, run.end);
    run.with_form([&]<int size, RowForm form>() {
      for (int k = std::max(next_, run.first); k < end; ++k)
        for (int side = 0; side < most_sides<form>; ++side)
          if (problem_.rows->blocks[k].num_columns[side] > 0) add_joint<size, form>(problem_.rows->blocks[k], side);
    });
    next_ = end;
    if (end == run.end) ++run_;
    return true;
  }

  /// Two columns at once, and one after the other where one of them may be larger.
  void add_bodies() {
    const int size = static_cast<int>(solution_.x.size());
    const double* x = solution_.x.data();
    const double* mass = problem_.mass->diagonal.data();
    const double* motion = problem_.motion.data();
    for (int j = 0; j + 1 < size; j += 2) {
      const auto is_larger = modulus(pair_at(motion + j)) > in_both(largest_) * pair_at(mass + j);
      if (holds_in_any(is_larger)) {
        add_body(j);
        add_body(j + 1);
      } else {
        largest_ = std::max(std::max(largest_, std::abs(x[j])), std::abs(x[j + 1]));
      }
    }
    if (size % 2 != 0) add_body(size - 1);
  }

  void add_body(int j) {
    largest_ = std::max(largest_, std::abs(solution_.x.data()[j]));
    add(j, std::abs(problem_.motion.data()[j]));
  }

  template <int size, RowForm form>
  void add_joint(const RowBlock& block, int side) {
    const double* j = problem_.rows->values.data() + block.first_value[side];
    const double* multiplier = solution_.multiplier.data() + block.first_row;
    if constexpr (form == RowForm::spatial_point) {
      add_spatial_point<size>(j, multiplier, block.first_column[side]);
    } else {
      const auto add_columns = [&]<int skipped, int width>() {
        double impulse[width] = {};
        repeat<skipped>([&]<int i>() { impulse[i] = std::abs(multiplier[i]); });
        repeat<size>([&]<int i>() {
          repeat<width - skipped>(
              [&]<int k>() { impulse[skipped + k] += std::abs(j[i * width + skipped + k] * multiplier[i]); });
        });
        repeat<width>([&]<int k>() { add(block.first_column[side] + k, impulse[k]); });
      };
      if constexpr (form == RowForm::any)
        for_width(block.num_columns[side], [&]<int width>() { add_columns.template operator()<0, width>(); });
      else
        add_columns.template operator()<point_rows(form), point_rows(form) + turns(form)>();
    }
  }

  /// Two columns at once: the positions, which have one row each, and the turns.
  template <int size>
  void add_spatial_point(const double* j, const double* multiplier, int first_column) {
    DoublePair impulse[3] = {modulus(pair_at(multiplier)),
                             DoublePair{std::abs(multiplier[2]), std::abs(j[3] * multiplier[0])},
                             modulus(pair_at(j + 4) * in_both(multiplier[0]))};
    repeat<size - 1>([&]<int before>() {
      constexpr int i = before + 1;
      impulse[1][1] += std::abs(j[i * 6 + 3] * multiplier[i]);
      impulse[2] += modulus(pair_at(j + i * 6 + 4) * in_both(multiplier[i]));
    });
    const double* mass = problem_.mass->diagonal.data() + first_column;
    auto is_larger = impulse[0] > in_both(largest_) * pair_at(mass);
    is_larger |= impulse[1] > in_both(largest_) * pair_at(mass + 2);
    is_larger |= impulse[2] > in_both(largest_) * pair_at(mass + 4);
    if (!holds_in_any(is_larger)) return;
    repeat<6>([&]<int k>() { add(first_column + k, impulse[k / 2][k % 2]); });
  }

  void add(int column, double impulse) {
    const double mass = problem_.mass->diagonal.data()[column];
    if (impulse > largest_ * mass) largest_ = impulse / mass;
  }

  const std::vector<Run>& runs_;
  const Problem& problem_;
  const Solution& solution_;
  std::size_t run_ = 0;
  int next_ = 0;  // joint
  bool are_bodies_known_ = false;
  double largest_ = 0.0;
};

/// One look at all rows. Once one is not met, the others are not judged any more.
class Look {
 public:
  Look(const std::vector<Run>& runs, const Problem& problem, const Solution& solution, VectorX& residual)
      : runs_(runs), problem_(problem), solution_(solution), residual_(residual), largest_(runs, problem, solution) {}

  [[nodiscard]] bool are_met() {
    bool are_met = true;
    for (const Run& run : runs_)
      run.with_form([&]<int size, RowForm form>() {
        for (int k = run.first; k < run.end; ++k) {
          const RowBlock& block = problem_.rows->blocks[k];
          double* rest = residual_.data() + block.first_row;
          // The velocities of points say nothing about rows that turn: these are judged at once.
          if (are_met && (size > point_rows(form) || form == RowForm::any)) {
            are_met = is_small<size, form>(block, rest);
          } else {
            subtract_terms<size, form>(block, rest);
            are_met = are_met && (is_clear<size, form>(block, rest) || is_small<size, form>(block, rest));
          }
        }
      });
    return are_met;
  }

 private:
  template <int size, RowForm form>
  void subtract_terms(const RowBlock& block, double* out) const {
    double rest[size];
    repeat<size>([&]<int i>() { rest[i] = 0.0; });
    for_all_terms<size, form>(block, problem_, solution_, [&](int i, double term) { rest[i] += term; });
    repeat<size>([&]<int i>() { out[i] = rest[i]; });
  }

  /// The velocities of the points are terms of their rows, so that the sum of the moduli need not be made where a
  /// residual is small compared with these alone.
  template <int size, RowForm form>
  [[nodiscard]] bool is_clear(const RowBlock& block, const double* rest) const {
    if constexpr (size > point_rows(form) || form == RowForm::any) return false;
    bool is_clear = true;
    repeat<point_rows(form)>([&]<int i>() {
      const auto term = [&](int side) {
        return block.num_columns[side] > 0 ? std::abs(solution_.x.data()[block.first_column[side] + i]) : 0.0;
      };
      is_clear = is_clear && std::abs(rest[i]) <= refined_share * (term(0) + term(1));
    });
    return is_clear;
  }

  /// The residual goes to `out`.
  template <int size, RowForm form>
  [[nodiscard]] bool is_small(const RowBlock& block, double* out) {
    double rest[size];
    double magnitude[size];
    repeat<size>([&]<int i>() { rest[i] = magnitude[i] = 0.0; });
    for_all_terms<size, form>(block, problem_, solution_, [&](int i, double term) {
      rest[i] += term;
      magnitude[i] += std::abs(term);
    });
    bool is_small = true;
    repeat<size>([&]<int i>() {
      out[i] = rest[i];
      is_small = is_small &&
                 (std::abs(rest[i]) <= refined_share * magnitude[i] || vanishes<size, form>(block, i, magnitude[i]));
    });
    return is_small;
  }

  template <int size, RowForm form>
  [[nodiscard]] bool vanishes(const RowBlock& block, int i, double magnitude) {
    double coefficients = 0.0;
    for (int side = 0; side < most_sides<form>; ++side) {
      if (block.num_columns[side] == 0) continue;
      const double* j = problem_.rows->values.data() + block.first_value[side] + i * block.num_columns[side];
      if constexpr (form == RowForm::any) {
        for (int k = 0; k < block.num_columns[side]; ++k) coefficients += std::abs(j[k]);
      } else {
        if (i < point_rows(form)) coefficients += 1.0;
        repeat<turns(form)>([&]<int k>() { coefficients += std::abs(j[point_rows(form) + k]); });
      }
    }
    const double share = vanishing_share(static_cast<std::size_t>(solution_.x.size() + solution_.multiplier.size()));
    return largest_.is([&](double unknown) { return magnitude <= share * (coefficients * unknown); });
  }

  const std::vector<Run>& runs_;
  const Problem& problem_;
  const Solution& solution_;
  VectorX& residual_;
  LargestUnknown largest_;
};

}  // namespace

double vanishing_share(std::size_t num_unknowns) {
  return std::min(0x1p-47 * static_cast<double>(num_unknowns), 0x1p-31);
}

RowCheck::RowCheck(const ConstraintRows& layout) {
  for (std::size_t k = 0; k < layout.blocks.size(); ++k)
    add_to_runs(static_cast<int>(k), layout.blocks[k].num_rows, form_of(layout.blocks[k]), runs_);
}

bool RowCheck::are_met(const Problem& problem, const Solution& solution, VectorX& residual) const {
  residual.resize(problem.rows->num_rows);
  return Look(runs_, problem, solution, residual).are_met();
}

}  // namespace perpend
