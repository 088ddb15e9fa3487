#include "batch/study/workers.hpp"

#include <fcntl.h>
#include <flint/flint.h>
#include <fmt/format.h>
#include <gmp.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "batch/cache/run_archive.hpp"
#include "kernel/model/stop.hpp"

namespace perpend::batch {

namespace {

// Each worker has a keeper, a process with one thread, which starts another worker when the first one ends: a process
// with threads could not fork one safely. Both read one end of a socket of packets, the worker orders, the keeper none.

/// Exit codes of workers that no crash has by chance, because a run that is under way makes them one.
constexpr int closed = 3;
constexpr int failed = 4;

struct Answer {
  std::int64_t sequence = 0;  ///< of the order that it is to
  RunEnd end = RunEnd::returned;
  bool is_exit = false;    ///< of a crash: by an exit
  int code = 0;            ///< signal or exit code
  std::int64_t bytes = 0;  ///< of the record
};

/// Records up to this size follow their answer in its packet; larger ones are in the file of the worker, each at a
/// place that no other open order has.
constexpr std::int64_t most_in_packet = 1 << 16;

off_t place_of(std::int64_t sequence) {
  return static_cast<off_t>(sequence % static_cast<std::int64_t>(Workers::Lease::most_open)) << 40;
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

/// The answer with its record, where that has room.
bool send_answer(int socket, const Answer& answer, const std::string& record) {
  const bool is_inside = answer.bytes > 0 && answer.bytes <= most_in_packet;
  iovec parts[] = {{const_cast<Answer*>(&answer), sizeof answer},
                   {const_cast<char*>(record.data()), is_inside ? record.size() : 0}};
  const msghdr message{.msg_name = nullptr,
                       .msg_namelen = 0,
                       .msg_iov = parts,
                       .msg_iovlen = is_inside ? std::size_t{2} : std::size_t{1},
                       .msg_control = nullptr,
                       .msg_controllen = 0,
                       .msg_flags = 0};
  return ::sendmsg(socket, &message, MSG_NOSIGNAL) == static_cast<ssize_t>(parts[0].iov_len + parts[1].iov_len);
}

/// What a worker tells its keeper.
struct Shared {
  bool is_busy = false;
  std::int64_t sequence = 0;  ///< of the order that it is busy with
  bool is_out_of_memory = false;
};
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

/// Numbers of an order before those of its methods: sequence, sweep, point, method.
constexpr std::size_t order_head = 4;

/// Nothing at the end of the orders. An order is known to the keeper before it leaves the queue, so that none is lost
/// with its worker; one that is answered twice for that is known by its sequence.
std::optional<WorkOrder> next_order(int socket, std::vector<std::int64_t>& packet) {
  const auto receive = [&](int flags) {
    return ::recv(socket, packet.data(), packet.size() * sizeof packet[0], flags);
  };
  const ssize_t size = receive(MSG_PEEK);
  const auto count = static_cast<std::size_t>(std::max<ssize_t>(size, 0)) / sizeof packet[0];
  if (count <= order_head) return std::nullopt;
  shared->sequence = packet[0];
  shared->is_busy = true;
  if (receive(0) != size) ::_exit(failed);
  WorkOrder order{.sweep = static_cast<std::size_t>(packet[1]),
                  .point = packet[2],
                  .methods = {},
                  .method = static_cast<std::size_t>(packet[3])};
  for (std::size_t i = order_head; i < count; ++i) order.methods.push_back(static_cast<std::size_t>(packet[i]));
  return order;
}

constexpr std::size_t most_methods = 4096;

[[noreturn]] void serve(int socket, int memory, const std::function<MethodRun(const WorkOrder&)>& work,
                        const WorkerLimits& limits) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Whatever the program does about a crash, a worker ends by it.
  for (const int signal : {SIGALRM, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) ::signal(signal, SIG_DFL);
  // The program decides what they mean, and ends its workers.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);
  std::vector<std::int64_t> packet(most_methods + order_head);
  if (limits.bytes) limit_memory(*limits.bytes);
  while (const auto order = next_order(socket, packet)) {
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
    const bool is_sent = send_answer(socket, answer, bytes);
    shared->is_busy = false;
    if (!is_sent) ::_exit(closed);
    if (limits.bytes) ::_exit(0);  // what one run leaves behind is not taken from the next one's share
  }
  ::_exit(closed);
}

[[noreturn]] void keep(int socket, int memory, const std::function<MethodRun(const WorkOrder&)>& work,
                       const WorkerLimits& limits) noexcept {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  shared =
      static_cast<Shared*>(::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (shared == MAP_FAILED) ::_exit(failed);
  for (;;) {
    *shared = {};
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
    if (::send(socket, &answer, sizeof answer, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof answer)) ::_exit(0);
  }
}

std::string message_of(const Answer& answer, const WorkerLimits& limits) {
  switch (answer.end) {
    case RunEnd::out_of_memory:
      return fmt::format("needs more than {} MB of memory", static_cast<double>(limits.bytes.value_or(0)) / 1e6);
    case RunEnd::out_of_time:
      return "did not stop at its time limit and was killed";
    default:
      break;
  }
  if (answer.is_exit) return fmt::format("its process ended with exit code {}", answer.code);
  const char* name = ::sigabbrev_np(answer.code);
  const char* text = ::sigdescr_np(answer.code);
  return fmt::format("its process ended by SIG{} ({})", name == nullptr ? std::to_string(answer.code) : name,
                     text == nullptr ? "unknown" : text);
}

}  // namespace

Workers::Workers(int count, std::function<MethodRun(const WorkOrder&)> work, WorkerLimits limits)
    : work_(std::move(work)), limits_(limits), slots_(static_cast<std::size_t>(count)) {
  for (Slot& slot : slots_) start(slot);
}

void Workers::start(Slot& slot) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::system_error(errno, std::generic_category(), "worker");
  slot.memory = ::memfd_create("perpend-run", MFD_CLOEXEC);
  slot.socket = ends[0];
  slot.keeper = slot.memory < 0 ? -1 : ::fork();
  if (slot.keeper < 0) throw std::system_error(errno, std::generic_category(), "worker");
  if (slot.keeper == 0) {
    // Those of the workers before it would keep them from seeing their end.
    for (const Slot& other : slots_)
      if (other.socket >= 0) ::close(other.socket);
    keep(ends[1], slot.memory, work_, limits_);
  }
  ::setpgid(slot.keeper, slot.keeper);
  ::close(ends[1]);
}

Workers::~Workers() {
  for (Slot& slot : slots_) end(slot);
}

void Workers::end(Slot& slot) {
  if (slot.socket >= 0) ::close(slot.socket);
  if (slot.memory >= 0) ::close(slot.memory);
  if (slot.keeper > 0) {
    ::kill(-slot.keeper, SIGKILL);
    ::waitpid(slot.keeper, nullptr, 0);
  }
  slot.socket = slot.memory = slot.keeper = -1;
}

Workers::Slot& Workers::take() {
  std::unique_lock lock(mutex_);
  Slot* free = nullptr;
  is_free_.wait(lock, [&] {
    bool has_any = false;
    for (Slot& slot : slots_) {
      has_any = has_any || slot.keeper > 0;
      if (slot.keeper > 0 && slot.is_free) free = &slot;
    }
    return free != nullptr || !has_any;
  });
  if (free == nullptr) throw std::runtime_error("all processes for runs are gone: start the study again");
  free->is_free = false;
  return *free;
}

void Workers::give_back(Slot& slot, bool is_lost) {
  {
    const std::lock_guard lock(mutex_);
    if (is_lost) end(slot);
    slot.is_free = true;
  }
  is_free_.notify_all();
}

/// Nothing where the thread has to stop, or the worker and its keeper are gone.
std::optional<WorkResult> Workers::answer_of(const Slot& slot, std::int64_t sequence, std::vector<char>& packet) const {
  constexpr int patience_in_ms = 100;
  pollfd ready{.fd = slot.socket, .events = POLLIN, .revents = 0};
  packet.resize(sizeof(Answer) + static_cast<std::size_t>(most_in_packet));
  Answer answer;
  std::size_t inside = 0;
  do {
    while (::poll(&ready, 1, patience_in_ms) <= 0)
      if (is_interrupted()) return std::nullopt;
    const ssize_t size = ::recv(slot.socket, packet.data(), packet.size(), 0);
    if (size < static_cast<ssize_t>(sizeof answer)) return std::nullopt;
    std::memcpy(&answer, packet.data(), sizeof answer);
    inside = static_cast<std::size_t>(size) - sizeof answer;
  } while (answer.sequence != sequence);
  WorkResult result;
  result.end = answer.end;
  if (answer.end != RunEnd::returned) {
    result.run.message = message_of(answer, limits_);
    return result;
  }
  std::optional<MethodRun> run;
  if (answer.bytes <= most_in_packet) {
    run = deserialized(std::string_view(packet.data() + sizeof answer, inside));
  } else {
    std::string bytes(static_cast<std::size_t>(answer.bytes), '\0');
    if (read_record(slot.memory, bytes, sequence)) run = deserialized(bytes);
  }
  if (!run) return std::nullopt;
  result.run = std::move(*run);
  return result;
}

Workers::Lease::~Lease() {
  if (slot_ != nullptr) workers_.give_back(*slot_, !open_.empty());
}

/// A packet that does not arrive is seen when its answer is waited for.
void Workers::Lease::hand_over(Open& open) {
  if (slot_ == nullptr) slot_ = &workers_.take();
  open.sequence = ++slot_->sequence;
  std::vector<std::int64_t> packet{open.sequence, static_cast<std::int64_t>(open.order.sweep), open.order.point,
                                   static_cast<std::int64_t>(open.order.method)};
  for (const std::size_t method : open.order.methods) packet.push_back(static_cast<std::int64_t>(method));
  // Neither side may wait for room in the queue of the other.
  constexpr std::size_t short_packet = 64;
  has_long_packets_ = has_long_packets_ || packet.size() > short_packet;
  static_cast<void>(::send(slot_->socket, packet.data(), packet.size() * sizeof packet[0], MSG_NOSIGNAL));
}

void Workers::Lease::send(const WorkOrder& order) {
  Open open{.order = order};
  hand_over(open);
  open_.push_back(std::move(open));
}

bool Workers::Lease::has_answer() const {
  pollfd ready{.fd = slot_->socket, .events = POLLIN, .revents = 0};
  return ::poll(&ready, 1, 0) > 0;
}

std::size_t Workers::Lease::fitting_open(double seconds) const {
  // While a run takes longer than a person notices, another lane may be free for the next one.
  constexpr double long_run = 0.05;
  // Long against the time in which a thread wakes up, short against what is lost with a process.
  constexpr double in_front = 0.01;
  if (seconds >= long_run) return 1;
  if (has_long_packets_) return 2;
  return std::clamp<std::size_t>(static_cast<std::size_t>(in_front / std::max(seconds, 1e-6)), 2, most_open);
}

std::optional<WorkResult> Workers::Lease::receive() {
  auto result = workers_.answer_of(*slot_, open_.front().sequence, packet_);
  if (!result && is_interrupted()) return result;
  open_.pop_front();
  if (result && result->end == RunEnd::returned) {
    Answer answer;
    std::memcpy(&answer, packet_.data(), sizeof answer);
    constexpr std::int64_t short_record = 4096;
    has_long_packets_ = has_long_packets_ || answer.bytes > short_record;
  }
  if (result) return result;
  // The orders behind the one that is lost go to another worker.
  workers_.give_back(*std::exchange(slot_, nullptr), true);
  result.emplace().end = RunEnd::crashed;
  result->run.message = "its process was killed, and the one that keeps it";
  for (Open& open : open_) hand_over(open);
  return result;
}

std::optional<WorkResult> Workers::run(const WorkOrder& order) {
  Lease lease(*this);
  lease.send(order);
  return lease.receive();
}

}  // namespace perpend::batch
