// The commit that the program was built from. The build writes the value (cli/commit.cmake), into the program alone, so
// that a commit of words compiles nothing else again.
#pragma once

namespace perpend::cli {

/// Abbreviated, with "-dirty" behind it where files differed; empty where no repository was there.
extern const char* const program_commit_text;

}  // namespace perpend::cli
