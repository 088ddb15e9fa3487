// Messages to the user, on standard error.
#pragma once

#include <cstdio>
#include <string>

namespace perpend::cli {

/// A closed or full standard error must not stop a run, so its own errors are ignored.
inline void say(const std::string& text) {
  std::fputs(text.c_str(), stderr);
}

}  // namespace perpend::cli
