#include "batch/study/nursery.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

namespace perpend::batch {

namespace {

struct Request {
  pid_t ended = 0;  ///< the keeper that is to end; 0: one is to start
};

/// With the descriptors of the keeper.
struct Reply {
  pid_t process = -1;
  int error = 0;
};

constexpr std::size_t num_descriptors = 2;

/// A message of one reply, with room for descriptors beside it.
struct Message {
  Reply reply;
  iovec part{&reply, sizeof reply};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(num_descriptors * sizeof(int))> beside{};
  msghdr head{.msg_name = nullptr,
              .msg_namelen = 0,
              .msg_iov = &part,
              .msg_iovlen = 1,
              .msg_control = beside.data(),
              .msg_controllen = beside.size(),
              .msg_flags = 0};

  Message() = default;
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;
};

void send_keeper(int socket, const Keeper& keeper, int error) {
  Message message;
  message.reply = {keeper.process, error};
  const int descriptors[num_descriptors] = {keeper.socket, keeper.memory};
  if (error == 0) {
    cmsghdr* const rights = CMSG_FIRSTHDR(&message.head);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof descriptors);
    std::memcpy(CMSG_DATA(rights), descriptors, sizeof descriptors);
  } else {
    message.head.msg_control = nullptr;
    message.head.msg_controllen = 0;
  }
  if (::sendmsg(socket, &message.head, MSG_NOSIGNAL) < 0) ::_exit(0);
}

void start_for(int socket, const Work& work, const WorkerLimits& limits) {
  Keeper keeper;
  int error = 0;
  try {
    keeper = start_keeper(work, limits, {socket});
  } catch (const std::system_error& failure) {
    error = failure.code().value();
  }
  send_keeper(socket, keeper, error);
  if (error != 0) return;
  ::close(keeper.socket);
  ::close(keeper.memory);
}

/// A keeper that ended stays a zombie until it is asked for, so that no other process has its number.
[[noreturn]] void nurse(int socket, const Work& work, const WorkerLimits& limits) noexcept {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);
  Request request;
  while (::recv(socket, &request, sizeof request, 0) == static_cast<ssize_t>(sizeof request)) {
    if (request.ended == 0) {
      start_for(socket, work, limits);
      continue;
    }
    ::kill(-request.ended, SIGKILL);
    ::waitpid(request.ended, nullptr, 0);
  }
  ::_exit(0);
}

}  // namespace

Nursery::Nursery(const Work& work, const WorkerLimits& limits) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::system_error(errno, std::generic_category(), "worker");
  socket_ = ends[0];
  std::fflush(nullptr);
  process_ = ::fork();
  if (process_ == 0) {
    ::close(ends[0]);
    nurse(ends[1], work, limits);
  }
  const int number = errno;
  ::close(ends[1]);
  if (process_ > 0) return;
  ::close(socket_);
  throw std::system_error(number, std::generic_category(), "worker");
}

Nursery::~Nursery() {
  ::close(socket_);
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

Keeper Nursery::start() {
  const Request request;
  Message message;
  const bool is_asked = ::send(socket_, &request, sizeof request, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof request);
  if (!is_asked || ::recvmsg(socket_, &message.head, MSG_CMSG_CLOEXEC) != static_cast<ssize_t>(sizeof message.reply))
    throw std::system_error(ESRCH, std::generic_category(), "worker");
  if (message.reply.error != 0) throw std::system_error(message.reply.error, std::generic_category(), "worker");
  const cmsghdr* const rights = CMSG_FIRSTHDR(&message.head);
  int descriptors[num_descriptors];
  if (rights == nullptr || rights->cmsg_len != CMSG_LEN(sizeof descriptors))
    throw std::system_error(EMFILE, std::generic_category(), "worker");
  std::memcpy(descriptors, CMSG_DATA(rights), sizeof descriptors);
  return {.process = message.reply.process, .socket = descriptors[0], .memory = descriptors[1]};
}

void Nursery::end(Keeper& keeper) {
  const Request request{.ended = keeper.process};
  ::close(keeper.socket);
  ::close(keeper.memory);
  static_cast<void>(::send(socket_, &request, sizeof request, MSG_NOSIGNAL));
  keeper = {};
}

}  // namespace perpend::batch
