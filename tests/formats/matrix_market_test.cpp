// Matrix Market files and the structure of contacts that their matrices have.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "formats/matrix_market.hpp"
#include "kernel/lcp/contact_structure.hpp"
#include "kernel/solvers/solver_types.hpp"
#include "tests/support/contact_piles.hpp"

namespace perpend::test::of_matrix_market {

namespace {

const std::string general = "%%MatrixMarket matrix coordinate real general\n";

std::string error_of(const std::string& text) {
  const auto read = read_matrix_market(text, "A.mtx");
  const auto* error = std::get_if<FileError>(&read);
  return error == nullptr ? "" : error->message;
}

MatrixX dense_of(const std::string& text) {
  const auto read = read_matrix_market(text, "A.mtx");
  BOOST_REQUIRE_MESSAGE(std::holds_alternative<SparseRows>(read), error_of(text));
  MatrixX out;
  to_dense(std::get<SparseRows>(read), out);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lcp_files)

BOOST_AUTO_TEST_CASE(matrices_and_vectors_come_back_bit_by_bit) {
  const OwnedLcp problem = pile_lcp({.rows = 3, .law = PileLaw::pyramid});
  const SparseRows& a = problem.lcp.matrix->sparse();
  const auto read = read_matrix_market(write_matrix_market(a), "A");
  BOOST_REQUIRE(std::holds_alternative<SparseRows>(read));
  const SparseRows& again = std::get<SparseRows>(read);
  BOOST_TEST((again.first == a.first && again.column == a.column && again.value == a.value));
  const auto vector = read_matrix_market(write_matrix_market(problem.lcp.b), "b");
  BOOST_TEST((std::get<VectorX>(to_vector(std::get<SparseRows>(vector), "b")) == problem.lcp.b));
}

BOOST_AUTO_TEST_CASE(each_format_is_read_as_it_is_defined) {
  MatrixX expected(2, 2);
  expected << 1, 2, 3, 4;
  BOOST_TEST((dense_of("%%MatrixMarket matrix array integer general\n% columns\n\n2 2\n1\n3\n2\n4\n") == expected));
  BOOST_TEST((dense_of(general + "2 2 4\r\n2 2 4e0\r\n 1 1 +1.\r\n1\t2 2\r\n2 1 3") == expected));
  expected << 1, 3, 3, 4;
  BOOST_TEST((dense_of("%%MatrixMarket MATRIX Coordinate Real Symmetric\n2 2 3\n1 1 1\n2 1 3\n2 2 4\n") == expected));
  BOOST_TEST((dense_of("%%MatrixMarket matrix array real symmetric\n2 2\n1\n3\n4\n") == expected));
  expected << 0, -3, 3, 0;
  BOOST_TEST((dense_of("%%MatrixMarket matrix array real skew-symmetric\n2 2\n3\n") == expected));
  BOOST_TEST(dense_of(general + "0 0 0\n").size() == 0);
}

BOOST_AUTO_TEST_CASE(a_wrong_file_is_told_with_its_line) {
  struct Wrong {
    std::string text, message;
  };
  const Wrong wrong[] = {
      {"", "A.mtx:0: the file is empty"},
      {"1 2 3\n", "A.mtx:1: not a Matrix Market file"},
      {"%%MatrixMarket matrix coordinate complex general\n", "A.mtx:1: entries of type 'complex'"},
      {"%%MatrixMarket matrix coordinate real hermitian\n", "A.mtx:1: unknown symmetry 'hermitian'"},
      {general, "the line of sizes is missing"},
      {general + "2 2\n", "A.mtx:2: the number of entries"},
      {general + "-2 2 1\n", "A.mtx:2: the number of rows"},
      {general + "99999999999999999999 2 1\n", "A.mtx:2: the number of rows"},
      {general + "9999999 9999999 1\n", "at most 1000000"},
      {general + "2 2 999999999\n", "at most 50000000"},
      {"%%MatrixMarket matrix array real general\n1000000 1000000\n", "write it as coordinate"},
      {general + "2 2 50000000\n1 1 1\n", "A.mtx:3: the file ends after 1 of 50000000 entries"},
      {general + "2 2 1\n1 1 1\n2 2 2\n", "A.mtx:4: more entries than the 1"},
      {general + "2 2 1\n3 1 1\n", "A.mtx:3: row '3' is not one of 1 to 2"},
      {general + "2 2 1\n1 0 1\n", "A.mtx:3: column '0'"},
      {general + "2 2 1\n1 1 nan\n", "A.mtx:3: entries must be finite"},
      {general + "2 2 1\n1 1 1e999\n", "A.mtx:3: '1e999' is not a double"},
      {general + "2 2 1\n1 1 one\n", "A.mtx:3: 'one' is not a number"},
      {general + "2 2 1\n1 1\n", "A.mtx:3: the value is missing"},
      {general + "2 2 1\n1 1 1 1\n", "A.mtx:3: one entry a line"},
      {general + "2 2 2\n1 1 1\n1 1 2\n", "A.mtx:4: entry (1, 1) comes twice"},
      {"%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n", "as many rows as columns"},
      {"%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 3\n", "A.mtx:3: a symmetric matrix is written"},
  };
  for (const Wrong& one : wrong)
    BOOST_TEST(error_of(one.text).find(one.message) != std::string::npos,
               "'" << one.text << "' gave '" << error_of(one.text) << "'");
}

BOOST_AUTO_TEST_CASE(any_prefix_and_any_changed_byte_of_a_file_is_read_or_refused) {
  const std::string text = general + "% a comment\n3 3 4\n1 1 2.5\n2 2 1e-3\n3 1 -1\n3 3 7\n";
  for (std::size_t size = 0; size < text.size(); ++size) (void)read_matrix_market(text.substr(0, size), "A");
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string changed = text;
    changed[random.below(static_cast<int>(text.size()))] = static_cast<char>(random.below(256));
    const auto read = read_matrix_market(changed, "A");
    if (const auto* rows = std::get_if<SparseRows>(&read)) {
      BOOST_TEST(rows->first.back() == static_cast<int>(rows->value.size()));
      for (const int column : rows->column) BOOST_TEST((column >= 0 && column < rows->num_columns));
    }
  }
}

BOOST_AUTO_TEST_CASE(contacts_with_friction_are_found_in_their_matrix) {
  const OwnedLcp problem = pile_lcp({.rows = 4, .law = PileLaw::pyramid});
  const auto found = find_friction_contacts(problem.lcp.matrix->sparse());
  BOOST_REQUIRE_EQUAL(found.size(), problem.lcp.contacts.size());
  for (std::size_t c = 0; c < found.size(); ++c) {
    const LcpContact &one = found[c], &expected = problem.lcp.contacts[c];
    BOOST_TEST((one.normal == expected.normal && one.first_tangent == expected.first_tangent &&
                one.num_tangents == expected.num_tangents && one.slip == expected.slip &&
                one.friction == expected.friction));
  }
  const OwnedLcp plain = pile_lcp({.rows = 4});
  BOOST_TEST(find_friction_contacts(plain.lcp.matrix->sparse()).empty());
}

BOOST_AUTO_TEST_CASE(boxed_friction_as_a_pyramid_keeps_its_bounds) {
  // One body of mass 1 on a floor, pushed along it: n = 1, t holds up to mu n.
  const MatrixX unit = MatrixX::Identity(2, 2);
  for (const double push : {-2.0, -0.3, 0.0, 0.4, 3.0}) {
    const VectorX b = (VectorX(2) << -1.0, push).finished();
    SparseRows rows;
    VectorX right;
    split_boxed_friction(SparseLcpMatrix(unit).sparse(), b, {{-1, 0}, {0.0, 0.5}}, rows, right);
    BOOST_TEST(find_friction_contacts(rows).size() == 1U);
    MatrixX dense;
    to_dense(rows, dense);
    const OwnedLcp problem = own(dense, right);
    auto made = lemke_solver.make({});
    LcpSolution solution;
    std::get<std::unique_ptr<LcpSolver>>(made)->solve(problem.lcp, nullptr, solution);
    BOOST_REQUIRE((solution.status == Status::converged));
    BOOST_TEST(std::abs(solution.z[0] - 1.0) <= 1e-14);
    const double t = solution.z[1] - solution.z[2];
    BOOST_TEST(std::abs(t - std::clamp(-push, -0.5, 0.5)) <= 1e-14);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_matrix_market
