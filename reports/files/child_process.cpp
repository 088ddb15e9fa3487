#include "reports/files/child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "kernel/model/stop.hpp"

namespace perpend::reports {

namespace {

/// A million unknowns with 17 digits each are 25 MB.
constexpr rlim_t most_file_bytes = rlim_t{1} << 28;

double cpu_seconds(const rusage& used) {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// 0, or errno.
int spawn(const std::vector<std::string>& words, const std::string& out, const std::string& err, pid_t& process) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // Perpend ignores the signals of failing writes; a child would inherit that.
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  const int error = posix_spawnp(&process, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

void limit_files(pid_t process) {
  const rlimit limit{most_file_bytes, most_file_bytes};
  ::prlimit(process, RLIMIT_FSIZE, &limit, nullptr);
}

}  // namespace

ChildRun run_child(const std::vector<std::string>& words, const std::string& out, const std::string& err,
                   double most_seconds) {
  ChildRun run;
  const auto start = std::chrono::steady_clock::now();
  pid_t process = -1;
  if (const int error = spawn(words, out, err, process); error != 0) {
    run.code = error;
    return run;
  }
  limit_files(process);
  const std::chrono::duration<double> longest(most_seconds);
  int status = 0;
  rusage used{};
  auto pause = std::chrono::microseconds(200);
  while (::wait4(process, &status, WNOHANG, &used) == 0) {
    if (is_interrupted() || std::chrono::steady_clock::now() - start > longest) {
      run.end = is_interrupted() ? ChildRun::End::interrupted : ChildRun::End::timed_out;
      ::kill(-process, SIGKILL);
      ::wait4(process, &status, 0, &used);
      run.seconds = cpu_seconds(used);
      return run;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::microseconds(20000));
  }
  run.seconds = cpu_seconds(used);
  ::kill(-process, SIGKILL);  // what it may have left behind
  run.end = WIFEXITED(status) ? ChildRun::End::exited : ChildRun::End::signalled;
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  return run;
}

ScratchFolder::ScratchFolder(const char* name) {
  std::error_code error;
  std::string path =
      (std::filesystem::temp_directory_path(error) / (std::string("perpend-") + name + "-XXXXXX")).string();
  if (error)
    trouble_ = error.message();
  else if (::mkdtemp(path.data()) == nullptr)
    trouble_ = path + ": " + std::system_category().message(errno);
  else
    path_ = std::move(path);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace perpend::reports
