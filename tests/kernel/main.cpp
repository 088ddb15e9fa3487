#define BOOST_TEST_MODULE kernel
#include <boost/test/unit_test.hpp>
