#include "batch/study/keeper.hpp"

#include <fcntl.h>
#include <flint/flint.h>
#include <gmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <system_error>
#include <utility>

#include "batch/cache/run_archive.hpp"
#include "kernel/model/stop.hpp"

namespace perpend::batch {

namespace {

/// Exit codes of workers that no crash has by chance, because a run that is under way makes them one.
constexpr int closed = 3;
constexpr int failed = 4;

/// Where a record is in the file of its worker: no other open order has the place.
off_t place_of(std::int64_t sequence) {
  return static_cast<off_t>(sequence % static_cast<std::int64_t>(most_open_orders)) << 40;
}

bool write_record(int memory, const std::string& bytes, std::int64_t sequence) {
  std::size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t size = ::pwrite(memory, bytes.data() + written, bytes.size() - written,
                                  place_of(sequence) + static_cast<off_t>(written));
    if (size <= 0) return false;
    written += static_cast<std::size_t>(size);
  }
  return true;
}

/// Numbers of an order in its packet before those of its methods: words of the order, sequence, sweep, point, method.
constexpr std::size_t order_head = 5;
constexpr std::size_t most_methods = 4096;

/// What a worker tells its keeper. What is here outlives the worker, which may be killed between any two stores: the
/// next one goes on with the orders, and sends the answers, as the keeper does after a crash.
struct Shared {
  bool is_busy = false;
  std::int64_t sequence = 0;  ///< of the order that it is busy with
  bool is_out_of_memory = false;
  std::size_t num_words = 0;                ///< of the orders taken from the socket
  std::atomic<std::size_t> words_left = 0;  ///< of those that have not begun, at their end
  std::array<std::int64_t, std::max(most_shared_words, most_methods + order_head)> orders;
  std::atomic<std::size_t> num_bytes = 0;  ///< of answers not sent yet
  std::array<char, largest_answers> answers;
};
static_assert(std::atomic<std::size_t>::is_always_lock_free);
Shared* shared = nullptr;  // of a worker and its keeper

[[noreturn]] void end_without_memory() {
  shared->is_out_of_memory = true;
  ::_exit(failed);
}

// Libraries in C end the process when there is no memory: this way it is known why.
void* allocate(std::size_t size) {
  void* memory = std::malloc(size);
  if (memory == nullptr) end_without_memory();
  return memory;
}
void* allocate_zeros(std::size_t count, std::size_t size) {
  void* memory = std::calloc(count, size);
  if (memory == nullptr) end_without_memory();
  return memory;
}
void* reallocate(void* old, std::size_t size) {
  void* memory = std::realloc(old, size);
  if (memory == nullptr) end_without_memory();
  return memory;
}

/// The limit counts from what the process has now.
void limit_memory(std::int64_t bytes) {
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const auto most = static_cast<rlim_t>(pages * ::sysconf(_SC_PAGESIZE) + bytes);
  const rlimit limit{most, most};
  if (::setrlimit(RLIMIT_AS, &limit) != 0) ::_exit(failed);
  std::set_new_handler(end_without_memory);
  __flint_set_memory_functions(allocate, allocate_zeros, reallocate, std::free);
  mp_set_memory_functions(
      allocate, [](void* old, std::size_t, std::size_t size) { return reallocate(old, size); },
      [](void* memory, std::size_t) { std::free(memory); });
}

/// Nothing at the end of the orders. They are in the shared memory before they leave the queue, so that none is lost
/// with its worker; one that is answered twice for that is known by its sequence.
std::optional<WorkOrder> next_order(int socket) {
  if (shared->words_left == 0) {
    const auto receive = [&](int flags) { return ::recv(socket, shared->orders.data(), sizeof shared->orders, flags); };
    const ssize_t size = receive(MSG_PEEK);
    const auto count = static_cast<std::size_t>(std::max<ssize_t>(size, 0)) / sizeof shared->orders[0];
    if (count < order_head) return std::nullopt;
    shared->num_words = count;
    shared->words_left = count;
    if (receive(0) != size) ::_exit(failed);
  }
  const std::int64_t* const words = shared->orders.data() + (shared->num_words - shared->words_left);
  const auto num_words = static_cast<std::size_t>(words[0]);
  WorkOrder order{.sweep = static_cast<std::size_t>(words[2]),
                  .point = words[3],
                  .methods = {},
                  .method = static_cast<std::size_t>(words[4])};
  for (std::size_t i = order_head; i < num_words; ++i) order.methods.push_back(static_cast<std::size_t>(words[i]));
  shared->sequence = words[1];
  shared->is_busy = true;
  shared->words_left -= num_words;
  return order;
}

/// What waits in the shared memory. What is sent twice, because a worker was killed in between, is taken once.
bool send_answers(int socket) {
  const std::size_t size = shared->num_bytes;
  const bool is_sent =
      size == 0 || ::send(socket, shared->answers.data(), size, MSG_NOSIGNAL) == static_cast<ssize_t>(size);
  shared->num_bytes = 0;
  return is_sent;
}

/// Puts an answer, with its record where that has room, behind those that wait. False where it cannot be sent.
bool add_answer(int socket, const Answer& answer, const std::string& record) {
  const std::size_t inside = answer.bytes > 0 && answer.bytes <= most_in_packet ? record.size() : 0;
  if (shared->num_bytes + sizeof answer + inside > largest_answers && !send_answers(socket)) return false;
  char* const end = shared->answers.data() + shared->num_bytes;
  std::memcpy(end, &answer, sizeof answer);
  std::memcpy(end + sizeof answer, record.data(), inside);
  shared->num_bytes += sizeof answer + inside;
  return true;
}

[[noreturn]] void serve(int socket, int memory, const Work& work, const WorkerLimits& limits) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Whatever the program does about a crash, a worker ends by it.
  for (const int signal : {SIGALRM, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) ::signal(signal, SIG_DFL);
  // The program decides what they mean, and ends its workers: no run has to ask whether they came.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);
  const InheritedStop none(nullptr);
  if (limits.bytes) limit_memory(*limits.bytes);
  if (!send_answers(socket)) ::_exit(closed);  // those of a worker that was killed before it could
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_sent = Clock::now();
  while (const auto order = next_order(socket)) {
    // A run sees to its limit itself at each step; this is for what does not come back.
    constexpr double patience = 5.0;
    if (limits.seconds) ::alarm(static_cast<unsigned>(std::min(std::ceil(2.0 * *limits.seconds + patience), 1e9)));
    Answer answer{.sequence = shared->sequence};
    std::string bytes;
    try {
      bytes = serialized(work(*order));
      answer.bytes = static_cast<std::int64_t>(bytes.size());
      if (answer.bytes > most_in_packet && !write_record(memory, bytes, answer.sequence)) ::_exit(failed);
    } catch (const std::bad_alloc&) {
      if (limits.bytes) end_without_memory();
      std::abort();
    }
    if (limits.seconds) ::alarm(0);
    bool is_open = add_answer(socket, answer, bytes);
    shared->is_busy = false;
    // Answers of one packet of orders share one where they are soon there.
    constexpr std::chrono::milliseconds soon{10};
    const bool is_last = shared->words_left == 0 || limits.bytes;
    if (const Clock::time_point now = Clock::now(); is_open && (is_last || now - last_sent >= soon)) {
      is_open = send_answers(socket);
      last_sent = now;
    }
    if (!is_open) ::_exit(closed);
    if (limits.bytes) ::_exit(0);  // what one run leaves behind is not taken from the next one's share
  }
  ::_exit(closed);
}

[[noreturn]] void keep(int socket, int memory, const Work& work, const WorkerLimits& limits) noexcept {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  shared =
      static_cast<Shared*>(::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (shared == MAP_FAILED) ::_exit(failed);
  for (;;) {
    shared->is_busy = shared->is_out_of_memory = false;
    const pid_t worker = ::fork();
    if (worker < 0) ::_exit(failed);
    if (worker == 0) serve(socket, memory, work, limits);
    int status = 0;
    while (::waitpid(worker, &status, 0) < 0 && errno == EINTR) {
    }
    if (!shared->is_busy) {
      if (WIFEXITED(status) && WEXITSTATUS(status) == closed) ::_exit(0);
      continue;
    }
    Answer answer{.sequence = shared->sequence, .end = RunEnd::crashed, .is_exit = WIFEXITED(status)};
    answer.code = answer.is_exit ? WEXITSTATUS(status) : WTERMSIG(status);
    if (shared->is_out_of_memory) answer.end = RunEnd::out_of_memory;
    if (!answer.is_exit && answer.code == SIGALRM && limits.seconds) answer.end = RunEnd::out_of_time;
    if (!add_answer(socket, answer, "") || !send_answers(socket)) ::_exit(0);
  }
}

}  // namespace

bool add_order(const WorkOrder& order, std::int64_t sequence, std::vector<std::int64_t>& packet) {
  const std::size_t num_words = order_head + order.methods.size();
  if (!packet.empty() && packet.size() + num_words > most_shared_words) return false;
  packet.insert(packet.end(), {static_cast<std::int64_t>(num_words), sequence, static_cast<std::int64_t>(order.sweep),
                               order.point, static_cast<std::int64_t>(order.method)});
  packet.insert(packet.end(), order.methods.begin(), order.methods.end());
  return true;
}

bool read_record(int memory, std::string& bytes, std::int64_t sequence) {
  std::size_t read = 0;
  while (read < bytes.size()) {
    const ssize_t size =
        ::pread(memory, bytes.data() + read, bytes.size() - read, place_of(sequence) + static_cast<off_t>(read));
    if (size <= 0) return false;
    read += static_cast<std::size_t>(size);
  }
  return true;
}

Keeper start_keeper(const Work& work, const WorkerLimits& limits, const std::vector<int>& closed_there) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::system_error(errno, std::generic_category(), "worker");
  std::fflush(nullptr);  // what a run that calls exit() would write once more
  Keeper keeper{.process = -1, .socket = ends[0], .memory = ::memfd_create("perpend-run", MFD_CLOEXEC)};
  keeper.process = keeper.memory < 0 ? -1 : ::fork();
  if (keeper.process == 0) {
    for (const int descriptor : closed_there) ::close(descriptor);
    ::close(ends[0]);
    keep(ends[1], keeper.memory, work, limits);
  }
  const int number = errno;
  ::close(ends[1]);
  if (keeper.process < 0) {
    end_keeper(keeper);
    throw std::system_error(number, std::generic_category(), "worker");
  }
  ::setpgid(keeper.process, keeper.process);
  return keeper;
}

void end_keeper(Keeper& keeper) {
  if (keeper.socket >= 0) ::close(keeper.socket);
  if (keeper.memory >= 0) ::close(keeper.memory);
  if (keeper.process > 0) {
    ::kill(-keeper.process, SIGKILL);
    ::waitpid(keeper.process, nullptr, 0);
  }
  keeper = {};
}

}  // namespace perpend::batch
