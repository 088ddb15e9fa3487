// Studies that a cluster runs. Its commands are scripts here, which run each shard at once or lose it; tests/cluster/
// has a Slurm.
#include <unistd.h>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>

#include "tests/cli/study/studio.hpp"

namespace perpend::test::of_engines {
namespace {

namespace fs = std::filesystem;

const std::string scene = pendulum(
    "param alpha = 10/s\nparam drop = 0 m/s\nrun { step = 2 ms; duration = 50 ms }\n"
    "method held = baumgarte(alpha: alpha)\nmethod corrected = post_stabilization\n"
    "measure drift = max_abs(constraint_error)\n"
    "sweep map { alpha = lin_range(1/s, 40/s, 4); drop = [0, 1, 2] m/s }\n"
    "sweep order { step = [4, 2, 1] ms; methods = corrected }\n");

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// A folder with a scene, and a cluster that runs all tasks of an array while it is submitted. A task K is lost as
/// often as there are lines in the file lose-K; `states` says how, "K STATE" a line. `queue` holds what waits.
struct Cluster : Workplace {
  Cluster() {
    write("a.scene", scene);
    command("sbatch", R"(for word; do
  case $word in --array=*) list=${word#--array=} ;; esac
  script=$word
done
echo "$*" >>submitted
echo "$list" | tr , '\n' | while IFS=- read -r from to; do seq "$from" "${to:-$from}"; done | while read -r k; do
  if [ -s "lose-$k" ]; then sed -i 1d "lose-$k"; else SLURM_ARRAY_TASK_ID=$k sh "$script" || true; fi
done
wc -l <submitted)");
    command("squeue", "cat queue 2>/dev/null || true");
    command("scontrol", R"(case $* in
  *config*) echo "MaxArraySize            = 9" ;;
  *) state=$(sed -n "s/^${*##*_} //p" states 2>/dev/null); echo "JobState=${state:-NODE_FAIL} ExitCode=0:0 NodeList=n7" ;;
esac)");
    command("sacct", "echo 'Slurm accounting storage is disabled' >&2; exit 1");
    command("scancel", "echo \"$*\" >>cancelled");
    path_before_ = std::getenv("PATH");
    ::setenv("PATH", (path("bin") + ":" + path_before_).c_str(), 1);
  }
  ~Cluster() { ::setenv("PATH", path_before_.c_str(), 1); }
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  void command(const std::string& name, const std::string& script) const {
    write("bin/" + name, "#!/bin/sh\n" + script + "\n");
    fs::permissions(path("bin/" + name), fs::perms::owner_all);
  }
  Outcome study(const std::string& out, const Arguments& more) const {
    Arguments arguments{"study", "a.scene", "--out", out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  [[nodiscard]] int num_submissions() const { return has("submitted") ? count(read("submitted"), "\n") : 0; }

 private:
  std::string path_before_;
};

BOOST_AUTO_TEST_SUITE(study_engines)

/// What a scheduler does, by hand: each shard by its number, one twice, one after a loss.
BOOST_AUTO_TEST_CASE(a_script_runs_the_shards) {
  const Cluster cluster;
  const Outcome whole = cluster.study("whole", {"--no-cache", "--methods", "held,corrected"});
  const Outcome written =
      cluster.study("it's here", {"--engine", "print", "--shards", "3", "--methods", "held,corrected", "--jobs", "2"});
  BOOST_TEST(written.code == 0, written.err);
  BOOST_TEST(written.says("3 shards of about 9 runs"), written.out);
  BOOST_TEST(cluster.read("it's here/study.sh").find("#SBATCH --array=1-3\n") != std::string::npos);
  const std::string run = "sh '" + cluster.path("it'\\''s here/study.sh") + "' ";
  for (const std::string shard : {"1", "2", "3", "2"}) BOOST_TEST(std::system((run + shard).c_str()) == 0);
  BOOST_TEST(std::system(("SLURM_ARRAY_TASK_ID=1 " + run).c_str()) == 0);
  const Outcome merged = cluster.run({"study", "merge", "it's here"});
  BOOST_TEST(merged.code == 0, merged.err);
  BOOST_TEST(content_of(merged) == content_of(whole));
}

BOOST_AUTO_TEST_CASE(a_script_of_one_shard_makes_the_study) {
  const Cluster cluster;
  BOOST_TEST(cluster.study("auto", {"--engine", "print"}).says("1 shard of about 27 runs"));
  BOOST_TEST(std::system(("sh '" + cluster.path("auto/study.sh") + "' 1").c_str()) == 0);
  BOOST_TEST(cluster.run({"study", "status", "auto"}).says("27 of 27 runs"));
  // A script that merges whatever the number of shards need not know that there is one.
  const Outcome merged = cluster.run({"study", "merge", "auto"});
  BOOST_TEST(merged.code == 0, merged.err);
  BOOST_TEST(merged.says("auto/study.sqlite: 27 runs of 1 shard\n"), merged.out);
  BOOST_TEST(content_of(merged) == content_of(cluster.study("whole", {"--no-cache"})));
}

BOOST_AUTO_TEST_CASE(a_script_hands_on_what_it_was_written_with) {
  const Cluster cluster;
  BOOST_TEST(cluster
                 .study("out", {"--engine", "print", "--shards", "2", "--fail-fast", "--cache", "kept", "--set",
                                "g = 9 m/s^2", "--methods", "held", "--sweeps", "map", "--limit", "90s", "--jobs", "2"})
                 .code == 0);
  const std::string script = cluster.read("out/study.sh");
  for (const std::string& words :
       {std::string(" --fail-fast "), " --cache " + cluster.path("kept") + " ", std::string(" --set 'g = 9 m/s^2' "),
        std::string(" --methods held "), std::string(" --sweeps map "), std::string(" --limit 90s "),
        std::string("--jobs 2 ")})
    BOOST_TEST(script.find(words) != std::string::npos, words);
  BOOST_TEST(script.find("--no-cache") == std::string::npos);
  for (const std::string shard : {"1", "2"})
    BOOST_TEST(std::system(("sh '" + cluster.path("out/study.sh") + "' " + shard).c_str()) == 0);
  BOOST_TEST(cluster.run({"cache", "ls", "--cache", "kept"}).says(": 12 runs"));
}

BOOST_AUTO_TEST_CASE(a_cluster_makes_the_study_of_one_process) {
  const Cluster cluster;
  const Outcome whole = cluster.study("whole", {"--no-cache"});
  const Outcome outcome = cluster.study("out", {"--engine", "slurm", "--shards", "4"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(content_of(outcome) == content_of(whole));
  BOOST_TEST(cluster.num_submissions() == 1);
  BOOST_TEST(cluster.has("out/study.html"));
  const Outcome again = cluster.study("out", {"--engine", "slurm", "--shards", "4"});
  BOOST_TEST(again.complains("is complete"), again.err);
  BOOST_TEST(cluster.num_submissions() == 1);
  const Outcome one = cluster.study("one", {"--engine", "slurm", "--quiet"});
  BOOST_TEST(one.code == 0, one.err);
  BOOST_TEST((one.out + one.err) == "");
  BOOST_TEST(cluster.run({"study", "status", "one"}).says("27 of 27 runs"));
}

BOOST_AUTO_TEST_CASE(a_lost_shard_runs_again) {
  const Cluster cluster;
  cluster.write("lose-2", "\n\n");
  cluster.write("lose-4", "\n");
  const Outcome outcome = cluster.study("out", {"--engine", "slurm", "--shards", "4"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(outcome.complains("shard 2 of 4 is lost: NODE_FAIL on n7; submitted again, 1 of at most 3 times"),
             outcome.err);
  BOOST_TEST(outcome.complains("shard 2 of 4 is lost: NODE_FAIL on n7; submitted again, 2 of at most 3 times"));
  const std::string submitted = cluster.read("submitted");
  BOOST_TEST(count(submitted, "--array=1-4 ") == 1);
  BOOST_TEST(count(submitted, "--array=2,4 ") == 1);
  BOOST_TEST(count(submitted, "--array=2 ") == 1);
  BOOST_TEST(content_of(outcome) == content_of(cluster.study("whole", {"--no-cache"})));
}

BOOST_AUTO_TEST_CASE(a_shard_that_is_always_lost_ends_the_study) {
  const Cluster cluster;
  cluster.write("lose-3", "\n\n\n\n\n\n");
  const Outcome outcome = cluster.study("out", {"--engine", "slurm", "--shards", "4", "--resubmit", "1"});
  BOOST_TEST(outcome.code == 4);
  BOOST_TEST(outcome.complains("shard 3 of 4 is lost: NODE_FAIL on n7; it was submitted again 1 times"), outcome.err);
  BOOST_TEST(outcome.complains("/out/logs/shard-3.log"));
  BOOST_TEST(outcome.complains("1 of 4 shards are lost; once their cause is mended, the same command runs them again"));
  BOOST_TEST(cluster.num_submissions() == 2);
  BOOST_TEST(!cluster.has("out/study.sqlite"));
  cluster.write("lose-3", "");
  BOOST_TEST(cluster.study("out", {"--engine", "slurm"}).code == 0);  // it knows the number of shards by their files
  BOOST_TEST(count(cluster.read("submitted"), "--array=3 ") == 2);
}

BOOST_AUTO_TEST_CASE(a_cancelled_shard_is_not_submitted_again) {
  const Cluster cluster;
  cluster.write("lose-1", "\n");
  cluster.write("states", "1 CANCELLED\n");
  const Outcome outcome = cluster.study("out", {"--engine", "slurm", "--shards", "2"});
  BOOST_TEST(outcome.code == 4);
  BOOST_TEST(outcome.complains("shard 1 of 2 is lost: CANCELLED on n7"), outcome.err);
  BOOST_TEST(cluster.num_submissions() == 1);
}

/// The accounting still knows of jobs that the controller has forgotten.
BOOST_AUTO_TEST_CASE(the_accounting_is_asked_first) {
  const Cluster cluster;
  cluster.write("lose-1", "\n");
  cluster.command("sacct", "echo 'CANCELLED by 0|0:15|n3'");
  const Outcome outcome = cluster.study("out", {"--engine", "slurm", "--shards", "2"});
  BOOST_TEST(outcome.complains("shard 1 of 2 is lost: CANCELLED on n3"), outcome.err);
}

BOOST_AUTO_TEST_CASE(a_plan_says_how_many_shards_there_will_be) {
  const Cluster cluster;
  BOOST_TEST(cluster.run({"study", "a.scene", "--dry-run", "--engine", "slurm"}).says("; 1 shard of about "));
  BOOST_TEST(
      cluster.run({"study", "a.scene", "--dry-run", "--engine", "print", "--shards", "4"}).says("; 4 shards of "));
}

/// Jobs that another process submitted, or that were submitted by hand, are followed.
BOOST_AUTO_TEST_CASE(what_is_under_way_is_not_submitted_twice) {
  const Cluster cluster;
  BOOST_TEST(cluster.study("out", {"--engine", "print", "--shards", "3"}).code == 0);
  const std::string script = cluster.read("out/study.sh");
  const std::size_t at = script.find("--job-name=") + 11;
  const std::string name = script.substr(at, script.find('\n', at) - at);
  cluster.write("queue", "7 1 RUNNING " + name + "\n7 2 RUNNING " + name + "\n7 3 PENDING " + name +
                             "\n8 1 RUNNING perpend-0-0-0-other\n9 N/A RUNNING shell\n");
  Running follower = cluster.start({"study", "a.scene", "--out", "out", "--engine", "slurm"});
  while (!cluster.has("out/logs")) ::usleep(1000);
  ::usleep(100000);
  const Outcome second = cluster.study("out", {"--engine", "slurm"});
  BOOST_TEST(second.code == 4);  // one process follows
  BOOST_TEST(second.complains("writes into out; wait for it"), second.err);
  follower.send(SIGINT);
  BOOST_TEST(follower.wait() == 130);
  BOOST_TEST(cluster.study("out", {"--engine", "slurm", "--shards", "2"}).complains("has a study in 3 shards"));
  BOOST_TEST(
      cluster.study("out", {"--engine", "slurm", "--set", "g = 9 m/s^2"})
          .complains("jobs of another plan of this study are under way; cancel them with 'scancel --name=" + name));
  BOOST_TEST(!cluster.has("submitted"));
  for (const std::string shard : {"1", "2", "3"})
    BOOST_TEST(std::system(("sh '" + cluster.path("out/study.sh") + "' " + shard).c_str()) == 0);
  cluster.write("queue", "");
  BOOST_TEST(cluster.study("out", {"--engine", "slurm"}).says("27 runs of 3 shards"));
  BOOST_TEST(!cluster.has("submitted"));
}

BOOST_AUTO_TEST_CASE(an_interruption_says_how_to_go_on) {
  const Cluster cluster;
  cluster.command("squeue", "sed 's/.*--job-name=\\([^ ]*\\).*/1 1 RUNNING \\1/' submitted 2>/dev/null || true");
  cluster.write("lose-1", "\n");
  cluster.write("lose-2", "\n");
  Running follower = cluster.start({"study", "a.scene", "--out", "out", "--engine", "slurm", "--shards", "2"});
  while (cluster.num_submissions() == 0) ::usleep(1000);
  ::usleep(200000);
  follower.send(SIGINT);
  BOOST_TEST(follower.wait() == 130);
  const std::string said = cluster.read(".stderr");
  BOOST_TEST(said.find("interrupted; 0 shards are complete, and the jobs of 2 continue. The same command follows them "
                       "again; 'scancel --name=perpend-") != std::string::npos,
             said);
  BOOST_TEST(!cluster.has("cancelled"));
}

BOOST_AUTO_TEST_CASE(a_failure_ends_a_study_that_is_to_fail_fast) {
  const Cluster cluster;
  cluster.write("a.scene", pendulum("param alpha = 10/s\nrun { step = 2 ms; duration = 50 ms }\n"
                                    "method held = baumgarte(alpha: alpha)\n"
                                    "sweep gain { alpha = [10, 1e200, 20, 30, 40, 50]/s }\n"));
  const Outcome outcome = cluster.study("out", {"--engine", "slurm", "--shards", "2", "--fail-fast"});
  BOOST_TEST(outcome.code == 3);
  BOOST_TEST(outcome.complains("--fail-fast stops there; 1 of 2 shards are complete"), outcome.err);
  BOOST_TEST(cluster.read("cancelled").find("--name=perpend-") == 0U);
  BOOST_TEST(cluster.num_submissions() == 1);
  // Without it, a failure is a result like others.
  BOOST_TEST(cluster.study("all", {"--engine", "slurm", "--shards", "2"}).says("6 runs of 2 shards"));
}

BOOST_AUTO_TEST_CASE(what_a_cluster_refuses_is_said) {
  const Cluster cluster;
  const auto refuses = [&](const Arguments& more, int code, const std::string& why) {
    const Outcome outcome = cluster.study("out", more);
    BOOST_TEST(outcome.code == code, why);
    BOOST_TEST(outcome.complains(why), outcome.err);
  };
  refuses({"--engine", "slurm", "--shards", "9"}, 4,
          "--shards 9: this cluster takes at most 8 (MaxArraySize of 'scontrol show config')");
  refuses({"--shards", "9"}, 2, "--shards: needs --engine slurm or --engine print");
  refuses({"--engine", "print", "--resubmit", "9"}, 2, "--resubmit: needs --engine slurm");
  refuses({"--engine", "slurm", "--shard", "1/2"}, 2, "--shard: one shard runs here");
  refuses({"--engine", "pbs"}, 2, "--engine");
  cluster.command("sbatch", "echo 'sbatch: error: invalid partition' >&2; exit 1");
  refuses({"--engine", "slurm", "--shards", "2"}, 4, "error: sbatch: error: invalid partition");
  fs::remove(cluster.path("bin/squeue"));
  ::setenv("PATH", cluster.path("bin").c_str(), 1);
  refuses({"--engine", "slurm", "--shards", "2"}, 4, "--engine slurm needs the commands of Slurm on PATH");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_engines
