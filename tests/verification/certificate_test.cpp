#include <boost/test/unit_test.hpp>

#include <cfenv>
#include <string>

#include "verification/arithmetic/floating_environment.hpp"
#include "verification/certificate.hpp"

using namespace perpend;

BOOST_AUTO_TEST_SUITE(certificate)

BOOST_AUTO_TEST_CASE(a_new_certificate_says_that_nothing_was_run) {
  const Certificate certificate;
  BOOST_TEST((certificate.verdict == Verdict::not_run));
  BOOST_TEST(!(certificate.bounds[0] <= 1e300));
  BOOST_TEST(std::string(to_string(Verdict::not_run)) == "not_run");
  BOOST_TEST(std::string(to_string(Verdict::proved)) == "proved");
}

BOOST_AUTO_TEST_CASE(every_kind_has_its_row_in_order) {
  for (const CertificateKind kind :
       {CertificateKind::kkt_residual, CertificateKind::kept_rows, CertificateKind::complementarity,
        CertificateKind::contact_solve, CertificateKind::contact_class, CertificateKind::solvability,
        CertificateKind::spd_delassus, CertificateKind::rank, CertificateKind::spectral_radius,
        CertificateKind::constraint_error, CertificateKind::reference}) {
    const CertificateType& type = certificate_type(kind);
    BOOST_TEST((type.kind == kind));
    BOOST_TEST(std::string(type.id).size() > 3);
    BOOST_TEST(std::string(type.statement).size() > 20);
    BOOST_TEST(std::string(type.theorem).size() > 20);
    BOOST_TEST(type.bound_name[0] != nullptr);
    for (int i = 0; i < static_cast<int>(max_bounds); ++i) {
      const bool counts = type.bound_name[i] != nullptr && std::string(type.bound_name[i]).find("granted") == 5;
      BOOST_TEST(counts == (i == type.granted_bound));
    }
  }
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
