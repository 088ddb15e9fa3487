#include <atomic>
#include <cstdlib>
#include <new>

#include <boost/test/unit_test.hpp>

#include "kernel/model/scene/vocabulary.hpp"
#include "tests/verification/chain.hpp"
#include "tests/verification/contacts/contact_case.hpp"
#include "verification/contacts/contact_errors.hpp"
#include "verification/contacts/contact_solve.hpp"
#include "verification/motion/trajectory.hpp"
#include "verification/solves/delassus.hpp"
#include "verification/solves/kkt_residual.hpp"

namespace {
std::atomic<long> count{0};
}

// Not inlined: the compiler would take malloc and free for a mismatched pair.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++count;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++count;
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace perpend::test::of_allocations {

long allocations() {
  return count;
}

BOOST_AUTO_TEST_SUITE(allocation)

BOOST_AUTO_TEST_CASE(certificates_of_a_step_allocate_nothing) {
  Chain chain(20);
  const Problem problem = fall_problem(chain);
  const Solution solution = solve_dense(problem);
  KktResidualCertifier residual(chain.rows);
  DelassusCertifier delassus(chain.rows);
  const long before = count;
  bool all_proved = true;
  for (int step = 0; step < 10; ++step) {
    all_proved = all_proved && residual.certify(problem, solution).verdict == Verdict::proved;
    all_proved = all_proved && delassus.certify(chain.mass, chain.rows, problem.compliance).verdict == Verdict::proved;
  }
  const long after = count;
  BOOST_TEST(all_proved);
  BOOST_TEST(after == before);
}

BOOST_AUTO_TEST_CASE(certificates_of_contacts_allocate_once) {
  ContactCase disk(Vec3(2.0, 2.0, 1.0));
  disk.problem.joints.motion = Vec3(8.0, -4.0, 0.0);
  disk.add_contact(ground_rows(), 0.5);
  disk.finish();
  const ContactSolution solution = solve_by_trial(disk.problem);
  ContactCertifier certifier(disk.joints);
  bool all_proved = certifier.certify(disk.problem, solution).verdict == Verdict::proved;
  const long before = count;
  for (int step = 0; step < 10; ++step) {
    all_proved = all_proved && certifier.certify(disk.problem, solution).verdict == Verdict::proved;
    all_proved = all_proved && measure_contact_errors(disk.problem, solution).cone == 0.0;
  }
  const long after = count;
  BOOST_TEST(all_proved);
  BOOST_TEST(after == before);
}

BOOST_AUTO_TEST_CASE(enclosing_a_state_allocates_nothing) {
  JointType revolute;
  revolute.spec.name = "revolute";
  revolute.num_rows = 2;
  Model model;
  model.bodies.resize(2);
  model.joints.resize(1);
  model.joints[0].type = &revolute;
  model.joints[0].body = {0, 1};
  number_unknowns(model);
  State state;
  state.q = state.v = VectorX::Ones(6);
  ConstraintErrorEnclosure enclosure(model);
  const long before = count;
  for (long step = 0; step < 10; ++step) enclosure.add(state, step);
  const long after = count;
  BOOST_TEST(after == before);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_allocations
