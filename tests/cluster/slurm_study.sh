#!/usr/bin/env bash
# slurm_study.sh PROGRAM: a study under a Slurm of its own, with a controller and two nodes on this machine. Its follower
# is interrupted and started again, a node dies on the way, and the merged study is that of one process. Everything is in
# a temporary folder and ends with this script. Exit code 77: skipped. With slurmdbd and mariadbd the cluster keeps
# accounts, and the followers ask sacct; PERPEND_ACCOUNTING names a folder into which their packages were unpacked.
set -euo pipefail
program=$(realpath -- "$1")

skip() { echo "skipped: $1"; exit 77; }
((EUID == 0)) || skip "munged and slurmd need root"
for command in munged slurmctld slurmd sbatch; do
  command -v "$command" >/dev/null || skip "$command is not installed; scripts/install-packages cluster gets it"
done

plugins=/usr/lib/$(uname -m)-linux-gnu/slurm-wlm
if [[ -n "${PERPEND_ACCOUNTING:-}" ]]; then
  export PATH=$PERPEND_ACCOUNTING/usr/sbin:$PATH
  export LD_LIBRARY_PATH=$PERPEND_ACCOUNTING/usr/lib/$(uname -m)-linux-gnu
  plugins=$LD_LIBRARY_PATH/slurm-wlm:$plugins
fi
has_accounts=false
command -v slurmdbd >/dev/null && command -v mariadbd >/dev/null && has_accounts=true

work=$(mktemp -d)
daemons=() # files with the numbers of their processes
pid_of() { cat -- "$1" 2>/dev/null; }
is_alive() { kill -0 "$1" 2>/dev/null && [[ "$(ps -o stat= -p "$1")" != Z* ]]; }

# The processes of jobs that node $1 runs: those that started them, and all that they started.
job_processes() {
  local process parent found=()
  for process in $(pgrep -f "$work/spool/$1/job" || true); do
    parent=$(ps -o ppid= -p "$process" | tr -d ' ') || continue
    [[ -n "$parent" ]] && found+=("$parent" "$process")
  done
  with_children "${found[@]}"
}

# These processes and all below them.
with_children() {
  local process
  for process in "$@"; do
    echo "$process"
    with_children $(pgrep -P "$process" || true)
  done | sort -un
}

end_all() {
  local file pid
  for file in "${daemons[@]}"; do kill -9 "$(pid_of "$file")" 2>/dev/null || true; done
  for node in n1 n2; do kill -9 $(job_processes "$node") 2>/dev/null || true; done
  jobs -p | xargs -r kill 2>/dev/null || true
  rm -rf -- "$work" "$scratch"
}
scratch=$(mktemp -d)
trap end_all EXIT
export TMPDIR=$scratch

