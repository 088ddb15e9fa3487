// Code that is not part of Perpend has an identity of its own. In a process for it: what is registered stays.
#include "batch/cache/numerical_identity.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/test/unit_test.hpp>
#include <string>
#include <variant>

#include "formats/friction_file.hpp"
#include "stabilizers/stabilizer_types.hpp"

namespace perpend::test::of_numerical_identity {
namespace {

/// That of a process which registers a method and, before, reads a file if one is named.
std::string identity_with_method(const std::string& file) {
  std::array<int, 2> ends{};
  BOOST_REQUIRE(::pipe(ends.data()) == 0);
  const pid_t child = ::fork();
  BOOST_REQUIRE(child >= 0);
  if (child == 0) {
    const bool is_read = file.empty() || std::holds_alternative<FrictionProblem>(read_friction(file));
    StabilizerType mine = none_stabilizer;
    mine.spec.name = "of_the_test";
    const bool is_added = is_read && !add_stabilizer_type(mine);
    const std::string identity = is_added ? batch::numerical_identity() : "not added";
    const bool is_written = ::write(ends[1], identity.data(), identity.size()) == static_cast<ssize_t>(identity.size());
    ::_exit(is_written ? 0 : 1);
  }
  ::close(ends[1]);
  std::string identity(100, '\0');
  identity.resize(static_cast<std::size_t>(std::max<ssize_t>(0, ::read(ends[0], identity.data(), 100))));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  return identity;
}

BOOST_AUTO_TEST_CASE(a_registered_method_changes_the_numerical_identity) {
  const std::string own = batch::numerical_identity();
  BOOST_TEST(own.size() == 64U);
  BOOST_TEST(own == batch::numerical_identity());
  const std::string with_method = identity_with_method("");
  BOOST_TEST(with_method.size() == 64U, with_method);
  BOOST_TEST(with_method != own);
  BOOST_TEST(own == batch::numerical_identity());
}

BOOST_AUTO_TEST_CASE(a_library_that_a_file_needs_does_not_change_the_numerical_identity) {
  BOOST_TEST(identity_with_method(PERPEND_SOURCE_DIR "/tests/fuzz/corpus/h5/local.h5") == identity_with_method(""));
}

}  // namespace
}  // namespace perpend::test::of_numerical_identity
