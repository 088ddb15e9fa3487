// Plain text and the text files of Siconos, with lines and columns of what is wrong.
#include "formats/friction_file.hpp"
#include "formats/lcp_file.hpp"
#include "formats/matrix_file.hpp"
#include "tests/formats/writers.hpp"

namespace perpend::test::of_text {

using namespace perpend;
using namespace perpend::test;

namespace {

Reading<SparseRows> read_table(const Folder& folder, const std::string& text) {
  return read_matrix(folder.write("a.txt", text));
}

Reading<SparseRows> read_siconos(const Folder& folder, const std::string& text) {
  return read_matrix(folder.write("a.dat", text));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plain_text)

BOOST_AUTO_TEST_CASE(numbers_are_the_nearest_doubles) {
  const Folder folder;
  const MatrixX expected{{0.1, -0.1, 0x1.8p3, -0x1p-1074, 9007199254740993.0, 0.0}};
  for (const char* text :
       {"0.1 -.1 0x1.8p3 -0x1p-1074 9007199254740993.0 0",
        "\xef\xbb\xbf 1e-1,-1E-1, +12 ,-5e-324,9007199254740992,0x0\n",
        "% head\n#\n\t.1\t-0.1\t0X1.8P+3\t-0x0.0000000000001p-1022\t9007199254740992.5\t-0 # end\r\n\n"})
    BOOST_TEST(same(dense(value_of(read_table(folder, text))), expected), text);
}

BOOST_AUTO_TEST_CASE(what_is_no_number_is_named_by_line_and_column) {
  const Folder folder;
  const auto fails = [&](const std::string& text, const char* message) {
    BOOST_TEST(fails_with(read_table(folder, text), message), text);
  };
  fails("1 2\n3 x4\n", "a.txt:2:3: 'x4' is not a number");
  fails("a;b\n1 2\n", "a.txt:1:1: 'a;b' is not a number");
  for (const char* word : {"0x", "+-1", "--1", "1e", "0x-1p3", "1..2", "0x1p", "1,5d0", "\x1b[2J"})
    fails(word, "is not a number");
  fails("1\n\n2 3\n", "a.txt:3:1: 2 numbers on this line; the lines before have 1");
  fails("1,,2\n", "a.txt:1:3: a number is missing before the comma");
  fails(",1\n", "a.txt:1:1: a number is missing before the comma");
  fails("1,\n", "a.txt:1:3: a number is missing after the comma");
  fails("1e999", "too large or too small for a double");
  fails("1e-999", "too large or too small for a double");
  fails("1 inf", "a.txt:1:3: 'inf': nothing can be proved");
  fails("nan", "a.txt:1:1: 'nan'");
  fails(
      "\xff\xfe"
      "1",
      "'??1' is not a number");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(packed_files)

BOOST_AUTO_TEST_CASE(a_packed_file_is_read_as_what_it_holds) {
  const Folder folder;
  const MatrixX a = sample_matrix(4, 4, 11);
  for (const auto& [name, bytes] :
       {std::pair{"a.mtx.gz", write_matrix_market(sparse(a))}, std::pair{"a.npy.gz", formats::write_npy(a)},
        std::pair{"A.TXT.GZ", write_text(a)}, std::pair{"a.dat.gz", siconos_dense(a)}})
    BOOST_TEST(same(dense(value_of(read_matrix(folder.write(name, packed(bytes))))), a), name);
  const std::string lcp = packed("4\n" + siconos_dense(a) + " -1 2 -3 4 ");
  BOOST_TEST(value_of(read_lcp_file(folder.write("lcp.dat.gz", lcp))).b[3] == 4.0);
}

BOOST_AUTO_TEST_CASE(what_gzip_did_not_pack_or_lost_a_part_is_refused) {
  const Folder folder;
  const std::string text = write_matrix_market(sparse(sample_matrix(4, 4, 11))), whole = packed(text);
  const char* damaged = "not a file of gzip, or a damaged one; pack it again";
  BOOST_TEST(fails_with(read_matrix(folder.write("a.mtx.gz", text)), damaged));
  BOOST_TEST(fails_with(read_matrix(folder.write("a.mtx.gz", "")), damaged));
  for (std::size_t size = 1; size < whole.size(); ++size)
    BOOST_TEST(!message_of(read_matrix(folder.write("a.mtx.gz", whole.substr(0, size)))).empty(), size);
  // An archive is packed already, and so by its own name.
  BOOST_TEST(fails_with(read_matrix(folder.write("a.npz.gz", whole)), "packed by gzip too but for .npz"));
  BOOST_TEST(fails_with(read_matrix(folder.path("none.mtx.gz")), "no such file"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(siconos_text)

BOOST_AUTO_TEST_CASE(dense_values_go_down_the_columns_whatever_the_lines_show) {
  const Folder folder;
  const MatrixX expected{{1, 4}, {2, 5}, {3, 6}};
  BOOST_TEST(same(dense(value_of(read_siconos(folder, "0\n3\n2\n3\t2\n1 2\n3 4\n5 6\n"))), expected));
}

BOOST_AUTO_TEST_CASE(blocks_go_down_their_columns) {
  // Rows 0 and 1 | row 2, columns 0 | 1 and 2; the block at (1, 0) is missing.
  const Folder folder;
  const MatrixX expected{{1, 3, 5}, {2, 4, 6}, {0, 7, 8}};
  const std::string text =
      "1\n3\n3\n3\n2\n2\n2\t3\t\n1\t3\t\n3\n3\n0\t2\t3\t\n0\t1\t1\t\n0\n1\n2\n1\n3\n4\n5\n6\n2\n7\n8\n";
  BOOST_TEST(same(dense(value_of(read_siconos(folder, text))), expected));
}

BOOST_AUTO_TEST_CASE(an_lcp_is_a_size_a_matrix_and_a_right_side) {
  const Folder folder;
  const MatrixX a = sample_matrix(4, 4, 8);
  std::string text = "4\n" + siconos_dense(a) + " -1 2 -3 4 ";
  const LcpFile lcp = value_of(read_lcp_file(folder.write("lcp.dat", text)));
  BOOST_TEST(same(dense(lcp.a), a));
  BOOST_TEST(same(lcp.b, (VectorX(4) << -1, 2, -3, 4).finished()));
  BOOST_TEST(value_of(read_lcp_file(folder.write("lcp.dat", text + "\nRemark: one solution"))).b[3] == 4.0);
  BOOST_TEST(
      fails_with(read_matrix(folder.write("m.dat", siconos_dense(a) + "5")), "'5' is more than the problem has"));
  text[0] = '5';
  BOOST_TEST(fails_with(read_lcp_file(folder.write("lcp.dat", text)), "a matrix of 4 x 4 in an LCP of size 5"));
}

BOOST_AUTO_TEST_CASE(sizes_that_lie_are_refused_before_memory_is_asked_for) {
  const Folder folder;
  const auto fails = [&](const std::string& text, const char* message) {
    BOOST_TEST(fails_with(read_siconos(folder, text), message), text);
  };
  fails("0\n1000000000\n1\n", "a.dat:2:1: '1000000000' for the number of rows is not one of 0 to 1000000");
  fails("0\n7000\n7000\n7000 7000\n1 2\n", "the matrix has 49000000 numbers; the file is too short for them");
  fails("0\n1000000\n1000000\n1000000 1000000\n1\n", "more than 50000000 numbers");
  fails("1\n1000000\n1000000\n50000000\n1000000\n1000000\n1 2",
        "the list of blocks has 1000000 numbers; the file is too");
  fails("2\n3\n3\n1\nCSparse\ntriplet: 3-by-3, nzmax: 9 nnz: 40000000\n", "the matrix has 120000000 numbers");
  fails("0\n-1\n", "'-1' for the number of rows");
  fails("3\n1\n1\n", "'3' for the storage (0 dense, 1 blocks, 2 sparse) is not one of 0 to 2");
  fails("0\n2\n2\n2\t3\n1 2 3 4", "the sizes of the matrix are given twice and differ");
  fails("0\n1\n2\n1\t2\n1 b", "a.dat:5:3: 'b' is not a number");
  fails("0\n1\n2\n1\t2\n1", "a.dat:5:1: the matrix has 2 numbers; the file is too short");
  fails("", "a.dat:1:1: the file ends; the storage (0 dense, 1 blocks, 2 sparse) is expected here");
}

BOOST_AUTO_TEST_CASE(sparse_matrices_that_contradict_themselves_are_errors) {
  const Folder folder;
  const auto fails = [&](const std::string& entries, const char* message) {
    const std::string text = "2\n2\n2\n1\nCSparse Version 3.1.9\n" + entries;
    BOOST_TEST(fails_with(read_siconos(folder, text), message), text);
  };
  fails("triplet: 2-by-3, nzmax: 1 nnz: 1\n0 0 : 1\n", "a.dat:6:10: '2-by-2,' is expected here");
  fails("triplet: 2-by-2, nzmax: 1 nnz: 1\n0 2 : 1\n", "a.dat:7:3: '2' for a column, from 0 is not one of 0 to 1");
  fails("triplet: 2-by-2, nzmax: 2 nnz: 2\n0 1 : 1\n0 1 : 2\n", "row 1, column 2 comes twice; write the sum once");
  fails("triplet: 2-by-2, nzmax: 1 nnz: 1\n0 1 1\n", "a.dat:7:5: ':' is expected here");
  fails("2-by-2, nzmax: 1 nnz: 2, 1-norm: 1\ncol 0 : locations 0 to 0\n0 : 1\ncol 1 : locations 1 to 0\n",
        "1 entries where 2 were announced");
}

BOOST_AUTO_TEST_CASE(a_friction_problem_is_local_when_only_q_and_mu_follow) {
  const Folder folder;
  const MatrixX w = sample_matrix(4, 4, 2);
  const FrictionProblem problem =
      value_of(read_friction(folder.write("a.dat", "2\n2\n" + siconos_dense(w) + "1 2 3 4\n0.5 0.7\n")));
  BOOST_TEST((problem.form == FrictionProblem::Form::local));
  BOOST_TEST(problem.dimension == 2);
  BOOST_TEST(same(dense(problem.W), w));
  BOOST_TEST(same(problem.q, (VectorX(4) << 1, 2, 3, 4).finished()));
  BOOST_TEST(same(problem.mu, (VectorX(2) << 0.5, 0.7).finished()));
}

BOOST_AUTO_TEST_CASE(a_friction_problem_is_global_when_a_second_matrix_follows) {
  const Folder folder;
  const MatrixX mass = MatrixX::Identity(4, 4), h = sample_matrix(4, 3, 2);
  const FrictionProblem problem = value_of(read_friction(
      folder.write("a.dat", "3\n1\n" + siconos_triplets(mass) + siconos_dense(h) + "1 2 3 4\n5 6 7\n0.5\n")));
  BOOST_TEST((problem.form == FrictionProblem::Form::global));
  BOOST_TEST(same(dense(problem.M), mass));
  BOOST_TEST(same(dense(problem.H), h));
  BOOST_TEST(same(problem.q, (VectorX(4) << 1, 2, 3, 4).finished()));
  BOOST_TEST(same(problem.w, (VectorX(3) << 5, 6, 7).finished()));
  BOOST_TEST(problem.mu[0] == 0.5);
}

BOOST_AUTO_TEST_CASE(a_local_problem_with_a_remark_is_not_taken_for_a_global_one) {
  const Folder folder;
  const std::string w = siconos_dense(MatrixX::Identity(3, 3));
  for (const char* rest : {"1 2 3 0.5\n0\n", "1 2 3 0.5 contact 1 of 1", "0 3 3 0.5"}) {
    const FrictionProblem problem = value_of(read_friction(folder.write("a.dat", "3\n1\n" + w + rest)));
    BOOST_TEST((problem.form == FrictionProblem::Form::local), rest);
    BOOST_TEST(problem.mu[0] == 0.5);
  }
}

BOOST_AUTO_TEST_CASE(friction_problems_that_contradict_themselves_are_errors) {
  const Folder folder;
  const auto fails = [&](const std::string& text, const char* message) {
    BOOST_TEST(fails_with(read_friction(folder.write("a.dat", text)), message), text);
  };
  const std::string w = siconos_dense(MatrixX::Identity(3, 3));
  fails("1\n1\n" + w + "1 2 3 0.5", "the dimension is 2 in the plane or 3 in space");
  fails("4\n1\n" + w + "1 2 3 0.5", "'4' for the dimension");
  fails("3\n2\n" + w + "1 2 3 0.5 0.5", "'0.5' is not a whole number; the number of blocks is expected here");
  fails("3\n2\n" + w + w + "1 2 3 4 5 6 0.5 0.5", "H is 3 x 3 and should be 3 x 6");
  fails("3\n1\n" + w + "1 2 3 -0.5", "the coefficient of friction of contact 1 is negative");
  fails("3\n1\n" + w + "1 2 3", "mu has 1 numbers; the file is too short for them");
  fails("3\n1000000\n" + w, "for the number of contacts is not one of 0 to 333333");
  BOOST_TEST(fails_with(read_friction("a.txt"), "friction problems are read from FCLIB's .hdf5 and .h5"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_text
