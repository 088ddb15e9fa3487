// Every bit of the trajectories of every method in double precision, the same from each compiler and level of
// optimization. A change here is a change of the numbers that users get: regenerate (PERPEND_REGENERATE=1) only when
// that is meant, and say why.
#include <array>
#include <bit>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>

#include "kernel/simulation/trajectory_hash.hpp"
#include "tests/support/contact_steps.hpp"
#include "tests/support/spatial_contact_worlds.hpp"

namespace perpend::test::of_trajectories {

namespace {

class HashObserver final : public SimulationObserver {
 public:
  void on_solve(const Problem&, const Solution&) override {}
  bool on_instant(const Instant& instant) override {
    hash.add(instant.state);
    return true;
  }
  TrajectoryHash hash;
};

const std::string golden_file = std::string(PERPEND_GOLDEN_DIR) + "/trajectories.txt";

std::string hash_of(const Model& model, const TestedMethod& tested, const std::vector<LcpSolverChoice>& solvers = {}) {
  HashObserver observer;
  const SimulationSettings settings{.step = 1e-3,
                                    .num_steps = 300,
                                    .ledger = true,
                                    .dependent_rows = DependentRows::leave_out,
                                    .lcp_solvers = solvers};
  const SimulationResult result =
      simulate(model, initial_state(model), step_of(tested.stabilizer()), settings, observer);
  BOOST_REQUIRE_MESSAGE(result.status == Status::converged, tested.label << ": " << result.message);
  return observer.hash.text();
}

/// A box on its corner that hits a disk.
Model tumbling_box() {
  Model model = contact_world(0.4);
  add_ground(model);
  add_body(model, box_shape(0.5, 0.25), 1.5, Vec2(0.0, 0.375), Vec2(0.75, -0.5), -1.25);
  model.bodies.back().angle = 0.375;
  add_body(model, disk_shape(0.25), 0.75, Vec2(0.6, 0.25), Vec2(-1.0, 0.0));
  number_unknowns(model);
  return model;
}

Model falling_ball() {
  Model model = spatial_world_with_ground(0.4);
  model.bodies.push_back(ball(0.25, 1.5, Vec3(0.0, 0.0, 0.35)));
  model.bodies.back().spatial.velocity = Vec3(1.0, 0.25, 0.0);
  model.bodies.back().spatial.spin = Vec3(0.5, -1.25, 0.75);
  number_unknowns(model);
  return model;
}

Model tumbling_solid() {
  Model model = spatial_world_with_ground(0.4);
  model.bodies.push_back(box(Vec3(0.5, 0.25, 0.375), 1.5, Vec3(0.0, 0.0, 0.375)));
  model.bodies.back().spatial.velocity = Vec3(0.75, 0.25, -0.5);
  model.bodies.back().spatial.spin = Vec3(0.5, -1.25, 0.75);
  number_unknowns(model);
  return model;
}

/// "world_solver method" to hash.
void add_contact_hashes(std::map<std::string, std::string>& hashes) {
  for (const std::string solver : {"lemke", "pgs"})
    for (const auto& [name, model] : {std::pair{"heap", heap(3, 0.2)},
                                      {"tumbling_box", tumbling_box()},
                                      {"falling_ball", falling_ball()},
                                      {"tumbling_solid", tumbling_solid()}})
      for (const TestedMethod& tested : methods_for(model))
        hashes[name + ("_" + solver) + " " + tested.label] = hash_of(model, tested, by(solver));
}

/// "mechanism method" to hash. The reference runs in long double with libm and is not golden.
std::map<std::string, std::string> compute_hashes() {
  std::vector<TestedMethod> methods = tested_methods();
  std::erase_if(methods, [](const TestedMethod& tested) { return tested.type == "reference"; });
  methods.push_back({"erp_cfm", "erp", {{"erp", 0.25}, {"cfm", 1e-4}}});
  methods.push_back({"post_stabilization_limited", "post_stabilization", {{"iterations", 3.0}, {"step_limit", 1e-6}}});
  std::map<std::string, std::string> hashes;
  for (const auto& [name, model] :
       {std::pair{"chain", chain(6)}, {"four_bar_redundant", four_bar(true)}, {"mixed", mixed_mechanism()}})
    for (const TestedMethod& tested : methods) hashes[std::string(name) + " " + tested.label] = hash_of(model, tested);
  add_contact_hashes(hashes);
  return hashes;
}

std::map<std::string, std::string> read_hashes() {
  std::map<std::string, std::string> hashes;
  std::ifstream in(golden_file);
  for (std::string mechanism, method, hash; in >> mechanism >> method >> hash;) hashes[mechanism + " " + method] = hash;
  return hashes;
}

}  // namespace

BOOST_AUTO_TEST_CASE(trajectories_have_the_golden_bits) {
  const std::map<std::string, std::string> hashes = compute_hashes();
  const char* regenerate = std::getenv("PERPEND_REGENERATE");
  if (regenerate != nullptr && std::string(regenerate) == "1") {
    std::ofstream out(golden_file);
    for (const auto& [name, hash] : hashes) out << name << " " << hash << "\n";
    BOOST_REQUIRE(out.flush());
    BOOST_FAIL("wrote " << golden_file << ": run again without PERPEND_REGENERATE to compare");
  }
  const std::map<std::string, std::string> golden = read_hashes();
  BOOST_TEST(golden.size() == hashes.size());
  for (const auto& [name, hash] : hashes) {
    const auto expected = golden.find(name);
    BOOST_REQUIRE_MESSAGE(expected != golden.end(), "no golden hash for " << name);
    BOOST_TEST(hash == expected->second, name << " has " << hash << ", golden is " << expected->second);
  }
}

State four_words(double q0, double q1, double v0, double v1) {
  State state;
  state.q = VectorX::Zero(2);
  state.v = VectorX::Zero(2);
  state.q << q0, q1;
  state.v << v0, v1;
  return state;
}

std::uint64_t value_of(const State& state) {
  TrajectoryHash hash;
  hash.add(state);
  const std::string text = hash.text();
  BOOST_TEST(text.size() == 16U);
  return std::stoull(text, nullptr, 16);
}

BOOST_AUTO_TEST_CASE(order_and_signs_change_the_hash) {
  const std::uint64_t before = value_of(four_words(1.0, 2.0, 3.0, 4.0));
  for (const State& other : {four_words(2.0, 1.0, 3.0, 4.0), four_words(3.0, 4.0, 1.0, 2.0),
                             four_words(1.0, 2.0, -3.0, -4.0),  // two top bits, which sums of whole words lose
                             four_words(-1.0, 2.0, 3.0, -4.0), four_words(-1.0, -2.0, -3.0, -4.0)})
    BOOST_TEST(value_of(other) != before);
  BOOST_TEST(value_of(four_words(0.0, 0.0, 0.0, 0.0)) != value_of(four_words(0.0, 0.0, 0.0, -0.0)));
}

// Words of a part go to four states in turn: none has a place that another could take.
BOOST_AUTO_TEST_CASE(any_two_words_that_change_places_change_the_hash) {
  const auto value_of_part = [](const VectorX& part) {
    TrajectoryHash hash;
    hash.add(part);
    return hash.text();
  };
  for (Eigen::Index size = 1; size <= 13; ++size) {
    const VectorX part = VectorX::LinSpaced(size, 1.0, static_cast<double>(size));
    const std::string before = value_of_part(part);
    BOOST_TEST(value_of_part(part.head(size - 1)) != before);
    for (Eigen::Index i = 0; i < size; ++i)
      for (Eigen::Index j = 0; j < i; ++j) {
        VectorX exchanged = part;
        std::swap(exchanged[i], exchanged[j]);
        BOOST_TEST(value_of_part(exchanged) != before, size << " words, " << i << " and " << j);
      }
  }
}

// About half of the 64 bits follow from each; 12 of 64 or fewer have a chance of 2e-7 a bit.
BOOST_AUTO_TEST_CASE(one_bit_changes_many_bits_of_the_hash) {
  const std::array<double, 4> words{1.0, 0.1, 0.0, -3.5};
  const auto state = [](const std::array<double, 4>& w) { return four_words(w[0], w[1], w[2], w[3]); };
  const std::uint64_t before = value_of(state(words));
  for (std::size_t word = 0; word < words.size(); ++word)
    for (int bit = 0; bit < 64; ++bit) {
      std::array<double, 4> flipped = words;
      flipped[word] = std::bit_cast<double>(std::bit_cast<std::uint64_t>(words[word]) ^ (std::uint64_t{1} << bit));
      const int changed = std::popcount(value_of(state(flipped)) ^ before);
      BOOST_TEST(changed > 12, changed << " bits follow from bit " << bit << " of word " << word);
    }
}

}  // namespace perpend::test::of_trajectories
