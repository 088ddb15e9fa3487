# Sourced by ./reproduce and ./check: configure when needed, build with progress.

# One job a core, but no more than memory carries: a compiler takes up to 1 GB.
default_jobs() {
  local cores gigabytes
  cores=$(nproc 2>/dev/null || echo 1)
  gigabytes=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo 2>/dev/null || echo "$cores")
  ((gigabytes < 1)) && gigabytes=1
  echo $((cores < gigabytes ? cores : gigabytes))
}

cached_option() { sed -n "s/^$2:[A-Z]*=//p" "$1/CMakeCache.txt" 2>/dev/null || true; }

# configure DIR TYPE COMPILER [NAME=VALUE]...: only when DIR is new or an option differs; Ninja sees to changed CMake files.
configure() {
  local dir=$1 type=$2 compiler=$3 setting is_current=1
  shift 3
  [[ -f "$dir/build.ninja" ]] || is_current=0
  for setting in "$@"; do
    [[ "$(cached_option "$dir" "${setting%%=*}")" == "${setting#*=}" ]] || is_current=0
  done
  ((is_current)) && return
  local options=("${@/#/-D}")
  # Two checkouts share what was compiled: paths below each are taken relative. ccache asks for the rest with
  # precompiled headers, which it otherwise refuses.
  command -v ccache >/dev/null &&
    options+=("-DCMAKE_CXX_COMPILER_LAUNCHER=env;CCACHE_BASEDIR=$PWD;CCACHE_SLOPPINESS=pch_defines,time_macros;ccache")
  echo "Configuring $dir ($type, $compiler)"
  cmake -S . -B "$dir" -G Ninja -DCMAKE_BUILD_TYPE="$type" -DCMAKE_CXX_COMPILER="$compiler" "${options[@]}" --log-level=NOTICE
}

# Reads Ninja's lines "@finished/total/seconds@ edge" and draws a bar with the time left on a terminal, else a line every
# tenth. Whatever else a compiler says passes through.
show_progress() {
  local dir=$1 line finished total seconds left last_tenth=0 drawn=0 bar
  while IFS= read -r line; do
    if [[ "$line" =~ ^@([0-9]+)/([0-9]+)/([0-9]+)[.,]?[0-9]*@ ]]; then
      finished=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]} seconds=${BASH_REMATCH[3]}
      left=$((finished > 0 ? seconds * (total - finished) / finished : 0))
      if [[ -t 1 ]]; then
        printf -v bar '%*s' $((30 * finished / total)) ''
        printf '\r\033[K%s [%-30s] %d/%d, %d s, about %d s left' "$dir" "${bar// /#}" "$finished" "$total" "$seconds" "$left"
        drawn=1
      elif ((10 * finished / total > last_tenth || finished == total)); then
        last_tenth=$((10 * finished / total))
        printf '%s: %d of %d, %d s, about %d s left\n' "$dir" "$finished" "$total" "$seconds" "$left"
      fi
    else
      ((drawn)) && printf '\r\033[K' && drawn=0
      [[ "$line" == "ninja: no work to do." || "$line" == "ninja: Entering directory"* ]] || printf '%s\n' "$line"
    fi
  done
  ((drawn)) && printf '\n'
  return 0
}

# build DIR JOBS TARGET...
build() {
  local dir=$1 jobs=$2
  shift 2
  NINJA_STATUS='@%f/%t/%e@ ' ninja -C "$dir" -j "$jobs" "$@" </dev/null 2>&1 | show_progress "$dir"
}
