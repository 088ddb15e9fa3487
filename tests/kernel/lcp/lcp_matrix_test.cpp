// Matrices of LCPs by their rows: mirror entries, rows that are coupled, sums that do not depend on how they are made.
#include <boost/test/unit_test.hpp>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/model/numbers/disjoint_sets.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_lcp_matrix {
namespace {

/// Each entry is there with probability `share`.
MatrixX scattered(int n, double share, Random& random) {
  MatrixX a = MatrixX::Zero(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (random.uniform(0.0, 1.0) < share) a(i, j) = random.uniform(-1.0, 1.0);
  return a;
}

BOOST_AUTO_TEST_SUITE(lcp_matrix)

BOOST_AUTO_TEST_CASE(a_matrix_is_nearly_symmetric_until_one_entry_differs_from_its_mirror) {
  Random random(1);
  for (const double share : {0.1, 0.5, 1.0})
    for (int round = 0; round < 20; ++round) {
      const MatrixX half = scattered(9, share, random);
      const MatrixX a = half + half.transpose() + MatrixX::Identity(9, 9);
      BOOST_TEST(is_nearly_symmetric(sparse_rows(a)));
      const int i = random.below(9), j = (i + 1 + random.below(8)) % 9;
      MatrixX changed = a;
      changed(i, j) += 1e-6;  // far above 64 roundings
      BOOST_TEST(!is_nearly_symmetric(sparse_rows(changed)));
      changed(i, j) = a(i, j) + 1e-15;  // below 64 roundings of the diagonal, 7e-15
      BOOST_TEST(is_nearly_symmetric(sparse_rows(changed)));
      changed(i, j) = std::numeric_limits<double>::quiet_NaN();
      BOOST_TEST(!is_nearly_symmetric(sparse_rows(changed)));
    }
}

BOOST_AUTO_TEST_CASE(rows_are_in_one_set_where_a_path_of_entries_joins_them) {
  Random random(2);
  for (int round = 0; round < 50; ++round) {
    const int n = 12;
    const MatrixX a = scattered(n, 0.01 * round, random);
    MatrixX reach = (a.array() != 0.0 || a.transpose().array() != 0.0).cast<double>().matrix();
    reach += MatrixX::Identity(n, n);
    for (int twice = 1; twice < n; twice *= 2) reach = ((reach * reach).array() > 0.0).cast<double>().matrix();
    SparseRows rows = sparse_rows(a);
    std::vector<int> parent;
    unite_coupled_rows(rows, parent);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        BOOST_TEST((least_of_set(parent, i) == least_of_set(parent, j)) == (reach(i, j) > 0.0));
  }
}

BOOST_AUTO_TEST_CASE(products_are_summed_in_the_order_of_their_row) {
  Random random(3);
  for (const int n : {1, 4, 7, 40}) {
    const MatrixX a = scattered(n, 0.6, random);
    const GrowingVector z = random.vector(n, 1.0);
    SparseLcpMatrix matrix(a);
    GrowingVector product;
    matrix.multiply(z, product);
    const GrowingVector sizes = matrix.term_sizes(z);
    for (int i = 0; i < n; ++i) {
      double sum = 0.0, size = 0.0;
      for (int j = 0; j < n; ++j) {
        sum += a(i, j) * z[j];
        size += std::abs(a(i, j) * z[j]);
      }
      BOOST_TEST(product[i] == sum);
      BOOST_TEST(sizes[i] == size);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_lcp_matrix
