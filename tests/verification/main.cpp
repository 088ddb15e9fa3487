#define BOOST_TEST_MODULE verification
#include <boost/test/unit_test.hpp>
