// Any bytes are a problem or an error in each reader that takes files with the extension of this fuzz target.
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "formats/friction_file.hpp"
#include "formats/lcp_file.hpp"
#include "formats/matrix_file.hpp"

extern const char* const fuzz_extension;  // "mtx"; each target is linked with its own

namespace {

using namespace perpend;

/// The readers take paths: one file in a folder of this process, written again for each input.
class InputFile {
 public:
  InputFile() {
    std::string folder = (std::filesystem::temp_directory_path() / "perpend-fuzz-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) std::abort();
    path_ = folder + "/input." + fuzz_extension;
  }
  ~InputFile() { std::filesystem::remove_all(std::filesystem::path(path_).parent_path()); }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& with(const std::uint8_t* data, std::size_t size) const {
    std::ofstream(path_, std::ios::binary).write(reinterpret_cast<const char*>(data), static_cast<long>(size));
    return path_;
  }

 private:
  std::string path_;
};

void expect(bool condition) {
  if (!condition) std::abort();
}

void expect_sound(const SparseRows& rows) {
  expect(rows.first.size() == static_cast<std::size_t>(rows.num_rows) + 1 && rows.first.front() == 0);
  expect(rows.column.size() == rows.value.size() && rows.first.back() == static_cast<int>(rows.value.size()));
  for (int i = 0; i < rows.num_rows; ++i)
    for (int k = rows.first[i]; k < rows.first[i + 1]; ++k) {
      expect(rows.column[k] >= 0 && rows.column[k] < rows.num_columns && std::isfinite(rows.value[k]));
      expect(k == rows.first[i] || rows.column[k] > rows.column[k - 1]);
    }
}

void expect_sound(const VectorX& vector) {
  expect(vector.allFinite());
}

void expect_sound(const LcpFile& lcp) {
  expect_sound(lcp.a);
  expect_sound(lcp.b);
  expect(lcp.a.num_rows == lcp.a.num_columns && lcp.a.num_rows == lcp.b.size());
  expect(!lcp.z || lcp.z->size() == lcp.b.size());
}

void expect_sound(const FrictionProblem& problem) {
  const Eigen::Index size = problem.dimension * problem.mu.size();
  expect(problem.mu.allFinite() && (problem.mu.array() >= 0.0).all());
  if (problem.form == FrictionProblem::Form::local) {
    expect_sound(problem.W);
    expect(problem.W.num_rows == size && problem.q.size() == size);
  } else {
    expect_sound(problem.M);
    expect_sound(problem.H);
    expect(problem.H.num_columns == size && problem.H.num_rows == problem.M.num_rows);
  }
}

/// Read or refused with words.
template <class T>
void check(const Reading<T>& reading) {
  if (const auto* error = std::get_if<FileError>(&reading))
    expect(!error->message.empty());
  else
    expect_sound(std::get<T>(reading));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const InputFile file;
  const std::string& path = file.with(data, size);
  check(read_matrix(path));
  check(read_vector(path));
  check(read_lcp_file(path));
  check(read_friction(path));
  return 0;
}