fail() {
  echo "FAILED: $1"
  tail -n 20 "$work"/*.out "$work"/*.err "$work"/log/* "$work"/out/logs/* 2>/dev/null || true
  exit 1
}
# wait_for SECONDS WHAT COMMAND...
wait_for() {
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < end)) || fail "$what does not happen"
    sleep 0.1
  done
}

# start_accounts PORT HOST: the database, and what writes into it.
start_accounts() {
  local messages
  mkdir -p "$work/database"
  messages=$(dirname -- "$(command -v mariadbd)")/../share/mysql/english
  mariadbd --no-defaults --user=root --datadir="$work/database" --socket="$work/database.socket" --port=$(($1 + 4)) \
    --bind-address=127.0.0.1 --skip-grant-tables --lc-messages-dir="$messages" --pid-file="$work/database.pid" \
    --innodb-buffer-pool-size=16M --innodb-log-file-size=16M >"$work/log/database" 2>&1 &
  disown  # its end is no news
  cat >"$work/slurmdbd.conf" <<TEXT
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
DbdHost=$2
DbdAddr=127.0.0.1
DbdPort=$(($1 + 3))
SlurmUser=root
PluginDir=$plugins
PidFile=$work/slurmdbd.pid
LogFile=$work/log/slurmdbd
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort=$(($1 + 4))
StorageUser=root
StoragePass=none
StorageLoc=accounts
TEXT
  chmod 600 "$work/slurmdbd.conf"
  daemons+=("$work/database.pid" "$work/slurmdbd.pid")
  wait_for 20 "that the database listens" eval "(: >/dev/tcp/127.0.0.1/$(($1 + 4)))"
  slurmdbd 2>"$work/slurmdbd.err"
  wait_for 20 "that accounts are kept" eval "sacctmgr -i add cluster perpend >$work/sacctmgr.out 2>$work/sacctmgr.err"
}

start_cluster() {
  local port host storage=accounting_storage/none
  port=$((20000 + $$ % 8000 * 5))
  host=$(hostname -s)
  "$has_accounts" && storage=accounting_storage/slurmdbd
  mkdir -p "$work"/{munge,state,spool/n1,spool/n2,log}
  chmod 700 "$work/munge"
  head -c 1024 /dev/urandom >"$work/munge/key"
  chmod 600 "$work/munge/key"
  cat >"$work/slurm.conf" <<TEXT
ClusterName=perpend
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=$port
SlurmctldPidFile=$work/slurmctld.pid
SlurmctldLogFile=$work/log/slurmctld
StateSaveLocation=$work/state
SlurmdPidFile=$work/slurmd-%n.pid
SlurmdLogFile=$work/log/slurmd-%n
SlurmdSpoolDir=$work/spool/%n
SlurmdParameters=config_overrides
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=$storage
AccountingStorageHost=127.0.0.1
AccountingStoragePort=$((port + 3))
AccountingStoragePass=$work/munge/socket
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,sched_min_interval=0,bf_interval=1
SlurmdTimeout=3
MessageTimeout=2
KillWait=1
MaxArraySize=9
MpiDefault=none
SwitchType=switch/none
MailProg=/bin/true
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=2
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES State=UP
TEXT
  export SLURM_CONF=$work/slurm.conf
  daemons=("$work/munge/pid" "$work/slurmctld.pid" "$work/slurmd-n1.pid" "$work/slurmd-n2.pid")
  munged --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
    --log-file="$work/munge/log" --seed-file="$work/munge/seed" --force 2>"$work/munge.err"
  "$has_accounts" && start_accounts "$port" "$host"
  slurmctld -i 2>"$work/slurmctld.err"
  slurmd -N n1 2>"$work/slurmd-n1.err"
  slurmd -N n2 2>"$work/slurmd-n2.err"
  wait_for 20 "that both nodes are idle" eval '[[ "$(sinfo -h -N -o %T | sort | uniq -c | xargs)" == "2 idle" ]]'
}

content_of() { sed -n 's/^content //p' "$1"; }
submissions() { grep -c 'shards submitted as job' "$1" || true; }

cat >"$work/swing.scene" <<'TEXT'
experiment swing {
  param alpha = 10/s
  world planar {
    gravity = (0 m/s^2, -9.81 m/s^2)
    body bob = rod(length: 1 m) { mass = 1 kg; at = (0.5 m, 0 m) }
    joint pin = revolute(world, bob) { at = (0, 0) m }
  }
  run { step = 100 us; duration = 20 s; record_every = 10000 }
  method held = baumgarte(alpha: alpha)
  measure drift = max_abs(constraint_error)
  sweep gain { alpha = lin_range(1/s, 40/s, 128) }
}
TEXT

cd "$work"
"$program" study swing.scene --out whole --no-cache >whole.out 2>whole.err || fail "the study in one process"
start_cluster
study=("$program" study swing.scene --out out --engine slurm --shards 8)

"${study[@]/%8/9}" >many.out 2>many.err && fail "nine shards where the cluster takes eight"
grep -q 'takes at most 8 (MaxArraySize' many.err || fail "that the cluster takes eight shards is not said"

"${study[@]}" >first.out 2>first.err &
follower=$!
wait_for 60 "that the second node runs a shard" eval '[[ -n "$(job_processes n2)" ]]'
kill -TERM "$follower"  # a shell has its background jobs ignore SIGINT
code=0
wait "$follower" || code=$?
((code == 130)) || fail "an interrupted follower ends with $code"
grep -q "the jobs of .* continue.*scancel --name=perpend-" first.err || fail "an interruption is not explained"
(($(submissions first.err) == 1)) || fail "the shards were not submitted at once"

"${study[@]}" >second.out 2>second.err &
follower=$!
sleep 0.2
# The node stands still first, so that no shard ends unseen: its daemon, and then what it runs, until nothing new is found.
# A shard that has copied its file by then is not lost with the node, and the node goes on to another one.
freeze_shard() {
  local found before=
  kill -STOP "$(pid_of slurmd-n2.pid)"
  while found=$(job_processes n2 | tr '\n' ' ') && [[ "$found" != "$before" ]]; do
    kill -STOP $found 2>stop.err || true  # one may have ended
    before=$found
  done
  [[ -n "$found" ]] && ! has_copied $found && return 0
  kill -CONT $found "$(pid_of slurmd-n2.pid)" 2>stop.err || true
  return 1
}
has_copied() {
  local process number
  for process in "$@"; do
    number=$(tr '\0' '\n' <"/proc/$process/environ" | sed -n 's/^SLURM_ARRAY_TASK_ID=//p')
    [[ -n "$number" && -e "out/shard-$number-of-8.sqlite" ]] && return 0
  done 2>environ.err
  return 1
}
wait_for 60 "that the second node runs a shard again" freeze_shard
kill_node() {
  kill -9 "$(pid_of slurmd-n2.pid)" $(job_processes n2) 2>kill.err || true
  ! is_alive "$(pid_of slurmd-n2.pid)" && [[ -z "$(job_processes n2)" ]]
}
wait_for 20 "that the second node is gone" kill_node
code=0
wait "$follower" || code=$?
((code == 0)) || fail "the study under Slurm ends with $code"
grep -q 'is lost: NODE_FAIL on n2; submitted again, 1 of at most 3 times' second.err || fail "a lost shard is not reported"
grep -q 'job.* [2-8] of 8 shards submitted\|: 8 of 8 shards submitted' second.err && fail "shards were submitted twice"
if "$has_accounts"; then
  # The lost attempt and the one after it, under the name of the study.
  sacct --allocations --duplicates --noheader --parsable2 --format=JobName,State,NodeList >accounts.out 2>accounts.err
  grep -q '^perpend-.*|NODE_FAIL|n2$' accounts.out || fail "the accounts do not have the lost shard"
fi
[[ "$(content_of second.out)" =~ ^[0-9a-f]{64}$ ]] || fail "there is no merged study"
[[ "$(content_of second.out)" == "$(content_of whole.out)" ]] || fail "the merged study is not that of one process"

"${study[@]}" >third.out 2>third.err || fail "a study that is complete"
grep -q 'is complete' third.err || fail "a complete study is run again"
# A refined sweep: the points between those of its grid follow from outcomes, line by line, in whatever shard.
cat >edge.scene <<'TEXT'
experiment edge {
  param a = 0.5
  param b = 0.5
  world planar {
    gravity = (0 m/s^2, -9.81 m/s^2)
    body bob = rod(length: 1 m) { mass = 1 kg; at = (0.5 m, 0 m) }
    joint pin = revolute(world, bob) { at = (0, 0) m }
  }
  run { step = 10 ms; duration = 2 s }
  method held = baumgarte(alpha: a / 10 ms, beta: b / 10 ms)
  measure drift = max_abs(constraint_error)
  sweep edge {
    a = lin_range(0.1, 0.9, 5)
    b = lin_range(0.05, 2.45, 4)
    expect = any
    refine = completion(along: b, to: 0.01)
  }
}
TEXT
"$program" study edge.scene --out edge --no-cache >edge.out 2>edge.err || fail "a refined study in one process"
"$program" query edge "select count(*) from boundaries where is_refined" | grep -q '[1-9]' || fail "there is no boundary"
"$program" study edge.scene --out edges --engine slurm --shards 4 >edges.out 2>edges.err || fail "a refined study under Slurm"
[[ "$(content_of edges.out)" =~ ^[0-9a-f]{64}$ ]] || fail "there is no merged refined study"
[[ "$(content_of edges.out)" == "$(content_of edge.out)" ]] || fail "the refined study is not that of one process"

# Cancelled shards are not submitted again, whether they ran or waited.
sed 's/duration = 2 s/duration = 90000 s/' edge.scene >long.scene
"$program" study long.scene --out long --engine slurm --shards 8 >long.out 2>long.err &
follower=$!
wait_for 20 "that a shard of the long study runs" eval '[[ -n "$(squeue -h -t R -o %i)" ]]'
scancel --name="$(squeue -h -o %j | head -n 1)"
code=0
wait "$follower" || code=$?
((code == 4)) || fail "a cancelled study ends with $code"
grep -q 'submitted again' long.err && fail "cancelled shards were submitted again"
(($(grep -c 'is lost: CANCELLED' long.err) == 8)) || fail "not all cancelled shards are reported"
"$has_accounts" && accounts="accounts kept by slurmdbd" || accounts="no accounts: slurmdbd and mariadbd are not installed"
echo "$accounts; lost with the node: $(grep -c 'is lost' second.err) of 8 shards; content $(content_of second.out)"
