// One matrix through every format: the same doubles, to the bit.
#include "formats/matrix_file.hpp"
#include "tests/formats/writers.hpp"

namespace perpend::test::of_matrix_laws {

using namespace perpend;
using namespace perpend::test;

namespace {

std::string comma_separated(std::string text) {
  std::replace(text.begin(), text.end(), ' ', ',');
  return text;
}

/// As decimal numbers of 17 digits, which suffice for every double.
std::string decimal(const MatrixX& matrix) {
  std::ostringstream text;
  text << "# a comment\n\n" << std::setprecision(17);
  for (int i = 0; i < matrix.rows(); ++i) {
    for (int j = 0; j < matrix.cols(); ++j) text << (j > 0 ? "\t" : " ") << matrix(i, j);
    text << " % row " << i << "\r\n";
  }
  return text.str();
}

std::vector<double> by_columns(const MatrixX& matrix) {
  return {matrix.data(), matrix.data() + matrix.size()};
}

/// All ways to write a matrix that are read.
std::vector<std::string> written(const Folder& folder, const MatrixX& matrix) {
  const std::string shape = "(" + std::to_string(matrix.rows()) + ", " + std::to_string(matrix.cols()) + ")";
  const std::string row_major = formats::write_npy(matrix);
  std::vector<std::string> paths{
      folder.write("a.mtx", write_matrix_market(sparse(matrix))),
      folder.write("rows.npy", row_major),
      folder.write("columns.npy", npy(npy_header("<f8", shape, true), raw(by_columns(matrix)), 2)),
      folder.write("big.npy", npy(npy_header(">f8", shape, true), raw(by_columns(matrix), true), 3)),
      zip_archive(folder, "one.npz", {{"only.npy", row_major}}),
      zip_archive(folder, "stored.npz", {{"a.npy", row_major}, {"b.npy", "no array"}}, false) + ":a",
      folder.write("hex.txt", write_text(matrix)),
      folder.write("hex.CSV", comma_separated(write_text(matrix))),
      folder.write("decimal.txt", decimal(matrix)),
      folder.write("dense.dat", siconos_dense(matrix)),
      folder.write("triplets.dat", siconos_triplets(matrix)),
      folder.write("columns.dat", siconos_columns(matrix)),
      folder.write("blocks.dat", siconos_blocks(matrix)),
  };
  for (const char* format : {"csr", "csc", "coo"})
    paths.push_back(zip_archive(folder, std::string(format) + ".npz", scipy_files(matrix, format)));
  return paths;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(matrix_laws)

BOOST_AUTO_TEST_CASE(the_same_matrix_through_every_format_gives_the_same_doubles) {
  const Folder folder;
  for (const auto& [num_rows, num_columns] : {std::pair{1, 1}, {1, 4}, {3, 1}, {4, 3}, {3, 5}, {7, 7}}) {
    const MatrixX matrix = sample_matrix(num_rows, num_columns, 10 * num_rows + num_columns);
    for (const std::string& path : written(folder, matrix)) {
      const SparseRows rows = value_of(read_matrix(path));
      BOOST_TEST(is_well_formed(rows), path);
      BOOST_TEST(same(dense(rows), matrix), path);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_whole_number_is_read_as_itself_or_refused_by_every_reader) {
  const Folder folder;
  const auto readings = [&](const std::string& number) {
    std::vector<Reading<SparseRows>> all;
    const std::string market = "%%MatrixMarket matrix ", header = market + "array ";
    for (const char* field : {"integer", "real", "double"})
      for (const char* symmetry : {"general", "symmetric"}) {
        all.push_back(read_matrix(folder.write("a.mtx", header + field + " " + symmetry + "\n1 1\n" + number + "\n")));
        all.push_back(read_matrix(
            folder.write("a.mtx", market + "coordinate " + field + " " + symmetry + "\n1 1 1\n1 1 " + number + "\n")));
      }
    for (const char* name : {"a.txt", "a.csv"}) all.push_back(read_matrix(folder.write(name, number + "\n")));
    all.push_back(read_matrix(folder.write("a.dat", "0 1 1 1 1 " + number + "\n")));
    return all;
  };
  struct Whole {
    const char* text;
    double value;
  };
  for (const Whole& held : {Whole{"9007199254740991", 0x1p53 - 1.0}, Whole{"-9007199254740992", -0x1p53},
                            Whole{"9007199254740994", 0x1p53 + 2.0}, Whole{"0018446744073709551616", 0x1p64},
                            Whole{"+100000000000000000000", 1e20}, Whole{"0", 0.0}, Whole{"1e23", 1e23},
                            Whole{"9007199254740993.0", 0x1p53}, Whole{"9007199254740993e0", 0x1p53}})
    for (const auto& reading : readings(held.text)) BOOST_TEST(dense(value_of(reading))(0, 0) == held.value, held.text);
  for (const char* lost : {"9007199254740993", "-9007199254740993", "9007199254740997", "+18446744073709551615",
                           "100000000000000000000000"})
    for (const auto& reading : readings(lost))
      BOOST_TEST(fails_with(reading, "beyond 2^53 that no double holds"), lost);
}

BOOST_AUTO_TEST_CASE(a_hexadecimal_number_has_the_bits_of_a_double) {
  const Folder folder;
  const auto read = [&](const std::string& number) { return read_matrix(folder.write("a.txt", number)); };
  for (const auto& [text, value] : {std::pair("0x1.fffffffffffffp3", 0x1.fffffffffffffp3),
                                    {"-0x20000000000002p-60", -0x20000000000002p-60},
                                    {"0x0.0000000000001p-1022", 0x1p-1074},
                                    {"0x001.80000000000000000p+1", 3.0},
                                    {"0x0.0p5", 0.0}})
    BOOST_TEST(dense(value_of(read(text)))(0, 0) == value, text);
  for (const char* lost : {"0x1.fffffffffffff8p3", "0x20000000000001", "0x3p-1075", "0x1.00000000000008"})
    BOOST_TEST(fails_with(read(lost), "has more bits than a double"), lost);
}

BOOST_AUTO_TEST_CASE(the_same_vector_through_every_format_gives_the_same_doubles) {
  const Folder folder;
  const VectorX vector = sample_matrix(6, 1, 5);
  const std::vector<std::string> columns = written(folder, vector);
  for (const std::string& path : columns) {
    if (path.find("cs") != std::string::npos || path.ends_with("coo.npz")) continue;  // sparse archives are matrices
    BOOST_TEST(same(value_of(read_vector(path)), vector), path);
  }
  const std::string flat = folder.write("flat.npy", formats::write_npy(vector));
  const std::string row = folder.write("row.txt", write_text(vector.transpose()));
  for (const std::string& path : {flat, row}) BOOST_TEST(same(value_of(read_vector(path)), vector), path);
}

BOOST_AUTO_TEST_CASE(a_file_without_rows_is_a_matrix_without_rows) {
  const Folder folder;
  const SparseRows none = value_of(read_matrix(folder.write("a.npy", npy(npy_header("<f8", "(0, 3)"), ""))));
  BOOST_TEST(none.num_rows == 0);
  BOOST_TEST(none.num_columns == 3);
  BOOST_TEST(fails_with(read_matrix(folder.write("a.txt", "# nothing\n")), "no numbers in this file"));
}

BOOST_AUTO_TEST_CASE(an_unknown_extension_is_told_what_is_read) {
  const Folder folder;
  const std::string message = "a.mat: matrices and vectors are read from .mtx, .npy, .npz, .txt, .csv and .dat files";
  BOOST_TEST(fails_with(read_matrix(folder.write("a.mat", "1")), message));
  BOOST_TEST(fails_with(read_vector(folder.path("a.mat")), message));
  BOOST_TEST(fails_with(read_matrix(folder.path("none.npy")), "none.npy: no such file"));
  BOOST_TEST(fails_with(read_matrix(folder.path("")), "matrices and vectors are read from"));
}

BOOST_AUTO_TEST_CASE(a_matrix_is_no_vector) {
  const Folder folder;
  const MatrixX matrix = sample_matrix(3, 2, 1);
  BOOST_TEST(fails_with(read_vector(folder.write("a.npy", formats::write_npy(matrix))), "3 x 2; a vector has one"));
  BOOST_TEST(fails_with(read_vector(folder.write("a.dat", siconos_dense(matrix))), "has 2 columns; a vector has one"));
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_is_named_by_row_and_column) {
  const Folder folder;
  MatrixX matrix = MatrixX::Ones(3, 4);
  for (const auto& [value, what] : {std::pair{std::nan(""), "not a number"}, {-HUGE_VAL, "infinite"}}) {
    matrix(1, 2) = value;
    const std::string place = std::string("row 2, column 3: ") + what + "; nothing can be proved of it";
    BOOST_TEST(fails_with(read_matrix(folder.write("a.npy", formats::write_npy(matrix))), place));
    BOOST_TEST(fails_with(read_matrix(zip_archive(folder, "csc.npz", scipy_files(matrix, "csc"))), place));
    BOOST_TEST(fails_with(read_matrix(folder.write("a.txt", "1 2\n3 " + std::to_string(value))), "a.txt:2:3: '"));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_matrix_laws
