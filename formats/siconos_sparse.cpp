#include "formats/siconos_sparse.hpp"

namespace perpend::formats {

namespace {

void expect(Words& words, std::string_view text) {
  const std::string what = "'" + std::string(text) + "'";
  const Word word = words.next(what.c_str());
  if (word.text != text) fail(words.file(), word, what + " is expected here");
}

/// "R-by-C,".
void expect_sizes(Words& words, const Word& word, long num_rows, long num_columns) {
  const std::string sizes = std::to_string(num_rows) + "-by-" + std::to_string(num_columns) + ",";
  if (word.text != sizes) fail(words.file(), word, "'" + sizes + "' is expected here, as the sizes above say");
}

/// "nzmax: N nnz: N", with a comma after the number when more follows.
long read_num_entries(Words& words) {
  expect(words, "nzmax:");
  static_cast<void>(words.count("the room for entries", max_entries));
  expect(words, "nnz:");
  Word word = words.next("the number of entries");
  if (word.text.ends_with(',')) word.text.remove_suffix(1);
  return to_count(word, "the number of entries", max_entries, words.file());
}

/// "ROW COLUMN : VALUE" for each.
std::vector<Entry> read_triplets(Words& words, long num_entries, long num_rows, long num_columns) {
  constexpr long numbers_of_a_triplet = 3;
  words.require_room(numbers_of_a_triplet * num_entries, "the matrix");
  std::vector<Entry> entries(num_entries);
  for (Entry& entry : entries) {
    entry.row = words.count("a row, from 0", num_rows - 1);
    entry.column = words.count("a column, from 0", num_columns - 1);
    expect(words, ":");
    entry.value = words.number("a number of the matrix");
  }
  return entries;
}

/// "col COLUMN : locations FIRST to LAST", then "ROW : VALUE" for each.
std::vector<Entry> read_columns(Words& words, long num_entries, long num_rows, long num_columns) {
  std::vector<Entry> entries;
  expect(words, "1-norm:");
  static_cast<void>(words.next("the norm"));
  for (long column = 0; column < num_columns; ++column) {
    expect(words, "col");
    if (words.count("a column, from 0", num_columns - 1) != column)
      fail(words.file(), "the columns do not follow each other");
    expect(words, ":");
    expect(words, "locations");
    const long first = words.count("the first location", num_entries);
    expect(words, "to");
    // An empty column ends before it begins, the first one at -1.
    const Word last = words.next("the last location");
    const long count =
        last.text == "-1" ? 0 : to_count(last, "the last location", num_entries, words.file()) + 1 - first;
    for (long k = 0; k < count; ++k) {
      const long row = words.count("a row, from 0", num_rows - 1);
      expect(words, ":");
      entries.push_back({row, column, words.number("a number of the matrix")});
    }
  }
  if (static_cast<long>(entries.size()) != num_entries)
    fail(words.file(),
         std::to_string(entries.size()) + " entries where " + std::to_string(num_entries) + " were announced");
  return entries;
}

}  // namespace

SparseRows read_siconos_sparse(Words& words, long num_rows, long num_columns) {
  static_cast<void>(words.count("where the sparse matrix comes from", max_size));
  expect(words, "CSparse");
  words.skip_line();
  const Word first = words.next("'triplet:' or the sizes");
  const bool by_triplets = first.text == "triplet:";
  expect_sizes(words, by_triplets ? words.next("the sizes") : first, num_rows, num_columns);
  const long num_entries = read_num_entries(words);
  return to_rows(num_rows, num_columns,
                 by_triplets ? read_triplets(words, num_entries, num_rows, num_columns)
                             : read_columns(words, num_entries, num_rows, num_columns),
                 words.file());
}

}  // namespace perpend::formats
