#define BOOST_TEST_MODULE conformance
#include <boost/test/unit_test.hpp>
