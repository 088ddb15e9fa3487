#define BOOST_TEST_MODULE formats
#include <boost/test/unit_test.hpp>
