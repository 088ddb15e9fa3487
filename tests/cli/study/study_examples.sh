#!/usr/bin/env bash
# study_examples.sh PERPEND STUDIES.md: the examples of the text, as written, in a folder of their own: queries, Python,
# shards side by side, the makefile, the rules of Snakemake where it is installed. In the text the scene is FILE.scene
# and the folder DIR.
set -euo pipefail
perpend=$(realpath "$1") text=$(realpath "$2")
for program in python3 make; do
  command -v "$program" >/dev/null || { echo "skipped: $program is not installed"; exit 0; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir bin
ln -s "$perpend" bin/perpend
export PATH=$folder/bin:$PATH XDG_CACHE_HOME=$folder/cache
fail() { echo "$*" >&2; exit 1; }

cat >FILE.scene <<'TEXT'
experiment example {
  param a = 1
  param b = 1
  world planar {
    gravity = (0 m/s^2, -9.81 m/s^2)
    body bob = rod(length: 1 m) { mass = 1 kg; at = (0.5 m, 0 m) }
    joint pin = revolute(world, bob) { at = (0 m, 0 m) }
  }
  run { step = 10 ms; duration = 0.2 s }
  method held = baumgarte(alpha: a / 10 ms, beta: b / 10 ms)
  measure drift = max_abs(constraint_error)
  sweep map { a = lin_range(0.1, 0.5, 4); b = lin_range(0.1, 3, 4); expect = any }
}
TEXT

# The block of indented lines that begins with a line, without the indentation.
block() { awk -v first="    $1" 'index($0, first) == 1 { on = 1 } on && !/^    / { exit } on { print substr($0, 5) }' "$text"; }
# Blocks that begin with the same line: the one that has a word.
python_with() { awk -v word="$1" '/^    import sqlite3/ { on = 1; body = "" } on && !/^    / { on = 0; if (index(body, word)) { printf "%s", body; exit } } on { body = body substr($0, 5) "\n" }' "$text"; }

perpend study FILE.scene --out DIR --series >/dev/null

queries=$(grep -c '^    perpend query DIR "select \* from sweep_map\|^    perpend query DIR "select a, b' "$text")
((queries >= 2)) || fail "the text has lost its queries"
grep '^    perpend query DIR "select \* from sweep_map\|^    perpend query DIR "select a, b' "$text" >queries.sh
sh -e queries.sh | grep -q diverged || fail "a query of the text finds nothing"

python_with 'a, b, status' >rows.py
{ cat rows.py; echo 'assert len(rows) == 16 and rows[0][2] == "completed", rows'; } >check.py
python3 check.py

# Where NumPy is missing, as much of it as the example uses.
python3 -c 'import numpy' 2>/dev/null || cat >numpy.py <<'TEXT'
import array, ast, struct, zipfile
class Array(list):
    def __getitem__(self, key):
        found = list.__getitem__(self, key)
        return Array(found) if isinstance(key, slice) else found
    def max(self):
        return max(self)
def load(path):
    archive, arrays = zipfile.ZipFile(path), {}
    for name in archive.namelist():
        data = archive.read(name)
        size = struct.unpack("<H", data[8:10])[0]
        kind = {"<f8": "d", "<i8": "q"}[ast.literal_eval(data[10:10 + size].decode())["descr"]]
        values = array.array(kind)
        values.frombytes(data[10 + size:])
        arrays[name[:-4]] = Array(values)
    return arrays
TEXT
python_with 'numpy.load' >series.py
(($(python3 series.py | wc -l) >= 8)) || fail "the example of series prints less than the runs that completed"

rm -rf DIR
block 'for k in 1 2 3 4' >shards.sh
sh -e shards.sh | grep -q '16 of 16 runs' || fail "the shards of the text make no study"

rm -rf DIR
perpend study FILE.scene --out DIR --engine print --shards 16 >/dev/null
block 'shards := ' >Makefile
make -s -j 2 DIR/study.sqlite | grep -q '16 runs of 16 shards' || fail "the makefile of the text makes no study"

if command -v snakemake >/dev/null; then
  rm -f DIR/*.sqlite
  block 'rule study' >Snakefile
  snakemake --cores 2 --quiet >/dev/null 2>&1 || fail "the rules of the text make no study"
  [[ -f DIR/study.sqlite ]] || fail "the rules of the text leave no file"
fi
echo "the examples run"
