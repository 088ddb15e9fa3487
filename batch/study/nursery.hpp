// Starts keepers for a process that has threads by now, and so may not fork them itself.
#pragma once

#include <sys/types.h>

#include "batch/study/keeper.hpp"

namespace perpend::batch {

/// A process with one thread, forked before there were others.
class Nursery {
 public:
  /// Pre: the process has one thread. Throws std::system_error.
  Nursery(const Work& work, const WorkerLimits& limits);
  /// Ends its keepers, too.
  ~Nursery();
  Nursery(const Nursery&) = delete;
  Nursery& operator=(const Nursery&) = delete;

  /// For one thread at a time. Throws std::system_error: ESRCH where it was killed.
  [[nodiscard]] Keeper start();
  /// One that it started.
  void end(Keeper& keeper);
  [[nodiscard]] int socket() const { return socket_; }

 private:
  pid_t process_ = -1;
  int socket_ = -1;
};

}  // namespace perpend::batch
