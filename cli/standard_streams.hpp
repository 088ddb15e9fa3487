// Standard streams and write errors at the start of the program.
#pragma once

namespace perpend::cli {

/// A standard stream that came closed is held by a descriptor that refuses writes: its number would otherwise go to the
/// next file opened, and messages would land in a report.
void hold_standard_streams();

/// A full quota or a reader that went away is then an error of the write, with a message and no half-written file.
void ignore_write_signals();

}  // namespace perpend::cli
