// The processes that make runs. A keeper has one thread, and starts another worker when one ends: a process with
// threads could not fork one safely. Both read one end of a socket of packets, the worker orders, the keeper none.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernel/model/scene/method_run.hpp"

namespace perpend::batch {

/// How a run came to its end.
enum class RunEnd {
  returned,       ///< with a record, whatever that says
  crashed,        ///< its process ended, by a signal or an exit
  out_of_memory,  ///< it asked for more than it may have
  out_of_time,    ///< it did not stop at its limit
};

/// One run of a point. Methods: places in PlannedSweep::methods.
struct WorkOrder {
  std::size_t sweep = 0;
  std::int64_t point = 0;            ///< in the sweep
  std::vector<std::size_t> methods;  ///< those for which the scene is made
  std::size_t method = 0;            ///< that runs
};

struct WorkerLimits {
  std::optional<std::int64_t> bytes{};  ///< of memory that a run may take
  std::optional<double> seconds{};      ///< of wall time; a run that does not see to it itself is killed a little later
};

/// What a worker does for an order.
using Work = std::function<MethodRun(const WorkOrder&)>;

struct Answer {
  std::int64_t sequence = 0;  ///< of the order that it is to
  RunEnd end = RunEnd::returned;
  bool is_exit = false;    ///< of a crash: by an exit
  int code = 0;            ///< signal or exit code
  std::int64_t bytes = 0;  ///< of the record
};

/// Orders of one worker whose answers have not been received, at most.
inline constexpr std::size_t most_open_orders = 128;

/// Records up to this size follow their answer in its packet; larger ones are in the file of the worker.
inline constexpr std::int64_t most_in_packet = 1 << 16;
/// Bytes of a packet of answers, one after the other, at most.
inline constexpr std::size_t largest_answers = sizeof(Answer) + static_cast<std::size_t>(most_in_packet);

/// Words of a packet of several orders, at most.
inline constexpr std::size_t most_shared_words = 1024;

/// Adds an order to a packet. False where it has no room there; into an empty one every order goes.
[[nodiscard]] bool add_order(const WorkOrder& order, std::int64_t sequence, std::vector<std::int64_t>& packet);

/// Fills `bytes` from the file of a worker. False where they are not there.
[[nodiscard]] bool read_record(int memory, std::string& bytes, std::int64_t sequence);

/// A keeper, seen from the program.
struct Keeper {
  pid_t process = -1;  ///< leads the group of its worker; -1: there is none
  int socket = -1;
  int memory = -1;  ///< file of records that are too large for the socket
};

/// `closed_there`: descriptors of this process that would keep others from seeing their end. Pre: the process has one
/// thread. Throws std::system_error.
[[nodiscard]] Keeper start_keeper(const Work& work, const WorkerLimits& limits, const std::vector<int>& closed_there);

/// With its worker. The descriptors are closed, and `keeper` is none.
void end_keeper(Keeper& keeper);

}  // namespace perpend::batch
