#define BOOST_TEST_MODULE cases
#include <boost/test/unit_test.hpp>
