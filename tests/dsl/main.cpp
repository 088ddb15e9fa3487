#define BOOST_TEST_MODULE dsl
#include <boost/test/unit_test.hpp>
