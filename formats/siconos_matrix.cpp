#include "formats/siconos_matrix.hpp"

#include <algorithm>

namespace perpend::formats {

namespace {

SparseRows read_dense(Words& words, long num_rows, long num_columns) {
  const long rows = words.count("the number of rows, again", max_size);
  const long columns = words.count("the number of columns, again", max_size);
  if (rows != num_rows || columns != num_columns)
    fail(words.file(), "the sizes of the matrix are given twice and differ");
  const long num_values = rows * columns;
  if (num_values > max_entries)
    fail(words.file(), "more than " + std::to_string(max_entries) + " numbers; write them as a sparse matrix");
  words.require_room(num_values, "the matrix");
  Dense dense{rows, columns, false, std::vector<double>(num_values)};
  for (double& value : dense.value) value = words.number("a number of the matrix");
  return to_rows(dense, words.file());
}

/// Ends of blocks, so increasing; the last is the size.
std::vector<long> read_ends(Words& words, long count, long size) {
  words.require_room(count, "the list of blocks");
  std::vector<long> starts{0};
  for (long k = 0; k < count; ++k) {
    starts.push_back(words.count("the end of a block", size));
    if (starts[k + 1] <= starts[k]) fail(words.file(), "the ends of the blocks do not increase");
  }
  if (starts.back() != size)
    fail(words.file(),
         "the blocks end at " + std::to_string(starts.back()) + " of " + std::to_string(size) + " rows or columns");
  return starts;
}

std::vector<long> read_list(Words& words, long count, const char* what, long limit) {
  words.require_room(count, what);
  std::vector<long> list(count);
  for (long& value : list) value = words.count(what, limit);
  return list;
}

struct Blocks {
  std::vector<long> row_start, column_start, first, column;
};

Blocks read_structure(Words& words, long num_blocks, long num_rows, long num_columns) {
  const long rows = words.count("the number of block rows", max_size);
  const long columns = words.count("the number of block columns", max_size);
  Blocks blocks;
  blocks.row_start = read_ends(words, rows, num_rows);
  blocks.column_start = read_ends(words, columns, num_columns);
  if (words.count("the number of block pointers", max_size + 1) != rows + 1)
    fail(words.file(), "there is one block pointer more than block rows");
  if (words.count("the number of blocks", max_entries) != num_blocks)
    fail(words.file(), "the number of blocks is given twice and differs");
  blocks.first = read_list(words, rows + 1, "a block pointer", num_blocks);
  blocks.column = read_list(words, num_blocks, "a block column", columns - 1);
  if (blocks.first.front() != 0 || blocks.first.back() != num_blocks ||
      !std::is_sorted(blocks.first.begin(), blocks.first.end()))
    fail(words.file(), "the block pointers do not go from 0 to the number of blocks");
  return blocks;
}

SparseRows read_blocks(Words& words, long num_rows, long num_columns) {
  const long num_blocks = words.count("the number of blocks", max_entries);
  if (num_blocks == 0) return to_rows(num_rows, num_columns, std::vector<Entry>{}, words.file());
  const Blocks blocks = read_structure(words, num_blocks, num_rows, num_columns);
  std::vector<Entry> entries;
  for (std::size_t i = 0; i + 1 < blocks.first.size(); ++i)
    for (long k = blocks.first[i]; k < blocks.first[i + 1]; ++k) {
      if (words.count("the number of the block", num_blocks) != k)
        fail(words.file(), "block " + std::to_string(k) + " does not come in its place");
      const long j = blocks.column[k];
      for (long column = blocks.column_start[j]; column < blocks.column_start[j + 1]; ++column)
        for (long row = blocks.row_start[i]; row < blocks.row_start[i + 1]; ++row)
          entries.push_back({row, column, words.number("a number of a block")});
    }
  return to_rows(num_rows, num_columns, std::move(entries), words.file());
}

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
std::vector<Entry> read_csparse_triplets(Words& words, long num_entries, long num_rows, long num_columns) {
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
std::vector<Entry> read_csparse_columns(Words& words, long num_entries, long num_rows, long num_columns) {
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

/// As CSparse prints them, from the word after the sizes on: where the matrix comes from, a line of the version, then
/// the entries.
SparseRows read_csparse(Words& words, long num_rows, long num_columns) {
  static_cast<void>(words.count("where the sparse matrix comes from", max_size));
  expect(words, "CSparse");
  words.skip_line();
  const Word first = words.next("'triplet:' or the sizes");
  const bool by_triplets = first.text == "triplet:";
  expect_sizes(words, by_triplets ? words.next("the sizes") : first, num_rows, num_columns);
  const long num_entries = read_num_entries(words);
  return to_rows(num_rows, num_columns,
                 by_triplets ? read_csparse_triplets(words, num_entries, num_rows, num_columns)
                             : read_csparse_columns(words, num_entries, num_rows, num_columns),
                 words.file());
}

}  // namespace

SparseRows read_siconos_matrix(Words& words) {
  const long storage = words.count("the storage (0 dense, 1 blocks, 2 sparse)", 2);
  const long num_rows = words.count("the number of rows", max_size);
  const long num_columns = words.count("the number of columns", max_size);
  if (storage == 0) return read_dense(words, num_rows, num_columns);
  if (storage == 1) return read_blocks(words, num_rows, num_columns);
  return read_csparse(words, num_rows, num_columns);
}

VectorX read_siconos_vector(Words& words, long size, const char* what) {
  words.require_room(size, what);
  VectorX vector(size);
  for (double& value : vector) value = words.number(what);
  return vector;
}

}  // namespace perpend::formats
