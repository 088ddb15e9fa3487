#!/usr/bin/env bash
# study_places.sh PERPEND NO_RENAME: folders that do less than others. A file system that does not rename files, files
# that may not grow or are damaged, clocks that disagree, and, for root, a cache on a full or a read-only disk: what was
# made stays, and the program says what it could not do.
set -euo pipefail
perpend=$(realpath "$1") no_rename=$(realpath "$2")
folder=$(mktemp -d)
mounted=
trap '[[ -z $mounted ]] || umount "$mounted"; rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "$*" >&2; exit 1; }
content() { grep -o 'content .*' "$1"; }

cat >a.scene <<'TEXT'
experiment places {
  param a = 1
  world planar {
    gravity = (0 m/s^2, -9.81 m/s^2)
    body bob = rod(length: 1 m) { mass = 1 kg; at = (0.5 m, 0 m) }
    joint pin = revolute(world, bob) { at = (0 m, 0 m) }
  }
  run { step = 10 ms; duration = 0.1 s }
  method held = baumgarte(alpha: a / 1 s)
  measure drift = max_abs(constraint_error)
  sweep map { a = lin_range(0.1, 0.5, 20) }
}
TEXT
"$perpend" study a.scene --out whole --no-cache >whole.txt

# EPERM, ENOSYS, EXDEV.
for reason in 1 38 18; do
  export RENAME_ERRNO=$reason
  LD_PRELOAD=$no_rename "$perpend" study a.scene --out "out$reason" --cache "cache$reason" >out.txt 2>err.txt ||
    fail "a study without rename: $(cat err.txt)"
  [[ $(content out.txt) == "$(content whole.txt)" ]] || fail "runs are lost"
  mv "out$reason/study.html" page.html
  "$perpend" study report "out$reason"
  cmp page.html "out$reason/study.html" || fail "the page is another one"
  [[ ! -e out$reason/study.html.tmp ]] || fail "a temporary stays"
  "$perpend" study a.scene --out "out$reason" --no-cache | grep -q '20 kept, 0 from the cache, 0 made' || fail "runs are made again"
  for k in 1 2; do "$perpend" study a.scene --out "parts$reason" --shard $k/2 --no-cache --quiet; done
  LD_PRELOAD=$no_rename "$perpend" study merge "parts$reason" >out.txt 2>err.txt || fail "a merge without rename: $(cat err.txt)"
  [[ $(content out.txt) == "$(content whole.txt)" ]] || fail "the merged study has other rows"
done

# A page that cannot be put in its place.
mkdir -p blocked/study.html/inside
code=0
"$perpend" study a.scene --out blocked --no-cache >out.txt 2>err.txt || code=$?
((code == 4)) || fail "a study without its page ends with $code"
grep -q "blocked/study.html: Is a directory; blocked/study.sqlite has all runs.*'perpend study report blocked' writes the page" err.txt ||
  fail "$(cat err.txt)"

# Files that may not grow beyond a limit: while runs are added, and while shards are copied and joined.
code=0
(ulimit -f 110; "$perpend" study a.scene --out grown --no-cache >out.txt 2>err.txt) || code=$?
((code == 4)) || fail "a study without room ends with $code"
grep -q 'grown/study.sqlite: a file of this process may have no more than 112640 bytes.*start the same command again' err.txt || fail "$(cat err.txt)"
"$perpend" study a.scene --out grown --no-cache >out.txt
[[ $(content out.txt) == "$(content whole.txt)" ]] || fail "a file that could not grow loses runs"
for k in 1 2; do "$perpend" study a.scene --out merged --shard $k/2 --no-cache --quiet; done
for size in 60 100; do
  code=0
  (ulimit -f $size; "$perpend" study merge merged >out.txt 2>err.txt) || code=$?
  ((code == 4)) || fail "a merge without room ends with $code"
  grep -q "merged/study.sqlite.*a file of this process may have no more than $((1024 * size)) bytes" err.txt || fail "$(cat err.txt)"
done
"$perpend" study merge merged >out.txt
[[ $(content out.txt) == "$(content whole.txt)" ]] || fail "shards are changed by a merge that had no room"

# A file that is torn.
mkdir torn
head -c 5000 whole/study.sqlite >torn/study.sqlite
for command in "study a.scene --out torn" "study status torn"; do
  code=0
  "$perpend" $command >out.txt 2>err.txt || code=$?
  ((code == 4)) || fail "a torn file ends with $code"
  grep -q 'torn/study.sqlite: .* the file is damaged: remove it' err.txt || fail "$(cat err.txt)"
done

# Files from the future and from the past, as from machines whose clocks differ.
for k in 1 2; do "$perpend" study a.scene --out clocks --shard $k/2 --cache clock-cache --quiet; done
touch -d 2099-01-01 clocks/shard-1-of-2.sqlite a.scene
touch -d 1980-01-01 clocks/shard-2-of-2.sqlite clock-cache/*
"$perpend" study a.scene --out clocks --shard 1/2 --cache clock-cache | grep -q '10 kept' || fail "a file from the future is not kept"
"$perpend" study merge clocks >out.txt
[[ $(content out.txt) == "$(content whole.txt)" ]] || fail "shards of other dates merge to other rows"
"$perpend" study a.scene --out fresh --cache clock-cache | grep -q '20 from the cache' || fail "a cache from the past is not taken"

# A cache that has no room costs a warning.
if [[ $(id -u) == 0 ]] && mkdir small && mount -t tmpfs -o size=200k tmpfs small 2>/dev/null; then
  mounted=$folder/small
  head -c 150k /dev/zero >small/ballast || true
  "$perpend" study a.scene --out filled --cache small >out.txt 2>err.txt || fail "a full cache ends the study: $(cat err.txt)"
  grep -q 'small/cache.sqlite' err.txt || fail "the full cache is not named: $(cat err.txt)"
  [[ $(content out.txt) == "$(content whole.txt)" ]] || fail "a full cache loses runs"
  umount small
  mount -t tmpfs tmpfs small
  "$perpend" cache export small --cache clock-cache >/dev/null
  mount -o remount,ro small
  "$perpend" study a.scene --out read --cache small | grep -q '20 from the cache' || fail "a cache that cannot be written is not read"
  "$perpend" cache export copied --cache small | grep -q '20 runs copied' || fail "a cache that cannot be written is not copied"
  code=0
  "$perpend" cache gc --cache small 2>err.txt || code=$?
  ((code == 4)) && grep -q 'small/cache.sqlite: .*Read-only file system' err.txt || fail "$code: $(cat err.txt)"
else
  echo "no small disk could be mounted: left out"
fi
echo "as expected"
