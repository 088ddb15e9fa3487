// A run in a process of its own gives what it gives here, and whatever ends it ends no other.
#include <unistd.h>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "batch/cache/run_archive.hpp"
#include "batch/study/conduct.hpp"
#include "batch/study/point_runs.hpp"
#include "tests/batch/scenes.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::test::of_workers {
namespace {

using batch::RunEnd;
using batch::WorkerLimits;
using batch::Workers;
using batch::WorkOrder;

/// What a method of a user may do, by the number of the point of the first sweep.
enum Deed : std::int64_t { good, segfault, abort_it, leave, leave_well, use_memory, hang, throw_it, large };

MethodRun carry_out(const WorkOrder& order) {
  MethodRun run;
  run.message = "done";
  run.steps = static_cast<long>(order.method);
  constexpr std::size_t much = std::size_t{1} << 30;
  switch (order.point) {
    case segfault:
      ::raise(SIGSEGV);
      break;
    case abort_it:
      std::abort();
    case leave:
      std::_Exit(7);
    case leave_well:
      std::_Exit(0);
    case use_memory:
      run.times.assign(much / sizeof(double), 1.0);
      break;
    case hang:
      ::pause();
      break;
    case throw_it:
      throw 1;  // what no handler of exceptions knows
    case large:
      run.times.assign(100000, 0.1);
      break;
    default:
      break;
  }
  return run;
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool is_sanitized = true;
#elif defined(__has_feature)
constexpr bool is_sanitized = __has_feature(address_sanitizer);
#else
constexpr bool is_sanitized = false;
#endif
boost::test_tools::assertion_result has_plain_memory(boost::unit_test::test_unit_id) {
  return !is_sanitized;
}

BOOST_AUTO_TEST_SUITE(workers)

BOOST_AUTO_TEST_CASE(a_crash_is_the_result_of_its_run_alone) {
  Workers workers(1, carry_out, {});
  const std::pair<Deed, const char*> crashes[] = {{segfault, "its process ended by SIGSEGV (Segmentation fault)"},
                                                  {abort_it, "its process ended by SIGABRT (Aborted)"},
                                                  {leave, "its process ended with exit code 7"},
                                                  {leave_well, "its process ended with exit code 0"},
                                                  {throw_it, "its process ended by SIGABRT (Aborted)"}};
  for (const auto& [deed, message] : crashes) {
    const auto crashed = workers.run({0, deed, {0}, 0});
    BOOST_REQUIRE(crashed.has_value());
    BOOST_TEST((crashed->end == RunEnd::crashed));
    BOOST_TEST(crashed->run.message == message);
    BOOST_TEST(!crashed->run.as_expected);
    const auto next = workers.run({0, good, {0, 1, 2}, 2});
    BOOST_REQUIRE(next.has_value());
    BOOST_TEST((next->end == RunEnd::returned));
    BOOST_TEST(next->run.message == "done");
    BOOST_TEST(next->run.steps == 2);
  }
  const auto long_one = workers.run({0, large, {0}, 0});
  BOOST_REQUIRE(long_one.has_value());
  BOOST_TEST(long_one->run.times.size() == 100000U);
}

/// Not under AddressSanitizer, whose allocator ends the process itself.
BOOST_AUTO_TEST_CASE(a_run_has_the_memory_that_it_may_take, *boost::unit_test::precondition(has_plain_memory)) {
  Workers workers(1, carry_out, {.bytes = 100'000'000, .seconds = {}});
  for (int i = 0; i < 3; ++i) {
    const auto greedy = workers.run({0, use_memory, {0}, 0});
    BOOST_REQUIRE(greedy.has_value());
    BOOST_TEST((greedy->end == RunEnd::out_of_memory));
    BOOST_TEST(greedy->run.message == "needs more than 100 MB of memory");
    BOOST_TEST((workers.run({0, large, {0}, 0})->end == RunEnd::returned));
  }
  Workers generous(1, carry_out, {.bytes = 4'000'000'000, .seconds = {}});
  BOOST_TEST((generous.run({0, large, {0}, 0})->end == RunEnd::returned));
}

BOOST_AUTO_TEST_CASE(what_the_kernel_kills_is_a_crash) {
  Workers workers(1,
                  [](const WorkOrder& order) -> MethodRun {
                    if (order.point == 1) ::kill(::getpid(), SIGKILL);
                    return {};
                  },
                  {});
  BOOST_TEST(workers.run({0, 1, {0}, 0})->run.message == "its process ended by SIGKILL (Killed)");
  BOOST_TEST((workers.run({0, 0, {0}, 0})->end == RunEnd::returned));
}

BOOST_AUTO_TEST_CASE(an_order_may_wait_in_front_of_a_worker) {
  Workers workers(1, carry_out, {});
  Workers::Lease lease(workers);
  const Deed deeds[] = {good, large, large, segfault, good, segfault, leave, large, good};
  std::size_t sent = 0, received = 0;
  const auto send = [&] { lease.send({0, deeds[sent], {0}, sent}), ++sent; };
  send();
  while (received < std::size(deeds)) {
    if (sent < std::size(deeds)) send();
    BOOST_TEST(lease.num_open() <= Workers::Lease::most_open);
    const auto result = lease.receive();
    BOOST_REQUIRE(result.has_value());
    const Deed deed = deeds[received];
    const bool is_crash = deed == segfault || deed == leave;
    BOOST_TEST((result->end == (is_crash ? RunEnd::crashed : RunEnd::returned)), "order " << received);
    if (!is_crash) BOOST_TEST(result->run.steps == static_cast<long>(received));
    BOOST_TEST(result->run.times.size() == (deed == large ? 100000U : 0U));
    ++received;
  }
}

/// Orders leave together before an answer is asked for, and answers may come together.
BOOST_AUTO_TEST_CASE(orders_that_leave_together_run_once_each_whatever_ends_their_worker) {
  const Deed deeds[] = {good, good, segfault, large, good, leave, segfault, good, good};
  for (const bool is_limited : {false, true}) {  // a run with a limit of memory is the last one of its process
    if (is_limited && is_sanitized) continue;
    const TemporaryFolder folder;
    const auto carry_out_once_more = [&](const WorkOrder& order) {
      std::ofstream(folder.at(std::to_string(order.method)), std::ios::app) << 'x';
      return carry_out(order);
    };
    WorkerLimits limits;
    if (is_limited) limits.bytes = 4'000'000'000;
    Workers workers(1, carry_out_once_more, limits);
    Workers::Lease lease(workers);
    for (std::size_t i = 0; i < std::size(deeds); ++i) lease.send({0, deeds[i], {0}, i});
    for (std::size_t i = 0; i < std::size(deeds); ++i) {
      const auto result = lease.receive();
      BOOST_REQUIRE(result.has_value());
      const bool is_crash = deeds[i] == segfault || deeds[i] == leave;
      BOOST_TEST((result->end == (is_crash ? RunEnd::crashed : RunEnd::returned)), "order " << i);
      BOOST_TEST(result->run.times.size() == (deeds[i] == large ? 100000U : 0U));
      BOOST_TEST(std::filesystem::file_size(folder.at(std::to_string(i))) == 1U, "runs of order " << i);
    }
  }
}

BOOST_AUTO_TEST_CASE(orders_of_many_methods_arrive_whole) {
  Workers workers(1,
                  [](const WorkOrder& order) -> MethodRun {
                    MethodRun run;
                    for (const std::size_t method : order.methods) run.steps += static_cast<long>(method);
                    return run;
                  },
                  {});
  Workers::Lease lease(workers);
  const std::size_t counts[] = {1, 700, 700, 1, 4096, 3};
  for (const std::size_t count : counts) lease.send({0, 0, std::vector<std::size_t>(count, 2), 0});
  for (const std::size_t count : counts) BOOST_TEST(lease.receive()->run.steps == static_cast<long>(2 * count));
}

/// What its run does to a process whose number is in the file at `place`, once.
void kill_once(const std::string& place, pid_t process) {
  if (std::ofstream(place, std::ios::app).tellp() > 0) return;
  std::ofstream(place) << process;
  ::kill(process, SIGKILL);
  ::pause();
}

/// Whoever killed them: the run has another chance, and the one behind it waits for it.
BOOST_AUTO_TEST_CASE(a_worker_that_is_killed_with_its_keeper_loses_nothing) {
  for (const int count : {1, 2}) {
    const TemporaryFolder folder;
    Workers workers(count,
                    [&](const WorkOrder& order) -> MethodRun {
                      if (order.point == 1) kill_once(folder.at("killed"), ::getppid());
                      MethodRun run;
                      run.steps = order.point;
                      return run;
                    },
                    {});
    Workers::Lease lease(workers);
    for (const std::int64_t point : {1, 7}) lease.send({0, point, {0}, 0});
    for (const std::int64_t point : {1, 7}) {
      const auto result = lease.receive();
      BOOST_REQUIRE(result.has_value());
      BOOST_TEST((result->end == RunEnd::returned));
      BOOST_TEST(result->run.steps == point);
    }
    BOOST_TEST(std::filesystem::exists(folder.at("killed")));
  }
}

BOOST_AUTO_TEST_CASE(a_run_that_kills_its_keeper_twice_is_a_crash_and_not_more_than_one) {
  Workers workers(1,
                  [](const WorkOrder& order) -> MethodRun {
                    if (order.point == 1) ::kill(::getppid(), SIGKILL), ::pause();
                    return {};
                  },
                  {});
  for (int i = 0; i < 30; ++i) {  // more than are started in a row
    const auto lost = workers.run({0, 1, {0}, 0});
    BOOST_REQUIRE(lost.has_value());
    BOOST_TEST((lost->end == RunEnd::crashed));
    BOOST_TEST(lost->run.message == "its process was killed, and the one that keeps it");
    BOOST_TEST((workers.run({0, 0, {0}, 0})->end == RunEnd::returned));
  }
}

/// Those in front of it, whose answers are lost with the worker, are none.
BOOST_AUTO_TEST_CASE(among_orders_that_left_together_only_the_one_that_kills_its_keeper_is_a_crash) {
  Workers workers(1,
                  [](const WorkOrder& order) -> MethodRun {
                    if (order.point == 4) ::kill(::getppid(), SIGKILL), ::pause();
                    MethodRun run;
                    run.steps = order.point;
                    return run;
                  },
                  {});
  Workers::Lease lease(workers);
  for (std::int64_t point = 0; point < 8; ++point) lease.send({0, point, {0}, 0});
  for (std::int64_t point = 0; point < 8; ++point) {
    const auto result = lease.receive();
    BOOST_REQUIRE(result.has_value());
    BOOST_TEST((result->end == (point == 4 ? RunEnd::crashed : RunEnd::returned)), "point " << point);
    if (point != 4) BOOST_TEST(result->run.steps == point);
  }
}

BOOST_AUTO_TEST_CASE(keepers_that_are_killed_again_and_again_end_the_work) {
  Workers workers(2,
                  [](const WorkOrder&) -> MethodRun {
                    ::kill(::getppid(), SIGKILL);
                    ::pause();
                    return {};
                  },
                  {});
  const auto has_its_reason = [](const batch::WorkersGone& error) {
    return std::string(error.what()) ==
           "all processes that make runs were killed: 20 were started anew, and each was killed before it had made a "
           "run";
  };
  BOOST_CHECK_EXCEPTION(for (int i = 0; i < 100; ++i) static_cast<void>(workers.run({0, 0, {0}, 0})),
                        batch::WorkersGone, has_its_reason);
}

/// Results share a transaction, and none waits for another one to be added.
BOOST_AUTO_TEST_CASE(what_is_added_is_in_the_file_soon) {
  const Planned planned(swept_pendulum(two_sweeps));
  const TemporaryFolder folder;
  batch::StudyFile file(folder.at("a.sqlite"), planned.plan(), {}, "a test");
  for (const std::int64_t i : {0, 1, 2})
    file.add(planned.plan().point(i), {{.run = i, .method = 0, .key = planned.key(i), .record = {}}});
  batch::Database other(folder.at("a.sqlite"), batch::Access::read);
  const auto count = [&] {
    batch::Query rows(other, "SELECT COUNT(*) FROM runs");
    return rows.step() ? rows.whole(0) : 0;
  };
  for (int wait = 0; wait < 500 && count() < 3; ++wait) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  BOOST_TEST(count() == 3);
}

BOOST_AUTO_TEST_CASE(many_threads_share_the_workers) {
  Workers workers(3, carry_out, {});
  std::vector<std::thread> threads;
  std::vector<int> wrong(8, 0);
  for (int& count : wrong)
    threads.emplace_back([&workers, &count] {
      for (std::int64_t i = 0; i < 40; ++i) {
        const auto result = workers.run({0, i % 4 == 3 ? segfault : good, {0}, static_cast<std::size_t>(i)});
        const bool is_right = i % 4 == 3 ? result->end == RunEnd::crashed : result->run.steps == i;
        if (!is_right) ++count;
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const int count : wrong) BOOST_TEST(count == 0);
}

BOOST_AUTO_TEST_CASE(a_thread_that_has_to_stop_does_not_wait) {
  Workers workers(1, carry_out, {});
  std::stop_source stop;
  const StopScope scope(std::nullopt, stop.get_token());
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  BOOST_TEST(!workers.run({0, hang, {0}, 0}).has_value());
  other.join();
}

BOOST_AUTO_TEST_CASE(a_study_has_the_same_bytes_in_one_process_and_in_several) {
  const Planned planned(swept_pendulum(two_sweeps));
  const TemporaryFolder folder;
  const auto content = [&](const std::string& name, Workers* pool, ThreadBudget* threads) {
    batch::StudyFile file(folder.at(name), planned.plan(), {}, "a test");
    BOOST_TEST(conduct(planned.plan(), file, {.threads = threads, .workers = pool}).made == 19);
    return file.finish();
  };
  batch::PointRuns runs(planned.plan(), std::nullopt);
  const auto work = [&runs](const WorkOrder& order) { return runs.run(order); };
  const std::string here = content("here.sqlite", nullptr, nullptr);
  for (const int count : {1, 3}) {
    Workers pool(count, work, {});
    ThreadBudget threads(count - 1);
    BOOST_TEST(content("apart" + std::to_string(count) + ".sqlite", &pool, &threads) == here);
  }
}

/// The crash is in the file, and made again when the study is.
BOOST_AUTO_TEST_CASE(a_study_goes_on_after_crashes) {
  const Planned planned(swept_pendulum(two_sweeps));
  const TemporaryFolder folder;
  batch::PointRuns runs(planned.plan(), std::nullopt);
  bool crashes = true;
  const auto work = [&](const WorkOrder& order) {
    if (crashes && order.point == (order.sweep == 0 ? 4 : 1)) ::raise(SIGSEGV);
    return runs.run(order);
  };
  const auto tally_of = [&](const std::string& name) {
    batch::StudyFile file(folder.at(name), planned.plan(), {}, "a test");
    Workers pool(2, work, {});
    const batch::Tally tally = conduct(planned.plan(), file, {.workers = &pool});
    BOOST_TEST(tally.is_complete);
    return std::pair(tally, file.state());
  };
  const auto [first, state] = tally_of("a.sqlite");
  BOOST_TEST(first.made == 19);
  BOOST_TEST(state.unexpected == 3);  // one run of the first sweep, two methods of the second
  {
    batch::Database file(folder.at("a.sqlite"), batch::Access::read);
    batch::Query rows(file, "SELECT COUNT(*), MIN(method), MIN(message) FROM runs WHERE status = 'crashed'");
    BOOST_TEST(rows.step());
    BOOST_TEST(rows.whole(0) == 3);
    BOOST_TEST(rows.text(1) == "corrected");
    BOOST_TEST(rows.text(2) == "its process ended by SIGSEGV (Segmentation fault)");
  }
  crashes = false;
  const auto [second, mended] = tally_of("a.sqlite");
  BOOST_TEST(second.made == 3);
  BOOST_TEST(second.kept == 16);
  BOOST_TEST(mended.unexpected == 0);
}

/// Where it may take more, it has another chance.
BOOST_AUTO_TEST_CASE(a_run_that_met_its_memory_is_kept_until_it_may_take_more,
                     *boost::unit_test::precondition(has_plain_memory)) {
  const Planned planned(swept_pendulum(two_sweeps));
  const TemporaryFolder folder;
  batch::PointRuns runs(planned.plan(), std::nullopt);
  const auto work = [&](const WorkOrder& order) {
    MethodRun run = runs.run(order);
    if (order.point == 4) run.times.assign(50'000'000, 0.0);
    return run;
  };
  const auto made_with = [&](std::int64_t bytes) {
    batch::StudyFile file(folder.at("a.sqlite"), planned.plan(), {}, "a test");
    Workers pool(1, work, {.bytes = bytes, .seconds = {}});
    return conduct(planned.plan(), file, {.workers = &pool, .memory = static_cast<double>(bytes)}).made;
  };
  BOOST_TEST(made_with(100'000'000) == 19);
  {
    batch::Database file(folder.at("a.sqlite"), batch::Access::read);
    batch::Query rows(file, "SELECT status, message, as_expected FROM runs WHERE run = 4");
    BOOST_TEST(rows.step());
    BOOST_TEST(rows.text(0) == "limit");
    BOOST_TEST(rows.text(1) == "needs more than 100 MB of memory");
    BOOST_TEST(rows.whole(2) == 0);
  }
  BOOST_TEST(made_with(100'000'000) == 0);
  BOOST_TEST(made_with(50'000'000) == 0);
  BOOST_TEST(made_with(200'000'000) == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_workers
