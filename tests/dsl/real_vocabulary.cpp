#include "real_vocabulary.hpp"

#include "cli/vocabulary.hpp"

namespace perpend::dsl {

const Vocabulary& real_vocabulary() {
  return cli::vocabulary();
}

Loaded load_real(const std::string& text) {
  Parsed parsed = parse_text("test.scene", text);
  if (!parsed.document) return {std::nullopt, std::move(parsed.diagnostics)};
  return elaborate(*parsed.document, real_vocabulary());
}

}  // namespace perpend::dsl
