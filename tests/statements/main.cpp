#define BOOST_TEST_MODULE statements
#include <boost/test/unit_test.hpp>
