#include "dsl/syntax/document.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace perpend::dsl {

namespace {

constexpr std::size_t smallest_block = std::size_t{1} << 16;  // large against a node; freed, it stays in the process
constexpr std::size_t largest_block = std::size_t{1} << 24;
constexpr std::size_t huge_page = std::size_t{1} << 21;

/// The system takes as long to hand out a page as the parser to fill it: larger ones are asked for.
std::byte* new_block(std::size_t size) {
  const bool is_huge = size >= huge_page;
  void* const block = is_huge ? std::aligned_alloc(huge_page, size) : std::malloc(size);
  if (block == nullptr) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
  if (is_huge) madvise(block, size, MADV_HUGEPAGE);  // a wish: what becomes of it changes nothing
#endif
  return static_cast<std::byte*>(block);
}

}  // namespace

/// Each block is twice as large as the one before.
void* Arena::allocate(std::size_t size, std::size_t alignment) {
  std::size_t begin = (used_ + alignment - 1) / alignment * alignment;
  if (blocks_.empty() || begin + size > capacity_) {
    capacity_ = std::max(std::min(std::max(2 * capacity_, smallest_block), largest_block), size);
    if (capacity_ >= huge_page) capacity_ = (capacity_ + huge_page - 1) / huge_page * huge_page;
    blocks_.emplace_back(new_block(capacity_));
    begin = 0;
  }
  used_ = begin + size;
  return blocks_.back().get() + begin;
}

Symbol Names::intern(std::string_view name) {
  if (name.empty()) return no_symbol;
  const std::size_t hash = std::hash<std::string_view>()(name);
  std::size_t slot = slot_of(name, hash);
  if (slots_[slot] != no_symbol) return slots_[slot];
  const auto symbol = static_cast<Symbol>(texts_.size());
  texts_.emplace_back(name);
  hashes_.push_back(hash);
  slots_[slot] = symbol;
  if (2 * texts_.size() > slots_.size()) grow();
  return symbol;
}

/// Where the name is, or would be.
std::size_t Names::slot_of(std::string_view name, std::size_t hash) const {
  std::size_t slot = hash & (slots_.size() - 1);
  const auto is_other = [&](Symbol symbol) {
    return symbol != no_symbol && (hashes_[symbol] != hash || texts_[symbol] != name);
  };
  while (is_other(slots_[slot])) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

void Names::grow() {
  slots_.assign(4 * slots_.size(), no_symbol);
  for (std::size_t symbol = 1; symbol < texts_.size(); ++symbol)
    slots_[slot_of(texts_[symbol], hashes_[symbol])] = static_cast<Symbol>(symbol);
}

Symbol Names::find(std::string_view name) const {
  return slots_[slot_of(name, std::hash<std::string_view>()(name))];
}

std::string_view text_of(const Document& document, Span span) {
  return std::string_view(document.sources[span.file].text).substr(span.begin, span.length);
}

const std::string& source_text(const Document& document) {
  return document.sources.front().text;
}

std::vector<SceneFile> scene_files(const Document& document) {
  namespace fs = std::filesystem;
  std::vector<SceneFile> files;
  const fs::path folder = fs::path(document.sources.front().path).parent_path();
  for (const SourceFile& source : document.sources)
    files.push_back({fs::path(source.path).lexically_relative(folder).generic_string(), source.text});
  // A pipe, and a text without a file, have no name that another file could take.
  if (const fs::path first(files.front().path); first.extension() != ".scene") files.front().path = "main.scene";
  return files;
}

std::string all_text(const Document& document) {
  std::string text;
  for (const SourceFile& source : document.sources) text += source.text;
  return text;
}

}  // namespace perpend::dsl
