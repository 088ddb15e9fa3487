// FCLIB files: what FCLIB writes is read to the bit; what contradicts itself is an error, where FCLIB's reader exits.
#include <hdf5.h>

#include <numeric>

#include "formats/friction_file.hpp"
#include "tests/formats/fclib_files.hpp"

namespace perpend::test::of_fclib {

using namespace perpend;
using namespace perpend::test;

namespace {

constexpr Storage storages[] = {Storage::triplets, Storage::columns, Storage::rows};

/// One set of a file replaced by numbers, of which `claimed` are announced.
template <class T>
void replace_set(const std::string& path, const char* place, const std::vector<T>& values) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Ldelete(file, place, H5P_DEFAULT);
  const hsize_t size = values.size();
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  const hid_t type = std::is_same_v<T, double> ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT;
  const hid_t set = H5Dcreate2(file, place, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Dclose(set);
  H5Sclose(space);
  H5Fclose(file);
}

template <class Change>
std::string changed(const Folder& folder, Change change) {
  const std::string path = folder.path("changed.hdf5");
  std::filesystem::remove(path);
  write(LocalSample{.dimension = 3, .num_contacts = 1, .num_equations = 1}, Storage::rows, path);
  change(path);
  return path;
}

void remove_place(const std::string& path, const char* place) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Ldelete(file, place, H5P_DEFAULT);
  H5Fclose(file);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fclib_files)

BOOST_AUTO_TEST_CASE(a_local_problem_is_read_to_the_bit) {
  for (const int dimension : {2, 3})
    for (const int num_equations : {0, 2})
      for (const Storage storage : storages) {
        const Folder folder;
        const LocalSample sample{.dimension = dimension, .num_contacts = 3, .num_equations = num_equations};
        write(sample, storage, folder.path("a.hdf5"));
        const FrictionProblem problem = value_of(read_friction(folder.path("a.hdf5")));
        BOOST_TEST((problem.form == FrictionProblem::Form::local));
        BOOST_TEST(problem.dimension == dimension);
        BOOST_TEST(same(dense(problem.W), sample.w));
        BOOST_TEST(same(problem.q, sample.q));
        BOOST_TEST(same(problem.mu, sample.mu));
        BOOST_TEST(problem.b.size() == num_equations);
        if (num_equations == 0) continue;
        BOOST_TEST(same(dense(problem.V), sample.v));
        BOOST_TEST(same(dense(problem.R), sample.r));
        BOOST_TEST(same(problem.b, sample.s));
      }
}

BOOST_AUTO_TEST_CASE(a_global_problem_is_read_to_the_bit) {
  for (const int dimension : {2, 3})
    for (const int num_equations : {0, 2})
      for (const Storage storage : storages) {
        const Folder folder;
        const GlobalSample sample{
            .dimension = dimension, .num_contacts = 2, .num_velocities = 5, .num_equations = num_equations};
        write(sample, storage, folder.path("a.h5"));
        const FrictionProblem problem = value_of(read_friction(folder.path("a.h5")));
        BOOST_TEST((problem.form == FrictionProblem::Form::global));
        BOOST_TEST(problem.dimension == dimension);
        BOOST_TEST(same(dense(problem.M), sample.m));
        BOOST_TEST(same(dense(problem.H), sample.h));
        BOOST_TEST(same(problem.q, sample.f));
        BOOST_TEST(same(problem.w, sample.w));
        BOOST_TEST(same(problem.mu, sample.mu));
        if (num_equations == 0) continue;
        BOOST_TEST(same(dense(problem.G), sample.g));
        BOOST_TEST(same(problem.b, sample.b));
      }
}

BOOST_AUTO_TEST_CASE(guesses_and_a_solution_come_along) {
  const Folder folder;
  const std::string path = folder.path("a.hdf5");
  write(GlobalSample{.dimension = 2, .num_contacts = 2, .num_velocities = 3, .num_equations = 1}, Storage::columns,
        path);
  VectorX v = sample_matrix(3, 1, 1), u = sample_matrix(4, 1, 2), r = sample_matrix(4, 1, 3),
          l = sample_matrix(1, 1, 4);
  fclib_solution points[] = {{v.data(), u.data(), r.data(), l.data()}, {v.data(), r.data(), u.data(), l.data()}};
  BOOST_REQUIRE(fclib_write_solution(points, path.c_str()) == 1);
  BOOST_REQUIRE(fclib_write_guesses(2, points, path.c_str()) == 1);
  const FrictionProblem problem = value_of(read_friction(path));
  BOOST_TEST_REQUIRE(problem.guesses.size() == 2u);
  for (const FrictionPoint& point : {problem.solution.value(), problem.guesses[0]}) {
    BOOST_TEST(same(point.velocity, v));
    BOOST_TEST(same(point.relative_velocity, u));
    BOOST_TEST(same(point.reaction, r));
    BOOST_TEST(same(point.multiplier, l));
  }
  BOOST_TEST(same(problem.guesses[1].reaction, u));
}

BOOST_AUTO_TEST_CASE(what_was_never_written_of_a_solution_is_not_given) {
  const Folder folder;
  const std::string path = folder.path("a.hdf5");
  write(LocalSample{.dimension = 3, .num_contacts = 1, .num_equations = 0}, Storage::columns, path);
  VectorX u = sample_matrix(3, 1, 2);
  fclib_solution point{nullptr, u.data(), nullptr, nullptr};
  BOOST_REQUIRE(fclib_write_solution(&point, path.c_str()) == 1);
  const FrictionProblem problem = value_of(read_friction(path));
  BOOST_TEST(same(problem.solution.value().relative_velocity, u));
  BOOST_TEST(problem.solution.value().reaction.size() == 0);
}

BOOST_AUTO_TEST_CASE(problems_that_contradict_themselves_are_errors) {
  const Folder folder;
  const auto fails = [&](const char* place, const auto& values, const char* text) {
    const std::string path = changed(folder, [&](const std::string& file) { replace_set(file, place, values); });
    BOOST_TEST(fails_with(read_friction(path), text), place << ": " << text);
  };
  using Integers = std::vector<int>;
  using Numbers = std::vector<double>;
  fails("fclib_local/spacedim", Integers{4}, "spacedim: one whole number from 2 to 3 is expected");
  fails("fclib_local/spacedim", Integers{3, 3}, "one whole number from 2 to 3");
  fails("fclib_local/spacedim", Numbers{3}, "integers are expected");
  fails("fclib_local/W/m", Integers{-3}, "W/m: one whole number from 0 to 1000000 is expected");
  fails("fclib_local/W/n", Integers{4}, "W is 3 x 4 and should be 3 x 3");
  fails("fclib_local/W/nz", Integers{-3}, "W/nz: one whole number from -2");
  fails("fclib_local/W/nz", Integers{1000}, "fewer than the 1000 triplets that nz announces");
  fails("fclib_local/W/nzmax", Integers{1}, "or more than the 1 entries");
  fails("fclib_local/W/p", Integers{0, 1}, "2 pointers; 3 rows have one more");
  fails("fclib_local/W/p", Integers{0, 2, 3, 1000000000}, "pointer 4 is 1000000000");
  fails("fclib_local/W/i", Integers{0, 2, 9, 0, 2}, "row 1, column 9, counted from 0, of a matrix of 3 x 3");
  fails("fclib_local/W/x", Integers{1, 2, 3, 4, 5}, "floating point numbers of 64 or 32 bits are expected");
  fails("fclib_local/W/x", Numbers{1, 2, 3, 4, std::nan("")}, "row 3, column 3: not a number");
  fails("fclib_local/vectors/q", Numbers{1, 2}, "q has 2 numbers and should have 3");
  fails("fclib_local/vectors/q", Numbers{1, HUGE_VAL, 3}, "vectors/q: row 2, column 1: infinite");
  fails("fclib_local/vectors/mu", Numbers{-1}, "the coefficient of friction of contact 1 is negative");
  fails("fclib_local/vectors/s", Numbers{}, "s has 0 numbers and should have 1");
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_named) {
  const Folder folder;
  for (const char* place : {"fclib_local/spacedim", "fclib_local/W/m", "fclib_local/W/x", "fclib_local/vectors/mu",
                            "fclib_local/V", "fclib_local/R/p", "fclib_local/vectors"}) {
    const std::string path = changed(folder, [&](const std::string& file) { remove_place(file, place); });
    BOOST_TEST(fails_with(read_friction(path), std::string("changed.hdf5:") + place), place);
    BOOST_TEST(fails_with(read_friction(path), "is missing"), place);
  }
  const std::string path = changed(folder, [](const std::string& file) { remove_place(file, "fclib_local"); });
  BOOST_TEST(fails_with(read_friction(path), "no FCLIB file: it has neither a group"));
}

BOOST_AUTO_TEST_CASE(links_to_elsewhere_and_storage_outside_are_refused) {
  const Folder folder;
  const auto linked = [&](const auto& link) {
    return changed(folder, [&](const std::string& path) {
      const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
      H5Ldelete(file, "fclib_local/vectors/q", H5P_DEFAULT);
      link(file);
      H5Fclose(file);
    });
  };
  const char* place = "fclib_local/vectors/q";
  const std::string elsewhere =
      linked([&](hid_t file) { H5Lcreate_external("other.hdf5", "q", file, place, H5P_DEFAULT, H5P_DEFAULT); });
  BOOST_TEST(fails_with(read_friction(elsewhere), "vectors/q: a link to elsewhere"));
  const std::string soft = linked([&](hid_t file) { H5Lcreate_soft("/", file, place, H5P_DEFAULT, H5P_DEFAULT); });
  BOOST_TEST(fails_with(read_friction(soft), "vectors/q: a link to elsewhere"));
  const std::string outside = linked([&](hid_t file) {
    const hsize_t size = 3;
    const hid_t space = H5Screate_simple(1, &size, nullptr), creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(creation, "/etc/hostname", 0, 24);
    H5Dclose(H5Dcreate2(file, place, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, creation, H5P_DEFAULT));
    H5Pclose(creation);
    H5Sclose(space);
  });
  BOOST_TEST(fails_with(read_friction(outside), "vectors/q: a storage that is not read"));
}

BOOST_AUTO_TEST_CASE(packed_numbers_are_read_and_unwritten_ones_are_not_made_up) {
  const Folder folder;
  const auto chunked = [&](hsize_t size, bool is_written) {
    return changed(folder, [&](const std::string& path) {
      const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
      H5Ldelete(file, "fclib_local/vectors/q", H5P_DEFAULT);
      const hid_t space = H5Screate_simple(1, &size, nullptr), creation = H5Pcreate(H5P_DATASET_CREATE);
      const hsize_t chunk = std::min<hsize_t>(size, 1000);
      H5Pset_chunk(creation, 1, &chunk);
      H5Pset_shuffle(creation);
      H5Pset_deflate(creation, 9);
      const hid_t set =
          H5Dcreate2(file, "fclib_local/vectors/q", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
      std::vector<double> values(is_written ? size : 0);
      std::iota(values.begin(), values.end(), 1.0);
      if (is_written) H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
      H5Dclose(set);
      H5Pclose(creation);
      H5Sclose(space);
      H5Fclose(file);
    });
  };
  BOOST_TEST(same(value_of(read_friction(chunked(3, true))).q, Vec3(1.0, 2.0, 3.0)));
  BOOST_TEST(fails_with(read_friction(chunked(40'000'000, false)), "vectors/q: is not as long as it says"));
  BOOST_TEST(fails_with(read_friction(chunked(60'000'000, false)), "60000000 numbers; at most 50000000 are read"));
}

BOOST_AUTO_TEST_CASE(what_is_no_hdf5_file_is_told_without_a_word_of_the_library) {
  const Folder folder;
  BOOST_TEST(fails_with(read_friction(folder.write("a.hdf5", "garbage")), "not an HDF5 file"));
  BOOST_TEST(fails_with(read_friction(folder.write("a.hdf5", "")), "not an HDF5 file"));
  BOOST_TEST(fails_with(read_friction(folder.path("none.h5")), "none.h5: no such file"));
  BOOST_TEST(
      fails_with(read_friction(folder.write("a.hdf5", "\x89HDF\r\n\x1a\n and nothing more")), "a damaged HDF5 file"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_fclib
