// Parts: pieces of a mechanism with names of their own, of which a world has any number of instances.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dsl/syntax/ast.hpp"
#include "dsl/values/scope.hpp"

namespace perpend::dsl {

struct Analysis;
struct BlockReader;
class NameTable;

struct PartDeclaration {
  const Statement* statement = nullptr;
  ScopePlace place;  ///< what it may name that is not its own
};

/// What is known of parts while a world is read.
struct PartNotes {
  std::map<std::string, PartDeclaration> parts;  ///< by full name: those inside parts bear the prefix of the instance
  std::vector<const Statement*> open;            ///< parts whose instances are being read, outermost first
  std::map<std::string, std::vector<std::string>> exports;          ///< of "left."; without an entry all can be used
  std::map<std::string, const Statement*> statements;               ///< of "left.": its part
  std::map<std::string, std::vector<const Expression*>> arguments;  ///< of "left.", while it is read
};

/// `part leg(side: 1, on: world) { ... }`.
void remember_part(Analysis& a, const Statement& s);

/// `instance left = leg(side: -1)`: carries out the block of the part under the name of the instance.
void analyze_instance(Analysis& a, const Statement& s, const BlockReader& reader);

/// The full name that `written` stands for here, with "world" for itself; empty: the table has no such name. A part
/// sees its own names, then those where it is declared, not those where its instance stands.
[[nodiscard]] std::string find_declared(const Analysis& a, const NameTable& table, const std::string& written);

/// Whether a name is that of an instance, and what to write where it stands for a body or joint.
[[nodiscard]] bool is_instance(const Analysis& a, const std::string& written);
[[nodiscard]] std::string instance_hint(const std::string& written);

/// "link" of "link[3]".
[[nodiscard]] std::string_view without_index(std::string_view segment);

/// What an instance holds and does not export.
struct HiddenPart {
  std::string instance;
  std::string name;
};

/// Why a full name may not be used here; nothing: it may.
[[nodiscard]] std::optional<HiddenPart> hidden_part(const Analysis& a, const std::string& full);

/// Whether a full name may be used here; says what the part exports.
[[nodiscard]] bool check_exported(Analysis& a, const std::string& full, Span span);

}  // namespace perpend::dsl
