// Any text is a scene with an Experiment or a text with diagnostics, within its limits.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "dsl/load.hpp"
#include "study/vocabulary.hpp"

namespace {

using namespace perpend;

/// Small enough that the slowest text takes less than a second under sanitizers.
constexpr dsl::Limits limits{.file_bytes = 1 << 16, .loop_iterations = 2'000, .statements = 20'000};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const dsl::Parsed parsed =
      dsl::parse_text("fuzz.scene", std::string(reinterpret_cast<const char*>(data), size), limits);
  if (!parsed.document) {
    if (!dsl::has_errors(parsed.diagnostics)) std::abort();  // refused without a reason
    return 0;
  }
  const dsl::Loaded loaded = dsl::elaborate(*parsed.document, vocabulary());
  if (loaded.experiment.has_value() == dsl::has_errors(loaded.diagnostics)) std::abort();
  return 0;
}
