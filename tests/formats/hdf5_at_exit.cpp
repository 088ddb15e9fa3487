#include <hdf5.h>

#include <boost/test/unit_test.hpp>

namespace {

/// FCLIB may start HDF5 before a reader does, which asks the same: damaged files keep it from closing.
struct NothingClosedAtExit {
  NothingClosedAtExit() { H5dont_atexit(); }
};

}  // namespace

BOOST_TEST_GLOBAL_FIXTURE(NothingClosedAtExit);
