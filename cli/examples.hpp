// What stands below the options in each help: examples, then the exit codes.
#pragma once

namespace CLI {
class App;
}

namespace perpend::cli {

/// Adds examples to all commands. Pre: the commands were added.
void add_examples(CLI::App& app);

}  // namespace perpend::cli
