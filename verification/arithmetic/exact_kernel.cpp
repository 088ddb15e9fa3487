#include "verification/arithmetic/exact_kernel.hpp"

#include <cmath>

namespace perpend {

namespace {

class KernelElimination {
 public:
  KernelElimination(const std::vector<double>& guess, const std::vector<bool>& is_open, long most_terms)
      : guess_(guess), is_open_(is_open), terms_left_(most_terms) {}

  /// False: too expensive.
  [[nodiscard]] bool add(ExactRow row) {
    for (const Solved& solved : solved_)
      if (const auto found = row.find(solved.unknown); found != row.end() && !subtract(solved, found, row))
        return false;
    if (row.empty()) return true;
    const int unknown = choose(row);
    const Rational pivot = row.at(unknown);
    row.erase(unknown);
    for (auto& [column, value] : row) value /= pivot;
    terms_left_ -= static_cast<long>(row.size());
    solved_.push_back({unknown, std::move(row)});
    return terms_left_ >= 0;
  }

  [[nodiscard]] std::vector<Rational> point() const {
    std::vector<Rational> u;
    for (const double x : guess_) u.push_back(exact(x));
    // A row holds no unknown of the rows before it.
    for (auto solved = solved_.rbegin(); solved != solved_.rend(); ++solved) {
      u[solved->unknown] = 0;
      for (const auto& [column, value] : solved->rest)
        if (u[column] != 0) u[solved->unknown] -= value * u[column];
    }
    return u;
  }

 private:
  /// unknown + rest . u = 0
  struct Solved {
    int unknown;
    ExactRow rest;
  };

  [[nodiscard]] bool subtract(const Solved& solved, ExactRow::iterator place, ExactRow& row) {
    const Rational factor = place->second;
    row.erase(place);
    for (const auto& [column, value] : solved.rest) {
      const auto [entry, is_new] = row.try_emplace(column, 0);
      entry->second -= factor * value;
      if (entry->second == 0) row.erase(entry);
    }
    terms_left_ -= static_cast<long>(solved.rest.size());
    return terms_left_ >= 0;
  }

  [[nodiscard]] int choose(const ExactRow& row) const {
    int best = row.begin()->first;
    for (const auto& [column, value] : row) {
      if (is_open_[column]) return column;
      if (std::abs(guess_[column]) > std::abs(guess_[best])) best = column;
    }
    return best;
  }

  const std::vector<double>& guess_;
  const std::vector<bool>& is_open_;
  long terms_left_;
  std::vector<Solved> solved_;
};

}  // namespace

std::vector<Rational> kernel_point(std::vector<ExactRow> rows, const std::vector<double>& guess,
                                   const std::vector<bool>& is_open, long most_terms) {
  KernelElimination elimination(guess, is_open, most_terms);
  for (ExactRow& row : rows)
    if (!elimination.add(std::move(row))) return {};
  return elimination.point();
}

}  // namespace perpend
