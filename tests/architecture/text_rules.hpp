// What stands in comments, scenes, manual and lists must be true of the rest of the tree.
#pragma once

#include "tests/architecture/source_tree.hpp"

namespace perpend::architecture {

/// Every citation key resolves in docs/references.md: [Key] in sources and manual, rows of the registries.
[[nodiscard]] Violations citation_violations(const SourceTree& tree);

/// No file names a folder of one machine, nor a host that packages came from.
[[nodiscard]] Violations machine_violations(const SourceTree& tree);

/// A scene lives in scenes/papers/<key>/, whose source begins with that key, or in scenes/examples/.
[[nodiscard]] Violations scene_violations(const SourceTree& tree);

/// scripts/packages.txt and the tables of docs/dependencies.md name the same Debian packages; npm's are named there
/// too.
[[nodiscard]] Violations package_violations(const SourceTree& tree);

/// ./reproduce builds each program that README.md and docs/ call as build/NAME.
[[nodiscard]] Violations program_violations(const SourceTree& tree);

/// Each kind of certificate has a section in docs/certificates.md that says what it does not say; of a kind that grants
/// rows as rounding, what that means, too.
[[nodiscard]] Violations certificate_violations(const SourceTree& tree);

/// Every relative link of a Markdown file leads to a file, and each source that it names by its path is there.
[[nodiscard]] Violations document_link_violations(const SourceTree& tree);

/// No cell of a table in a Markdown file is longer than 200 characters: what is longer is text below the table.
[[nodiscard]] Violations table_violations(const SourceTree& tree);

/// No sentence of a comment or of a Markdown file begins with "Of ": its noun comes first.
[[nodiscard]] Violations sentence_violations(const SourceTree& tree);

}  // namespace perpend::architecture
