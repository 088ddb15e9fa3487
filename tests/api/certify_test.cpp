#include "perpend/certify.hpp"

#include <boost/test/unit_test.hpp>
#include <cfenv>
#include <fstream>
#include <limits>

#include "tests/reports/temporary_folder.hpp"

using namespace perpend;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

/// A stiffness matrix: symmetric positive definite.
MatrixX chain(int n) {
  MatrixX a = MatrixX::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    a(i, i) = 2.0;
    if (i > 0) a(i, i - 1) = a(i - 1, i) = -1.0;
  }
  return a;
}

template <class T>
bool is_argument_error(const Result<T>& result) {
  return !result && result.error().kind == ErrorKind::argument && !result.error().message.empty();
}

/// Everything that takes one matrix.
std::vector<Result<Statement>> all_about(const InputMatrix& a, const CertifyOptions& options = {}) {
  return {certify_spd(a, options), certify_rank(a, {}, options), certify_rho(a, 1.0, options),
          certify_class(a, options)};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(certify)

BOOST_AUTO_TEST_CASE(where_the_thread_does_not_round_to_nearest_nothing_is_certified) {
  std::fesetround(FE_UPWARD);
  const std::vector<Result<Statement>> results = all_about(chain(4));
  std::fesetround(FE_TONEAREST);
  for (const Result<Statement>& result : results) {
    BOOST_REQUIRE(!result);
    BOOST_TEST((result.error().kind == ErrorKind::arithmetic));
    BOOST_TEST(result.error().message.find("rounding mode") != std::string::npos);
  }
  BOOST_TEST(certify_spd(chain(4)).has_value());
}

BOOST_AUTO_TEST_CASE(every_form_of_a_matrix_is_the_same_matrix) {
  const MatrixX dense = chain(4);
  const Eigen::SparseMatrix<double> by_columns = dense.sparseView();
  const Eigen::SparseMatrix<double, Eigen::RowMajor> by_rows = dense.sparseView();
  std::vector<double> numbers;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) numbers.push_back(dense(i, j));
  const InputMatrix forms[] = {
      dense, by_columns, by_rows, InputMatrix(4, 4, numbers), InputMatrix(dense).rows(), 2.0 * dense - dense};
  for (const InputMatrix& form : forms) {
    BOOST_TEST(form.error() == "");
    BOOST_TEST(form.rows().first == InputMatrix(dense).rows().first, boost::test_tools::per_element());
    BOOST_TEST(form.rows().column == InputMatrix(dense).rows().column, boost::test_tools::per_element());
    BOOST_TEST(form.rows().value == InputMatrix(dense).rows().value, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(statements_are_true) {
  MatrixX a = chain(5);
  BOOST_TEST((certify_spd(a)->verdict == Verdict::proved));
  BOOST_TEST((certify_rank(a)->verdict == Verdict::proved));
  BOOST_TEST((certify_rank(a, 4)->verdict == Verdict::refuted));
  BOOST_TEST((certify_class(a)->verdict == Verdict::proved));
  // Its eigenvalues are 2 - 2 cos(k pi / 6), at most 2 + sqrt(3).
  BOOST_TEST((certify_rho(a, 3.74)->verdict == Verdict::proved));
  BOOST_TEST((certify_rho(a, 3.73)->verdict == Verdict::refuted));
  const VectorX x = VectorX::Ones(5);
  BOOST_TEST((certify_linear(a, x, a * x)->verdict == Verdict::proved));
  BOOST_TEST((certify_linear(a, 2.0 * x, a * x)->verdict == Verdict::refuted));
  a(2, 2) = -2.0;
  BOOST_TEST((certify_spd(a)->verdict == Verdict::refuted));
}

BOOST_AUTO_TEST_CASE(lcps_are_certified) {
  const MatrixX a = chain(2);
  BOOST_TEST((certify_lcp_answer(a, {-1.0, -1.0}, {1.0, 1.0})->verdict == Verdict::proved));
  BOOST_TEST((certify_lcp_answer(a, {-1.0, -1.0}, {2.0, 1.0})->verdict == Verdict::refuted));
  BOOST_TEST((certify_lcp_solvable(a, {-1.0, -1.0})->verdict == Verdict::proved));
  const MatrixX none = MatrixX::Zero(1, 1);
  BOOST_TEST((certify_lcp_solvable(none, {-1.0})->verdict == Verdict::refuted));
}

BOOST_AUTO_TEST_CASE(bad_matrices_are_errors) {
  MatrixX with_nan = chain(3);
  with_nan(1, 2) = nan_value;
  MatrixX infinite = chain(3);
  infinite(0, 0) = std::numeric_limits<double>::infinity();
  const std::vector<double> five(5, 1.0);
  const std::vector<double> none;
  SparseRows backwards{.num_rows = 2, .num_columns = 2, .first = {0, 2, 1}, .column = {0, 1}, .value = {1.0, 1.0}};
  SparseRows outside{.num_rows = 1, .num_columns = 1, .first = {0, 1}, .column = {1}, .value = {1.0}};
  SparseRows twice{.num_rows = 1, .num_columns = 2, .first = {0, 2}, .column = {0, 0}, .value = {1.0, 1.0}};
  const InputMatrix bad[] = {with_nan,
                             infinite,
                             MatrixX(0, 0),
                             MatrixX(0, 3),
                             InputMatrix(2, 2, five),
                             InputMatrix(0, 0, none),
                             InputMatrix(-1, -5, five),
                             InputMatrix(std::numeric_limits<long>::max(), 2, none),
                             InputMatrix(SparseRows{}),
                             backwards,
                             outside,
                             twice};
  for (const InputMatrix& a : bad) {
    for (const Result<Statement>& result : all_about(a)) BOOST_TEST(is_argument_error(result));
    BOOST_TEST(is_argument_error(certify_linear(a, {1.0}, {1.0})));
    BOOST_TEST(is_argument_error(certify_lcp_solvable(a, {1.0})));
  }
  BOOST_TEST(certify_spd(with_nan).error().message.find("row 2, column 3") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(sizes_that_disagree_are_errors) {
  const MatrixX wide = MatrixX::Ones(2, 3);
  BOOST_TEST(is_argument_error(certify_spd(wide)));
  BOOST_TEST(is_argument_error(certify_rho(wide)));
  BOOST_TEST(is_argument_error(certify_class(wide)));
  BOOST_TEST(is_argument_error(certify_linear(wide, {1.0, 1.0}, {1.0, 1.0})));
  BOOST_TEST(is_argument_error(certify_linear(wide, {1.0, 1.0, 1.0}, {1.0})));
  const MatrixX a = chain(2);
  BOOST_TEST(is_argument_error(certify_lcp_answer(a, {1.0, 1.0}, {1.0})));
  BOOST_TEST(is_argument_error(certify_lcp_answer(a, {1.0}, {1.0})));
  BOOST_TEST(is_argument_error(certify_lcp_answer(a, {1.0, nan_value}, {1.0, 1.0})));
  BOOST_TEST(is_argument_error(certify_lcp_answer(a, {1.0, 1.0}, {1.0, nan_value})));
}

BOOST_AUTO_TEST_CASE(numbers_out_of_range_are_errors) {
  const MatrixX a = chain(2);
  BOOST_TEST(is_argument_error(certify_rank(a, -1)));
  for (const double wrong : {-1.0, nan_value, std::numeric_limits<double>::infinity()}) {
    BOOST_TEST(is_argument_error(certify_rho(a, wrong)));
    BOOST_TEST(is_argument_error(certify_linear(a, {1.0, 1.0}, {1.0, 1.0}, wrong)));
    BOOST_TEST(is_argument_error(certify_spd(a, {.limit = wrong})));
  }
  BOOST_TEST(is_argument_error(certify_rho(a, 0.0)));
  CertifyOptions odd;
  odd.effort.seconds = nan_value;
  BOOST_TEST(is_argument_error(certify_spd(a, odd)));
}

/// What the command states of files, friction and methods included.
BOOST_AUTO_TEST_CASE(files_are_stated_as_the_command_does) {
  const TemporaryFolder folder;
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(folder.at(name)) << text;
    return folder.at(name);
  };
  const std::string m = write("m.txt", "2 0\n0 3\n"), b = write("b.txt", "1 1\n");
  const auto spd = certify_files("spd", {m});
  BOOST_REQUIRE(spd.has_value());
  BOOST_REQUIRE(spd->size() == 1u);
  BOOST_TEST((spd->front().verdict == Verdict::proved));
  BOOST_TEST(spd->front().subject == m);
  perpend::certify::Question question;
  question.method = {.stabilizer = "baumgarte(alpha: 10/s)", .step = "10 ms", .limit = {}};
  const auto method = certify_files("method", {m, b}, question);
  BOOST_REQUIRE(method.has_value());
  BOOST_TEST((method->front().verdict == Verdict::proved), method->front().reason);
  question.method.step = "10 kg";
  BOOST_TEST(is_argument_error(certify_files("method", {m, b}, question)));
  BOOST_TEST(is_argument_error(certify_files("method", {m}, question)));
  BOOST_TEST(is_argument_error(certify_files("spd", {folder.at("none.txt")})));
  BOOST_TEST(is_argument_error(certify_files("spd", {b})));
  BOOST_TEST(is_argument_error(certify_files("shape", {m})));
  BOOST_TEST(is_argument_error(certify_files("friction", {m})));
}

BOOST_AUTO_TEST_CASE(a_stop_before_it_began_is_never_a_verdict_that_is_wrong) {
  std::stop_source source;
  source.request_stop();
  for (const Result<Statement>& result : all_about(chain(40), {.stop = source.get_token()})) {
    BOOST_REQUIRE(result.has_value());
    BOOST_TEST((result->verdict != Verdict::not_run));
  }
}

BOOST_AUTO_TEST_SUITE_END()
