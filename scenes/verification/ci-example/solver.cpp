// The program under test: projected Gauss-Seidel on one LCP, solver A.mtx b.mtx z.mtx. Yours stands here.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace {

/// Matrix Market array, column by column.
std::vector<double> read_array(const char* path, std::size_t& rows) {
  std::ifstream file(path);
  std::string line;
  while (file.peek() == '%') std::getline(file, line);
  std::size_t columns = 0;
  file >> rows >> columns;
  std::vector<double> values(rows * columns);
  for (double& value : values) file >> value;
  return values;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  std::size_t n = 0;
  const std::vector<double> a = read_array(argv[1], n), b = read_array(argv[2], n);
  std::vector<double> z(n, 0.0);
  for (int sweep = 0; sweep < 1000; ++sweep)
    for (std::size_t i = 0; i < n; ++i) {
      double w = b[i];
      for (std::size_t j = 0; j < n; ++j) w += a[j * n + i] * z[j];
      z[i] = std::max(0.0, z[i] - w / a[i * n + i]);
    }
  std::FILE* file = std::fopen(argv[3], "w");
  if (file == nullptr) return 1;
  std::fprintf(file, "%%%%MatrixMarket matrix array real general\n%zu 1\n", n);
  for (const double value : z) std::fprintf(file, "%.17g\n", value);
  return std::fclose(file) == 0 ? 0 : 1;
}
