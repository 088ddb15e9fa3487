#define BOOST_TEST_MODULE golden
#include <boost/test/unit_test.hpp>
