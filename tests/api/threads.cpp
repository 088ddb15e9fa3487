// Two studies on two threads give the bits of one after the other, while a third thread registers methods, certifies
// and solves. Built with PERPEND_THREADS it also shows that they share nothing: `./check --threads`.
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "perpend/certify.hpp"
#include "perpend/lcp.hpp"
#include "perpend/method.hpp"
#include "perpend/study.hpp"
#include "tests/api/scenes.hpp"

using namespace perpend;

namespace {

class Copy final : public Stabilizer {
 public:
  Status step(StepContext& context, const State& now, State& next) const override {
    return step_velocity_level(context, now, {.contacts = {.keeps_distance = false}}, next);
  }
  std::optional<LinearUpdate> linear_update() const override { return std::nullopt; }
};

Made<std::shared_ptr<const Stabilizer>> make(const Properties&) {
  return std::make_shared<const Copy>();
}

/// Hashes of the trajectories and counts of certificates; what went wrong where it did.
std::string fingerprint(const std::string& text, int threads = 1) {
  const auto scene = Scene::from_text(text);
  if (!scene) return describe(scene.error());
  const auto study = run(*scene, {.threads = threads});
  if (!study) return describe(study.error());
  std::string print;
  for (const MethodRun& one : study->runs()) print += one.trajectory_hash + " ";
  for (const SweepRecord& sweep : study->record().sweeps)
    for (const SweepPoint& point : sweep.points)
      for (const MethodRun& one : point.runs) print += one.trajectory_hash + " ";
  const CertificateCounts counts = study->certificates();
  return print + std::to_string(counts.proved) + " " + std::to_string(counts.undecided) + " " +
         std::to_string(counts.refuted);
}

const std::vector<std::string> scenes{
    test::pendulum("method plain = none\n  method fed = baumgarte(alpha: 20/s)\n  method ggl = ggl"),
    test::pendulum("param alpha = 20/s\n  method fed = baumgarte(alpha: alpha)\n  method plain = none\n"
                   "  sweep gain { alpha = [10, 20, 30, 40]/s }"),
    test::dropped_disks("lemke"), test::dropped_disks("[pgs(sweeps: 20), interior_point]")};

const std::string names[] = {"copy_a", "copy_b", "copy_c", "copy_d", "copy_e", "copy_f"};

/// What else a program does meanwhile.
bool bother() {
  const MatrixX a = (MatrixX(2, 2) << 2, -1, -1, 2).finished();
  bool is_good = true;
  for (const std::string& name : names) {
    is_good &= !register_method({.spec = {.name = name, .summary = "a copy of none", .arguments = {}, .properties = {}},
                                 .drift_order = 1,
                                 .variants = name,
                                 .make = make});
    is_good &= certify_spd(a)->verdict == Verdict::proved;
    is_good &= solve_lcp(a, {-1.0, -1.0}, "lemke")->is_solved();
    std::stop_source source;
    source.request_stop();
    is_good &= run(Scene::from_text(scenes[0]).value(), {.stop = source.get_token()})->stopped_by() != StopReason::none;
    is_good &= run(Scene::from_text(test::pendulum("method plain = " + name)).value())->as_expected();
  }
  return is_good;
}

}  // namespace

int main() {
  std::vector<std::string> in_turn;
  for (const std::string& text : scenes) in_turn.push_back(fingerprint(text));
  std::atomic<int> num_different = 0;
  std::atomic<bool> is_good = true;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 2; ++t)
      threads.emplace_back([&, t] {
        for (std::size_t i = 0; i < scenes.size(); ++i) {
          const std::size_t which = t == 0 ? i : scenes.size() - 1 - i;
          if (fingerprint(scenes[which], 1 + t) != in_turn[which])
            ++num_different;  // the second: methods and points, too
        }
      });
    threads.emplace_back([&] { is_good = bother(); });
  }
  for (const std::string& print : in_turn) std::printf("%s\n", print.c_str());
  std::printf("%d of %zu studies differ; the other thread %s\n", num_different.load(), 2 * scenes.size(),
              is_good ? "got what it asked for" : "did NOT get what it asked for");
  return num_different == 0 && is_good ? 0 : 1;
}
