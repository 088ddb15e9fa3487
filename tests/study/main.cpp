#define BOOST_TEST_MODULE study
#include <boost/test/unit_test.hpp>
