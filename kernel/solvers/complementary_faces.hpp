// All solutions of an LCP of at most 20 rows: each of the 2^n choices of z_i = 0 or w_i = 0 leaves a linear system, and
// the signs of its solution decide. [CottlePangStone92] 1.4
// A choice whose system is singular has a line of solutions or none; where it has a plane or more, one point is tried
// and what stays open is counted. Floating point: lists, does not prove.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernel/model/numbers/growing.hpp"

namespace perpend {

/// The faces z_i > 0 and w_i = 0 for i in C, z_i = 0 and w_i >= 0 elsewhere, for every subset C, one after the other.
class ComplementaryFaces {
 public:
  static constexpr int max_size = 20;  // a million faces: a few seconds

  /// What is 0 is judged against the largest entry of b, or row by row: a value of w against the terms that its row was
  /// summed from, one of z against what it adds to rows.
  enum class Zero { of_problem, of_rows };

  /// Pre: data scaled to 1, at most max_size rows.
  void list(const GrowingMatrix& a, const GrowingVector& b, Zero zero = Zero::of_problem);

  /// Each once, in the order of the faces, which counts C as a binary number; ends of continua among them.
  [[nodiscard]] std::span<const GrowingVector> solutions() const { return {solutions_.data(), num_solutions_}; }
  [[nodiscard]] long num_faces() const { return num_faces_; }
  /// Faces that hold a line of solutions.
  [[nodiscard]] long num_continua() const { return num_continua_; }
  /// Faces with two or more free directions, of which only one point was tried.
  [[nodiscard]] long num_open() const { return num_open_; }
  /// What was taken for 0, "1e-13 of the terms of each row".
  [[nodiscard]] const char* zero_in_words() const;

  /// More than this are not kept.
  static constexpr std::size_t max_solutions = 64;

 private:
  void visit(std::uint32_t face);
  void measure(const GrowingVector& z, bool with_b, GrowingVector& w_size, GrowingVector& z_size) const;
  void measure_point();
  [[nodiscard]] bool is_solution();
  [[nodiscard]] bool solves_rows() const;
  [[nodiscard]] double terms_of_row(int i) const;
  [[nodiscard]] bool is_listed(const GrowingVector& other) const;
  [[nodiscard]] double zero() const;
  void load();
  [[nodiscard]] bool eliminate_regular();
  [[nodiscard]] bool eliminate();
  void read_point();
  void read_line();
  void keep_along_line();
  void keep();
  void rates(const GrowingVector& z, bool with_b, GrowingVector& w) const;

  const GrowingMatrix* a_ = nullptr;
  const GrowingVector* b_ = nullptr;
  Zero zero_ = Zero::of_problem;
  int n_ = 0;
  std::vector<int> members_;    // C
  GrowingMatrix work_;          // A_CC, -b_C, size of what the last was summed from
  std::vector<int> column_of_;  // pivot column of each eliminated row, then the free ones
  int rank_ = 0;
  GrowingVector point_, line_, w_, w_rate_;
  GrowingVector w_size_, z_size_, w_rate_size_, z_rate_size_;
  GrowingVector found_;                   // to be kept
  std::vector<GrowingVector> solutions_;  // the first ones, the others are of earlier lists
  std::size_t num_solutions_ = 0;
  long num_faces_ = 0, num_continua_ = 0, num_open_ = 0;
};

}  // namespace perpend
