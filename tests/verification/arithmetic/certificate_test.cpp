#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <string>

#include "verification/arithmetic/rounding.hpp"
#include "verification/certificates.hpp"

using namespace perpend;

BOOST_AUTO_TEST_SUITE(certificate)

BOOST_AUTO_TEST_CASE(a_new_certificate_says_that_nothing_was_run) {
  const Certificate certificate;
  BOOST_TEST((certificate.verdict == Verdict::not_run));
  for (const double bound : certificate.bounds) BOOST_TEST(std::isnan(bound));
  BOOST_TEST(std::string(to_string(Verdict::not_run)) == "not_run");
  BOOST_TEST(std::string(to_string(Verdict::proved)) == "proved");
}

BOOST_AUTO_TEST_CASE(every_kind_has_a_row_that_says_what_its_numbers_bound) {
  for (int k = 0; k <= static_cast<int>(CertificateKind::reference); ++k) {
    const auto kind = static_cast<CertificateKind>(k);
    const CertificateType& type = certificate_type(kind);
    BOOST_TEST((type.kind == kind));
    BOOST_TEST(std::string(type.id).size() > 3);
    BOOST_TEST(std::string(type.statement).size() > 20);
    BOOST_TEST(std::string(type.theorem).size() > 20);
    BOOST_TEST(type.bounds[0].name != nullptr);
    for (std::size_t i = 0; i < max_bounds; ++i) {
      const std::string name = type.bounds[i].name == nullptr ? "" : type.bounds[i].name;
      BOOST_TEST((name.find("granted") != std::string::npos) == (type.bounds[i].quantity == Quantity::granted_rows));
      for (const char* sense : {"at most", "at least"}) BOOST_TEST(name.find(sense) == std::string::npos, name);
      if (i > 0) BOOST_TEST((name.empty() || type.bounds[i - 1].name != nullptr));  // the named ones come first
    }
  }
}

/// They are written into certificate files as they are.
BOOST_AUTO_TEST_CASE(no_word_of_a_kind_needs_an_escape) {
  const auto is_plain = [](const std::string& text) {
    return text.find_first_of("\"\\") == std::string::npos &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  };
  for (const CertificateType* type : certificate_types::all) {
    BOOST_TEST(is_plain(type->id));
    BOOST_TEST(is_plain(type->statement), type->id);
    BOOST_TEST(is_plain(type->theorem), type->id);
    for (const BoundType& bound : type->bounds)
      if (bound.name != nullptr) BOOST_TEST(is_plain(describe(bound)), bound.name);
  }
}

BOOST_AUTO_TEST_CASE(the_sense_of_a_bound_ends_its_words) {
  BOOST_TEST(describe({"x", Sense::at_most}) == "x at most");
  BOOST_TEST(describe({"x", Sense::at_least}) == "x at least");
  BOOST_TEST(describe({"x", Sense::exactly}) == "x");
}

BOOST_AUTO_TEST_CASE(rows_granted_count_where_the_certificate_is_proved) {
  Certificate certificate{.kind = CertificateKind::contact_solve, .verdict = Verdict::proved};
  certificate[ContactSolveBound::granted_rows] = 3.0;
  BOOST_TEST(granted_rows(certificate) == 3);
  certificate.verdict = Verdict::refuted;
  BOOST_TEST(granted_rows(certificate) == 0);
  Certificate other{.kind = CertificateKind::rank, .verdict = Verdict::proved};
  for (double& bound : other.bounds) bound = 3.0;
  BOOST_TEST(granted_rows(other) == 0);
}

BOOST_AUTO_TEST_CASE(the_arithmetic_of_this_process_is_fit_to_prove_things) {
  BOOST_TEST(!check_floating_environment().has_value());
}

BOOST_AUTO_TEST_CASE(another_rounding_mode_is_noticed) {
  std::fesetround(FE_UPWARD);
  const auto complaint = check_floating_environment();
  std::fesetround(FE_TONEAREST);
  BOOST_TEST(complaint.has_value());
}

#if defined(__SSE2__)
BOOST_AUTO_TEST_CASE(flushing_small_numbers_to_zero_is_noticed) {
  const unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(before | 0x8000U);  // flush to zero
  const auto complaint = check_floating_environment();
  __builtin_ia32_ldmxcsr(before);
  BOOST_TEST(complaint.has_value());
}
#endif

namespace perpend::test::of_certificate {

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_certificate
