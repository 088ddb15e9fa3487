// Messages to the user, on standard error.
#pragma once

#include <cstdio>
#include <string>

namespace perpend::cli {

/// A closed or full standard error must not stop a run, so what it says of itself is ignored.
inline void say(const std::string& text) {
  std::fputs(text.c_str(), stderr);
}

}  // namespace perpend::cli
