// A method of a user that crashes by itself, in a study: each of its faults is the result of one point, and the other
// points have the bytes that they have without it.
#include <array>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <cstdlib>
#include <map>
#include <new>
#include <stdexcept>

#include "batch/study/run.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "stabilizers/velocity_step.hpp"
#include "tests/batch/scenes.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::test::of_own_methods {
namespace {

enum Fault { none, null_pointer, aborts, exits, endless_loop, endless_allocation, endless_recursion, throws, no_error };
constexpr int num_faults = 9;

/// Not optimized away.
volatile int* volatile nowhere = nullptr;
volatile bool goes_on = true;

int deep(int depth) {
  std::array<volatile char, 4096> room;
  room[0] = static_cast<char>(depth);
  return goes_on ? deep(depth + 1) + room[0] : 0;
}

/// `none` of Perpend until its third step.
class Faulty final : public Stabilizer {
 public:
  explicit Faulty(Fault fault) : fault_(fault) {}

  Status step(StepContext& context, const State& now, State& next) const override {
    if (++num_steps_ == 3) fail();
    return step_velocity_level(context, now, {}, next);
  }
  std::optional<LinearUpdate> linear_update() const override { return std::nullopt; }

 private:
  void fail() const {
    std::vector<std::unique_ptr<std::vector<double>>> kept;
    switch (fault_) {
      case null_pointer:
        *nowhere = 1;
        break;
      case aborts:
        std::abort();
      case exits:
        std::exit(0);
      case endless_loop:
        while (goes_on) {
        }
        break;
      case endless_allocation:
        while (goes_on) kept.push_back(std::make_unique<std::vector<double>>(1'000'000, 1.0));
        break;
      case endless_recursion:
        deep(0);
        break;
      case throws:
        throw std::runtime_error("no step today");
      case no_error:
        throw 42;
      default:
        break;
    }
  }

  Fault fault_;
  mutable int num_steps_ = 0;
};

constexpr FieldSpec options[] = {{.name = "fault",
                                  .type = FieldType::number,
                                  .dimension = dimension::none,
                                  .required = true,
                                  .doc = "what it does"}};

Made<std::shared_ptr<const Stabilizer>> make(const Properties& given) {
  return std::make_shared<const Faulty>(static_cast<Fault>(given.number("fault")));
}

void register_it() {
  static const auto trouble = add_stabilizer_type(
      {.spec = {.name = "faulty", .summary = "of the tests", .arguments = options, .properties = {}},
       .drift_order = 1,
       .position_order = 1,
       .variants = "faulty",
       .make = make});
  BOOST_REQUIRE(!trouble);
}

struct Ended {
  std::string status, message, trajectory;
};

std::map<std::int64_t, Ended> ends_of(const std::string& path) {
  batch::Database file(path, batch::Access::read);
  batch::Query rows(file, "SELECT run, status, message, trajectory FROM runs");
  std::map<std::int64_t, Ended> ends;
  while (rows.step()) ends[rows.whole(0)] = {rows.text(1), rows.text(2), rows.text(3)};
  return ends;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_sanitized = true;
#elif defined(__has_feature)
constexpr bool is_sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool is_sanitized = false;
#endif
boost::test_tools::assertion_result is_plain(boost::unit_test::test_unit_id) {
  return !is_sanitized;
}

BOOST_AUTO_TEST_SUITE(own_methods)

/// Not under sanitizers, which end a process in their own way.
BOOST_AUTO_TEST_CASE(each_fault_of_a_method_is_the_result_of_its_point, *boost::unit_test::precondition(is_plain)) {
  register_it();
  const Planned planned(
      swept_pendulum("param fault = 0\nmethod mine = faulty(fault: fault)\n"
                     "sweep faults { fault = 0..8; methods = [held, mine]; expect = any }"));
  const TemporaryFolder folder;
  const batch::StudyOutcome outcome =
      batch::run_study(planned.plan(), {.folder = folder.at("out"), .jobs = 2, .limit = 0.5, .memory = 300e6});
  BOOST_TEST(outcome.tally.is_complete);
  BOOST_TEST(outcome.tally.made == 2 * num_faults);
  const auto ends = ends_of(outcome.path);
  const std::pair<const char*, const char*> wanted[num_faults] = {
      {"completed", ""},
      {"crashed", "its process ended by SIGSEGV (Segmentation fault)"},
      {"crashed", "its process ended by SIGABRT (Aborted)"},
      {"crashed", "its process ended with exit code 0"},
      {"limit", "did not stop at its time limit and was killed"},
      {"limit", "needs more than 300 MB of memory"},
      {"crashed", "its process ended by SIGSEGV (Segmentation fault)"},
      {"not_run", "an exception ended it: no step today"},
      {"crashed", "its process ended by SIGABRT (Aborted)"}};
  for (int fault = 0; fault < num_faults; ++fault) {
    const Ended& held = ends.at(2 * fault);
    const Ended& mine = ends.at(2 * fault + 1);
    BOOST_TEST(held.status == "completed");
    BOOST_TEST(held.trajectory == ends.at(0).trajectory);
    BOOST_TEST(mine.status == wanted[fault].first, "fault " << fault << ": " << mine.status);
    BOOST_TEST(mine.message == wanted[fault].second, "fault " << fault << ": " << mine.message);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_own_methods
