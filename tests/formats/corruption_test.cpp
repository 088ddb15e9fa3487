// Damaged files: cut at every byte, every byte replaced. Each is read or refused; none ends the program or takes memory
// that the file does not account for.
#include "formats/friction_file.hpp"
#include "formats/lcp_file.hpp"
#include "formats/matrix_file.hpp"
#include "tests/formats/fclib_files.hpp"
#include "tests/formats/memory.hpp"
#include "tests/formats/writers.hpp"

namespace perpend::test::of_corruption {

using namespace perpend;
using namespace perpend::test;

namespace {

/// Row pointers of the largest matrix, 1,000,001 integers that grow by doubling, are all that a few bytes may claim.
constexpr std::size_t most_memory = 2 * sizeof(long) * (formats::max_size + 1);

bool is_sound(const Reading<SparseRows>& reading) {
  return std::holds_alternative<FileError>(reading) || is_well_formed(std::get<SparseRows>(reading));
}
bool is_sound(const Reading<LcpFile>& reading) {
  const auto* lcp = std::get_if<LcpFile>(&reading);
  return lcp == nullptr || (is_well_formed(lcp->a) && lcp->a.num_rows == lcp->b.size() && is_well_formed(lcp->b));
}
bool is_sound(const Reading<FrictionProblem>& reading) {
  const auto* problem = std::get_if<FrictionProblem>(&reading);
  if (problem == nullptr) return true;
  const bool is_local = problem->form == FrictionProblem::Form::local;
  const Eigen::Index size = problem->dimension * problem->mu.size();
  return is_local ? is_well_formed(problem->W) && problem->W.num_rows == size && problem->q.size() == size
                  : is_well_formed(problem->M) && is_well_formed(problem->H) && problem->H.num_columns == size;
}

template <class Read>
void check(const Folder& folder, const std::string& name, const std::string& bytes, Read read,
           const std::string& what) {
  const std::string path = folder.write(name, bytes);
  forget_requests();
  const bool sound = is_sound(read(path));
  if (!sound || largest_request() > most_memory) BOOST_ERROR(name << ", " << what << ": memory " << largest_request());
}

/// What a hostile hand would write: ends of ranges, signs, digits, blanks.
constexpr unsigned char replacements[] = {0x00, 0x01, 0x7f, 0x80, 0xff, '0', '9', '-', ' ', ',', '\n'};

template <class Read>
void damage(const std::string& name, const std::string& bytes, Read read, std::size_t stride = 1) {
  const Folder folder;
  check(folder, name, bytes, read, "whole");
  for (std::size_t k = 0; k < bytes.size(); k += stride) {
    check(folder, name, bytes.substr(0, k), read, "cut at " + std::to_string(k));
    for (const unsigned char replacement : replacements) {
      std::string damaged = bytes;
      damaged[k] = static_cast<char>(replacement);
      check(folder, name, damaged, read, "byte " + std::to_string(k) + " is " + std::to_string(replacement));
    }
  }
}

const MatrixX matrix = sample_matrix(2, 2, 7);

}  // namespace

BOOST_AUTO_TEST_SUITE(damaged_files)

BOOST_AUTO_TEST_CASE(damaged_matrices_are_read_or_refused) {
  damage("a.npy", formats::write_npy(matrix), read_matrix);
  damage("a.txt", write_text(matrix), read_matrix);
  damage("a.csv", "1,2.5e3\n-3,0x1p3\n", read_matrix);
  damage("a.mtx", write_matrix_market(sparse(matrix)), read_matrix);
  damage("a.dat", siconos_dense(matrix), read_matrix);
  damage("a.dat", siconos_triplets(matrix), read_matrix);
  damage("a.dat", siconos_columns(matrix), read_matrix);
  damage("a.dat", siconos_blocks(sample_matrix(3, 2, 8)), read_matrix);
  damage("a.mtx.gz", packed(write_matrix_market(sparse(matrix))), read_matrix);
}

BOOST_AUTO_TEST_CASE(damaged_archives_are_read_or_refused) {
  const Folder folder;
  const std::string packed = bytes_of(zip_archive(folder, "a.npz", {{"A.npy", formats::write_npy(matrix)}}));
  damage("a.npz", packed, read_matrix);
  // Stored without packing, every byte is one of the arrays; the checksum is what refuses most.
  damage("a.npz", bytes_of(zip_archive(folder, "a.npz", scipy_files(matrix.topLeftCorner(1, 1), "csr"), false)),
         read_matrix);
}

BOOST_AUTO_TEST_CASE(damaged_problems_are_read_or_refused) {
  const std::string dense_matrix = siconos_dense(matrix);
  damage("a.dat", "2\n" + dense_matrix + "1 -2", read_lcp_file);
  damage("a.dat", "2\n1\n" + dense_matrix + "1 -2 0.5", read_friction);
  damage("a.dat", "2\n1\n" + dense_matrix + dense_matrix + "1 -2 3 4 0.5", read_friction);
}

BOOST_AUTO_TEST_CASE(damaged_fclib_files_are_read_or_refused) {
  const Folder folder;
  write(LocalSample{.dimension = 2, .num_contacts = 1, .num_equations = 0}, Storage::rows, folder.path("a.hdf5"));
  // A prime: over the file it meets every place of the structures of 4 and 8 bytes that HDF5 consists of.
  constexpr std::size_t stride = 61;
  damage("a.hdf5", bytes_of(folder.path("a.hdf5")), read_friction, stride);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_corruption
