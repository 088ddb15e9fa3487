#define BOOST_TEST_MODULE stabilizers
#include <boost/test/unit_test.hpp>
