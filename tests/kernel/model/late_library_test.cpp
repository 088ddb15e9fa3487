// Libraries that are loaded when they are needed.
#include "kernel/model/late_library.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string_view>

namespace perpend::test::of_late_library {
namespace {

/// Whether it says which library it is about, which package brings it, and this.
bool tells(const LibraryMissing& missing, std::string_view soname, std::string_view why) {
  const std::string_view message = missing.what();
  return message.find(soname) != message.npos && message.find("install Debian's package libx-dev") != message.npos &&
         message.find(why) != message.npos;
}

BOOST_AUTO_TEST_SUITE(late_library)

BOOST_AUTO_TEST_CASE(a_name_becomes_a_function_of_the_declared_type) {
  const LateLibrary library("libm.so.6", "libx-dev");
  double (*const root)(double) = library["sqrt"];
  BOOST_TEST(root(2.0) == std::sqrt(2.0));
}

BOOST_AUTO_TEST_CASE(a_library_that_is_not_there_is_told_with_its_package) {
  BOOST_CHECK_EXCEPTION(LateLibrary("libnowhere.so.3", "libx-dev"), LibraryMissing, [](const LibraryMissing& missing) {
    return tells(missing, "libnowhere.so.3", "No such file");
  });
}

BOOST_AUTO_TEST_CASE(a_name_that_the_library_lacks_is_told) {
  const LateLibrary library("libm.so.6", "libx-dev");
  BOOST_CHECK_EXCEPTION(static_cast<void>(library["no_such_root"]), LibraryMissing,
                        [](const LibraryMissing& missing) { return tells(missing, "libm.so.6", "no_such_root"); });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_late_library
