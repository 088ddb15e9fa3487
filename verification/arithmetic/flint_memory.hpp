// Memory that FLINT keeps for each thread.
#pragma once

#include <flint/flint.h>

namespace perpend {

/// FLINT keeps freed numbers and constants for the thread that used them, and never gives them back by itself. Called
/// before a thread's first number, this sees to it that they are when the thread ends.
inline void release_flint_at_end_of_thread() {
  struct Release {
    ~Release() { flint_cleanup(); }
    bool is_due = true;
  };
  static thread_local Release release;
  release.is_due = true;  // the first use in a thread constructs it
}

}  // namespace perpend
