// NumPy's files by their bytes: types, orders, versions, and headers that lie.
#include <cstdint>
#include <limits>
#include <span>

#include "formats/lcp_file.hpp"
#include "formats/matrix_file.hpp"
#include "formats/npz.hpp"
#include "tests/formats/writers.hpp"

namespace perpend::test::of_npy {

using namespace perpend;
using namespace perpend::test;

namespace {

Reading<SparseRows> read(const Folder& folder, const std::string& bytes) {
  return read_matrix(folder.write("a.npy", bytes));
}

template <class T>
void read_type(const std::string& letter) {
  const Folder folder;
  const std::vector<T> values{0, 1, 2, 3, 100, std::numeric_limits<std::int8_t>::max()};
  MatrixX expected(2, 3);
  expected << 0, 1, 2, 3, 100, 127;
  for (const bool big : {false, true}) {
    const std::string header = npy_header((big ? ">" : "<") + letter + std::to_string(sizeof(T)), "(2, 3)");
    BOOST_TEST(same(dense(value_of(read(folder, npy(header, raw(values, big))))), expected), letter);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(npy_files)

BOOST_AUTO_TEST_CASE(the_bytes_of_a_file_of_numpy_are_read) {
  // numpy.save("a.npy", numpy.array([[1.0, -2.0]])), as NumPy 1.24 writes it.
  const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }";
  const std::string bytes = std::string("\x93NUMPY\x01\x00v\x00", 10) + header + std::string(117 - header.size(), ' ') +
                            "\n" + std::string("\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\x00\xc0", 16);
  BOOST_TEST_REQUIRE(bytes.size() == 144u);
  const Folder folder;
  const SparseRows rows = value_of(read(folder, bytes));
  BOOST_TEST(rows.num_rows == 1);
  BOOST_TEST((rows.value == std::vector<double>{1.0, -2.0}));
  const MatrixX matrix{{1.0, -2.0}};
  BOOST_TEST(formats::write_npy(matrix) == bytes);
}

BOOST_AUTO_TEST_CASE(every_type_of_numbers_is_read_in_both_orders_of_bytes) {
  read_type<double>("f");
  read_type<float>("f");
  read_type<std::int8_t>("i");
  read_type<std::int16_t>("i");
  read_type<std::int32_t>("i");
  read_type<std::int64_t>("i");
  read_type<std::uint8_t>("u");
  read_type<std::uint16_t>("u");
  read_type<std::uint32_t>("u");
  read_type<std::uint64_t>("u");
}

BOOST_AUTO_TEST_CASE(integers_that_no_double_holds_are_refused) {
  const Folder folder;
  constexpr std::int64_t most = std::int64_t{1} << 53;
  for (const std::int64_t sign : {-1, 1}) {
    BOOST_TEST(value_of(read(folder, npy_list("<i8", std::vector{sign * most}))).value[0] == sign * 0x1p53);
    BOOST_TEST(fails_with(read(folder, npy_list("<i8", std::vector{sign * (most + 1)})), "beyond 2^53"));
    BOOST_TEST(value_of(read(folder, npy_list("<i8", std::vector{sign * (most + 2)}))).value[0] ==
               static_cast<double>(sign) * (0x1p53 + 2.0));
  }
  BOOST_TEST(fails_with(read(folder, npy_list("<u8", std::vector{UINT64_MAX})), "beyond 2^53"));
}

BOOST_AUTO_TEST_CASE(keys_may_come_in_any_order_and_as_python_2_wrote_them) {
  const Folder folder;
  const std::string data = raw(std::vector{1.0, 2.0});
  for (const char* header : {"{\"shape\": (2L, 1L), 'fortran_order': True, 'descr': '<f8'}",
                             "{ 'descr' : '<f8' , 'fortran_order' : False , 'shape' : ( 2 , 1 , ) , }"})
    BOOST_TEST(value_of(read(folder, npy(header, data))).num_rows == 2);
}

BOOST_AUTO_TEST_CASE(a_header_that_is_wrong_is_an_error) {
  const Folder folder;
  const std::string eight(8, '\0');
  const auto fails = [&](const std::string& header, const char* text) {
    BOOST_TEST(fails_with(read(folder, npy(header, eight)), text), header);
  };
  const char* no_dictionary = "the header is not a dictionary";
  for (const char* header : {"", "{", "{}", "{'descr': '<f8'}", "{'descr': '<f8', 'fortran_order': 1, 'shape': (1,)}",
                             "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,)}",
                             "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (1,)}",
                             "{'descr': '<f8', 'fortran_order': False, 'shape': (1,)} x",
                             "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}",
                             "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)}",
                             "{'descr': '<f8', 'fortran_order': False, 'shape': (1"})
    fails(header, no_dictionary);
  for (const char* type : {"<f2", "<f16", "<c16", "|O", "<i3", "f8", "<M8", "<V8", "<f", ""})
    fails(npy_header(type, "(1,)"), "unknown type of numbers");
  fails(npy_header("|S8", "(1,)"), "text where numbers are expected");
  fails(npy_header("<f8", "()"), "0 dimensions; a matrix has two and a vector one");
  fails(npy_header("<f8", "(1, 1, 1)"), "3 dimensions");
  fails(npy_header("<f8", "(2,)"), "8 bytes of numbers where the header says 16");
  fails(npy_header("<f4", "(1,)"), "8 bytes of numbers where the header says 4");
}

BOOST_AUTO_TEST_CASE(a_shape_that_lies_is_refused_before_memory_is_asked_for) {
  const Folder folder;
  for (const char* shape :
       {"(1000000000,)", "(1000000, 1000000)", "(4294967296, 4294967296)", "(2, 4611686018427387904)"})
    BOOST_TEST(fails_with(read(folder, npy(npy_header("<f8", shape), "")), "more than 50000000 numbers"), shape);
  BOOST_TEST(fails_with(read(folder, npy(npy_header("<f8", "(0, 1000000000)"), "")), "1000000000 columns; at most"));
  BOOST_TEST(fails_with(read(folder, npy(npy_header("<f8", "(40000000,)"), "")), "0 bytes of numbers"));
}

BOOST_AUTO_TEST_CASE(other_magic_and_versions_are_errors) {
  const Folder folder;
  BOOST_TEST(fails_with(read(folder, ""), "not an .npy file"));
  BOOST_TEST(fails_with(read(folder, "PK\x03\x04 archive"), "not an .npy file"));
  BOOST_TEST(fails_with(read(folder, npy(npy_header("<f8", "(0,)"), "", 4)), "an unknown version of .npy"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(npz_files)

BOOST_AUTO_TEST_CASE(an_archive_of_several_arrays_is_asked_by_name) {
  const Folder folder;
  const std::string path = zip_archive(
      folder, "a.npz", {{"A.npy", npy_list("<f8", std::vector{1.0})}, {"b.npy", npy_list("<f8", std::vector{2.0})}});
  BOOST_TEST(value_of(read_vector(path + ":b"))[0] == 2.0);
  BOOST_TEST(fails_with(read_vector(path), "has A, b; say which: "));
  BOOST_TEST(fails_with(read_matrix(path + ":c"), "no array 'c'; there is A, b"));
  BOOST_TEST(fails_with(read_matrix(folder.write("b.npz", "PK no archive")), "not an .npz file"));
  BOOST_TEST(fails_with(read_matrix(zip_archive(folder, "c.npz", {{"readme", "x"}})), "has no array"));
}

BOOST_AUTO_TEST_CASE(a_zip_bomb_is_unpacked_no_further_than_its_header_says) {
  const Folder folder;
  const std::string zeros(1UL << 24, '\0');
  const auto bomb = [&](const char* shape) {
    const std::string path = zip_archive(folder, "bomb.npz", {{"a.npy", npy(npy_header("<f8", shape), zeros)}});
    BOOST_TEST(std::filesystem::file_size(path) < zeros.size() / 500);
    return read_matrix(path);
  };
  BOOST_TEST(fails_with(bomb("(1,)"), "bomb.npz:a: unpacks to more than its header says"));
  BOOST_TEST(fails_with(bomb("(100000000,)"), "bomb.npz:a: more than 50000000 numbers"));
}

BOOST_AUTO_TEST_CASE(sparse_archives_that_contradict_themselves_are_errors) {
  const Folder folder;
  const MatrixX matrix = MatrixX::Ones(2, 3);
  const auto fails = [&](const std::string& format, const std::string& name, const std::string& bytes,
                         const char* text) {
    auto files = scipy_files(matrix, format);
    for (auto& [file, content] : files)
      if (file == name) content = bytes;
    BOOST_TEST(fails_with(read_matrix(zip_archive(folder, "a.npz", files)), text), format << " " << name);
  };
  using Integers = std::vector<std::int32_t>;
  fails("csr", "format.npy", npy(npy_header("|S3", "()"), "bsr"), "save csr, csc or coo");
  fails("csr", "shape.npy", npy_list("<i4", Integers{2, 2}), "row 0, column 2, counted from 0, of a matrix of 2 x 2");
  fails("csr", "shape.npy", npy_list("<i4", Integers{3, 3}), "3 pointers; 3 rows have one more");
  fails("csr", "shape.npy", npy_list("<i4", Integers{-2, 3}), "the number of rows is negative");
  fails("csr", "shape.npy", npy_list("<i4", Integers{2}), "1 dimensions");
  fails("csr", "shape.npy", npy_list("<i4", Integers{2, 2000000000}), "2000000000 columns; at most");
  fails("csr", "indptr.npy", npy_list("<i4", Integers{1, 3, 6}), "the first pointer is not 0");
  fails("csr", "indptr.npy", npy_list("<i4", Integers{0, 4, 3}), "pointer 3 is 3: smaller than the one before");
  fails("csr", "indptr.npy", npy_list("<i4", Integers{0, 3, 7}), "or more than the 6 entries");
  fails("csr", "indices.npy", npy_list("<i4", Integers{0, 1, 1, 0, 1, 2}), "row 1, column 2 comes twice");
  fails("csc", "indices.npy", npy_list("<i4", Integers{0, 1, 0, 1, 0, -1}), "row -1, column 2");
  fails("coo", "row.npy", npy_list("<i4", Integers{0}), "row, col and data have different lengths");
  fails("coo", "col.npy", npy_list("<f8", std::vector<double>(6)), "one row of integers is expected");
}

BOOST_AUTO_TEST_CASE(an_archive_that_is_written_is_read_again) {
  const Folder folder;
  const MatrixX matrix = sample_matrix(7, 3, 5);
  const std::vector<double> numbers{0.0, -0.0, 1e-300, std::numeric_limits<double>::infinity()};
  const std::vector<std::int64_t> integers{-1, std::numeric_limits<std::int64_t>::max()};
  const std::vector<formats::NamedArray> arrays{{"A", formats::write_npy(matrix)},
                                                {"measure.drift", formats::write_npy(std::span<const double>(numbers))},
                                                {"run", formats::write_npy(std::span<const std::int64_t>(integers))},
                                                {"none", formats::write_npy(std::span<const double>())}};
  const std::string bytes = formats::write_npz(arrays);
  BOOST_TEST((formats::write_npz(arrays) == bytes));
  const formats::NpzArchive archive(folder.write("a.npz", bytes));
  BOOST_TEST(archive.listed() == "A, measure.drift, run, none");
  for (const formats::NamedArray& array : arrays) BOOST_TEST((archive.unpack(array.name) == array.npy), array.name);
  const std::string packed = archive.unpack("run");
  BOOST_TEST((formats::to_integers(formats::parse_npy(packed, "run"), "run") ==
              std::vector<long>(integers.begin(), integers.end())));
}

BOOST_AUTO_TEST_CASE(an_lcp_comes_from_one_archive_under_either_names) {
  const Folder folder;
  const MatrixX a = sample_matrix(3, 3, 3);
  const VectorX b = sample_matrix(3, 1, 4);
  const std::string matrix = formats::write_npy(a), vector = formats::write_npy(b);
  const LcpFile named = value_of(read_lcp_file(zip_archive(folder, "a.npz", {{"A.npy", matrix}, {"b.npy", vector}})));
  BOOST_TEST(same(dense(named.a), a));
  BOOST_TEST(same(named.b, b));
  BOOST_TEST(!named.z.has_value());
  const LcpFile other =
      value_of(read_lcp_file(zip_archive(folder, "a.npz", {{"M.npy", matrix}, {"q.npy", vector}, {"z.npy", vector}})));
  BOOST_TEST(same(other.z.value(), b));
  const std::string wide = formats::write_npy(sample_matrix(3, 4, 1)),
                    one = formats::write_npy(VectorX(VectorX::Ones(1)));
  BOOST_TEST(
      fails_with(read_lcp_file(zip_archive(folder, "a.npz", {{"A.npy", wide}, {"b.npy", vector}})), "is square"));
  BOOST_TEST(
      fails_with(read_lcp_file(zip_archive(folder, "a.npz", {{"A.npy", matrix}, {"b.npy", one}})), "has 3 rows"));
  BOOST_TEST(fails_with(read_lcp_file(zip_archive(folder, "a.npz", {{"A.npy", matrix}})), "and b or q; there is A"));
  BOOST_TEST(
      fails_with(read_lcp_file(zip_archive(folder, "a.npz", {{"A.npy", matrix}, {"M.npy", matrix}, {"b.npy", vector}})),
                 "keep one"));
  BOOST_TEST(fails_with(read_lcp_file("a.mtx"), "an LCP in one file is a .npz or a .dat"));
}

BOOST_AUTO_TEST_CASE(texts_are_padded_to_the_longest_and_keep_their_characters) {
  const std::vector<std::string> texts{"held", "", "a\u00fc\u4e2d\U0001f600b", "x\xff"};
  const std::string bytes = formats::write_npy(std::span<const std::string>(texts));
  const formats::NpyArray array = formats::parse_npy(bytes, "texts.npy");
  BOOST_TEST(array.kind == 'U');
  BOOST_TEST(array.shape.size() == 1U);
  BOOST_TEST(array.shape.at(0) == 4);
  BOOST_TEST(array.data.size() == 4U * 5U * 4U);
  const auto character = [&](std::size_t row, std::size_t place) {
    std::uint32_t point = 0;
    std::memcpy(&point, array.data.data() + 4 * (5 * row + place), 4);
    return point;
  };
  BOOST_TEST(character(0, 3) == 'd');
  BOOST_TEST(character(0, 4) == 0U);
  BOOST_TEST(character(1, 0) == 0U);
  BOOST_TEST(character(2, 1) == 0xfcU);
  BOOST_TEST(character(2, 2) == 0x4e2dU);
  BOOST_TEST(character(2, 3) == 0x1f600U);
  BOOST_TEST(character(3, 1) == 0xfffdU);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_npy
