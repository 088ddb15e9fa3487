#include "batch/study/workers.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include "batch/cache/run_archive.hpp"
#include "kernel/model/stop.hpp"

namespace perpend::batch {

namespace {

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

Workers::Workers(int count, Work work, WorkerLimits limits)
    : work_(std::move(work)), limits_(limits), nursery_(work_, limits_), slots_(static_cast<std::size_t>(count)) {
  // Those of the workers before it would keep them from seeing their end.
  std::vector<int> sockets{nursery_.socket()};
  try {
    for (Slot& slot : slots_) {
      slot.keeper = start_keeper(work_, limits_, sockets);
      sockets.push_back(slot.keeper.socket);
    }
  } catch (const std::system_error&) {
    for (Slot& slot : slots_) end(slot);
    throw;
  }
}

Workers::~Workers() {
  for (Slot& slot : slots_) end(slot);
}

void Workers::end(Slot& slot) {
  if (slot.is_replaced)
    nursery_.end(slot.keeper);
  else
    end_keeper(slot.keeper);
  slot.is_replaced = false;
}

std::string Workers::replace(Slot& slot) {
  // What ends each of its keepers, whatever they run, does not end by itself.
  constexpr int most_replaced = 20;
  if (num_replaced_ >= most_replaced)
    return fmt::format("{} were started anew, and each was killed before it had made a run", most_replaced);
  try {
    slot.keeper = nursery_.start();
  } catch (const std::system_error& error) {
    return error.code().value() == ESRCH ? "the one that starts others was killed, too" : error.code().message();
  }
  slot.is_replaced = true;
  ++num_replaced_;
  return "";
}

Workers::Slot& Workers::take() {
  std::unique_lock lock(mutex_);
  for (;;) {
    Slot* gone = nullptr;
    bool has_other = false;  // that comes back
    for (Slot& slot : slots_) {
      if (slot.is_free && slot.keeper.process > 0) {
        slot.is_free = false;
        return slot;
      }
      if (slot.is_free) gone = &slot;
      has_other = has_other || !slot.is_free;
    }
    std::string trouble;
    if (gone != nullptr && (trouble = replace(*gone)).empty()) continue;
    if (!has_other) throw WorkersGone("all processes that make runs were killed: " + trouble);
    is_free_.wait(lock);
  }
}

void Workers::give_back(Slot& slot, bool is_lost) {
  {
    const std::lock_guard lock(mutex_);
    if (is_lost) end(slot);
    slot.is_free = true;
  }
  is_free_.notify_all();
}

bool Workers::Packet::receive(int socket) {
  if (next < size || is_end) return true;
  bytes.resize(largest_answers);
  const ssize_t received = ::recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (received < 0 && (errno == EAGAIN || errno == EINTR)) return false;
  next = 0;
  size = static_cast<std::size_t>(std::max<ssize_t>(received, 0));
  is_end = size == 0;
  return true;
}

/// Nothing where the thread has to stop, or the worker and its keeper are gone. `record_size`: of the answer [bytes].
std::optional<WorkResult> Workers::answer_of(const Slot& slot, std::int64_t sequence, Packet& packet,
                                             std::int64_t& record_size) {
  constexpr int patience_in_ms = 100;
  pollfd ready{.fd = slot.keeper.socket, .events = POLLIN, .revents = 0};
  Answer answer;
  std::string_view inside;
  do {
    while (!packet.receive(slot.keeper.socket))
      if (::poll(&ready, 1, patience_in_ms) <= 0 && is_interrupted()) return std::nullopt;
    if (packet.size - packet.next < sizeof answer) return std::nullopt;
    std::memcpy(&answer, packet.bytes.data() + packet.next, sizeof answer);
    packet.next += sizeof answer;
    const std::size_t follows = answer.bytes <= most_in_packet ? static_cast<std::size_t>(answer.bytes) : 0;
    if (packet.size - packet.next < follows) return std::nullopt;
    inside = {packet.bytes.data() + packet.next, follows};
    packet.next += follows;
  } while (answer.sequence != sequence);
  num_replaced_ = 0;
  record_size = answer.bytes;
  WorkResult result;
  result.end = answer.end;
  if (answer.end != RunEnd::returned) {
    result.run.message = message_of(answer, limits_);
    return result;
  }
  std::optional<MethodRun> run;
  if (answer.bytes <= most_in_packet) {
    run = deserialized(inside);
  } else {
    std::string bytes(static_cast<std::size_t>(answer.bytes), '\0');
    if (read_record(slot.keeper.memory, bytes, sequence)) run = deserialized(bytes);
  }
  if (!run) return std::nullopt;
  result.run = std::move(*run);
  return result;
}

Workers::Lease::~Lease() {
  if (slot_ != nullptr) workers_.give_back(*slot_, !open_.empty());
}

/// To the packet of those that have not left, or behind it.
void Workers::Lease::add(Open& open) {
  if (slot_ == nullptr) slot_ = &workers_.take();
  open.sequence = ++slot_->sequence;
  // Neither side may wait for room in the queue of the other.
  constexpr std::size_t many_methods = 60;
  has_long_packets_ = has_long_packets_ || open.order.methods.size() > many_methods;
  if (add_order(open.order, open.sequence, orders_)) return;
  hand_over();
  static_cast<void>(add_order(open.order, open.sequence, orders_));
}

/// A packet that does not arrive is seen when its answer is waited for.
void Workers::Lease::hand_over() {
  if (orders_.empty()) return;
  static_cast<void>(::send(slot_->keeper.socket, orders_.data(), orders_.size() * sizeof orders_[0], MSG_NOSIGNAL));
  orders_.clear();
}

void Workers::Lease::send(const WorkOrder& order) {
  Open open{.order = order};
  add(open);
  open_.push_back(std::move(open));
}

bool Workers::Lease::has_answer() {
  hand_over();
  return packet_.receive(slot_->keeper.socket);
}

std::size_t Workers::Lease::fitting_open(double seconds) const {
  // While a run takes longer than a person notices, another lane may be free for the next one.
  constexpr double long_run = 0.05;
  // Long against the time in which a thread wakes up and finds its data again, short against what is lost with a
  // process.
  constexpr double in_front = 0.08;
  if (seconds >= long_run) return 1;
  if (has_long_packets_) return 2;
  return std::clamp<std::size_t>(static_cast<std::size_t>(in_front / std::max(seconds, 1e-6)), 2, most_open);
}

std::optional<WorkResult> Workers::Lease::receive() {
  for (;;) {
    hand_over();
    std::int64_t record_size = 0;
    auto result = workers_.answer_of(*slot_, open_.front().sequence, packet_, record_size);
    if (!result && is_interrupted()) return result;
    if (result) {
      constexpr std::int64_t short_record = 4096;
      has_long_packets_ = has_long_packets_ || record_size > short_record;
      open_.pop_front();
      return result;
    }
    workers_.give_back(*std::exchange(slot_, nullptr), true);
    packet_ = {};
    if (std::exchange(open_.front().was_lost, true)) {
      open_.pop_front();
      result.emplace().end = RunEnd::crashed;
      result->run.message = "its process was killed, and the one that keeps it";
    }
    // Each in a packet of its own, whose answer comes before the next one begins: it is known which is lost next.
    for (Open& open : open_) {
      add(open);
      hand_over();
    }
    if (result) return result;
  }
}

std::optional<WorkResult> Workers::run(const WorkOrder& order) {
  Lease lease(*this);
  lease.send(order);
  return lease.receive();
}

}  // namespace perpend::batch
