#include "solver_program.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace referee {

namespace {

/// Matrix Market as Perpend writes it for other programs: general, real, coordinate or array.
std::vector<double> read_dense(const std::string& path, int& rows, int& columns) {
  std::ifstream file(path);
  std::string header, line;
  if (!std::getline(file, header)) throw std::runtime_error(path + ": cannot be read");
  if (header.find("general") == std::string::npos) throw std::runtime_error(path + ": not a general matrix");
  while (std::getline(file, line) && line.starts_with('%')) {
  }
  std::istringstream sizes(line);
  long entries = 0;
  sizes >> rows >> columns;
  if (!sizes || rows < 1 || columns < 1) throw std::runtime_error(path + ": no sizes");
  const bool is_sparse = header.find("coordinate") != std::string::npos;
  if (is_sparse) sizes >> entries;
  std::vector<double> values(static_cast<std::size_t>(rows) * columns, 0.0);
  const long count = is_sparse ? entries : static_cast<long>(values.size());
  for (long k = 0; k < count; ++k) {
    int row = static_cast<int>(k % rows) + 1, column = static_cast<int>(k / rows) + 1;
    double value = 0.0;
    if (is_sparse) file >> row >> column;
    if (!(file >> value) || row < 1 || row > rows || column < 1 || column > columns)
      throw std::runtime_error(path + ": an entry is missing or out of range");
    values[static_cast<std::size_t>(row - 1) * columns + column - 1] = value;
  }
  return values;
}

Lcp read_lcp(const std::string& matrix, const std::string& right) {
  Lcp lcp;
  int columns = 0, rows = 0, one = 0;
  lcp.a = read_dense(matrix, lcp.size, columns);
  lcp.b = read_dense(right, rows, one);
  if (columns != lcp.size || rows != lcp.size || one != 1) throw std::runtime_error("sizes of A and b do not fit");
  return lcp;
}

void write_vector(const std::string& path, const std::vector<double>& z) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) throw std::runtime_error(path + ": cannot be written");
  std::fprintf(file, "%%%%MatrixMarket matrix array real general\n%zu 1\n", z.size());
  for (const double value : z) std::fprintf(file, "%.17g\n", value);
  if (std::fclose(file) != 0) throw std::runtime_error(path + ": cannot be written");
}

/// Below a millisecond the least of five, as Perpend times its own solvers.
Answer solve_timed(const Method& method, const Lcp& lcp) {
  constexpr double short_time = 1e-3;  // [s]
  constexpr int most_repetitions = 5;
  Answer answer;
  double least = HUGE_VAL;
  for (int i = 0; i < most_repetitions; ++i) {
    answer = method.solve(lcp);
    least = std::min(least, answer.seconds);
    if (least >= short_time) break;
  }
  answer.seconds = least;
  return answer;
}

}  // namespace

double natural_residual(const Lcp& lcp, const std::vector<double>& z) {
  double largest = 0.0, scale = 0.0;
  for (int i = 0; i < lcp.size; ++i) {
    double w = lcp.b[i];
    for (int j = 0; j < lcp.size; ++j) w += lcp.entry(i, j) * z[j];
    const double one = std::fabs(std::min(z[i], w));
    if (!(one <= largest)) largest = one;  // a NaN too
    scale = std::max(scale, std::fabs(lcp.b[i]));
  }
  return largest / (1.0 + scale);
}

bool is_symmetric(const Lcp& lcp) {
  constexpr double most_roundings = 32.0;
  double largest = 0.0;
  for (const double entry : lcp.a) largest = std::max(largest, std::fabs(entry));
  const double rounding = most_roundings * std::numeric_limits<double>::epsilon() / 2.0 * largest;
  for (int i = 0; i < lcp.size; ++i)
    for (int j = 0; j < i; ++j)
      if (!(std::fabs(lcp.entry(i, j) - lcp.entry(j, i)) <= rounding)) return false;
  return true;
}

int run_program(int argc, char** argv, const std::vector<Method>& methods) {
  if (argc == 1) {
    for (const Method& method : methods) std::printf("%s\n", method.name.c_str());
    return 0;
  }
  const auto named = [&](const Method& method) { return argc == 5 && method.name == argv[1]; };
  const auto method = std::find_if(methods.begin(), methods.end(), named);
  if (method == methods.end()) {
    std::fprintf(stderr, "usage: %s METHOD A.mtx b.mtx z.mtx; without arguments: the methods\n", argv[0]);
    return 2;
  }
  try {
    const Answer answer = solve_timed(*method, read_lcp(argv[2], argv[3]));
    if (answer.status == "solved") write_vector(argv[4], answer.z);
    std::printf("status: %s\nseconds: %.9g\niterations: %ld\n", answer.status.c_str(), answer.seconds,
                answer.iterations);
    if (!answer.note.empty()) std::printf("note: %s\n", answer.note.c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}

}  // namespace referee
