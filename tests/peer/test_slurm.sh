#!/usr/bin/env bash
# A rollout as a job array under a real Slurm of one node: munged, slurmctld and slurmd of
# Debian, started in a temporary folder. One shard is lost and done again by a second
# submission. Skipped where they are not installed (slurm-wlm, munge) or not root.
set -euo pipefail
export PATH=$PATH:/usr/sbin
for program in munged slurmctld slurmd sbatch squeue; do
    command -v "$program" >/dev/null || { echo "$program is not installed"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "needs root"; exit 77; }
ALEA=$(realpath "$ALEA")
folder=$(mktemp -d /tmp/alea-slurm-XXXXXX)
pids=()
finish() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    # A slurmd that waits for its controller hears nothing.
    for _ in $(seq 20); do [ -z "$(jobs -r -p)" ] || sleep .1; done
    for pid in "${pids[@]}"; do kill -9 "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
cd "$folder"
mkdir munge spool state
chmod 755 "$folder"
dd if=/dev/urandom of=munge/key bs=1 count=1024 status=none
chmod 400 munge/key
chmod 700 munge
munged --foreground --force --key-file="$folder/munge/key" --socket="$folder/munge.socket" \
    --pid-file="$folder/munge/pid" --log-file="$folder/munge/log" \
    --seed-file="$folder/munge/seed" >/dev/null 2>&1 &
pids+=($!)
host=$(hostname -s)
# Two ports, claimed until it ends.
coproc python3 -c 'import signal
from support.server import free_ports
ports = free_ports()
print(next(ports), next(ports), flush=True)
signal.pause()'
pids+=($COPROC_PID)
read -r controller daemon <&"${COPROC[0]}"
cat > slurm.conf <<END
ClusterName=alea
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$controller
SlurmdPort=$daemon
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
SlurmUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES State=UP
END
export SLURM_CONF=$folder/slurm.conf
touch cgroup.conf
slurmctld -D >/dev/null 2>&1 &
pids+=($!)
slurmd -D >/dev/null 2>&1 &
pids+=($!)
is_idle() { timeout 5 sinfo -h -o %T 2>/dev/null | grep -q idle; }
until is_idle || [ "$SECONDS" -gt 60 ]; do sleep .2; done
is_idle || { tail -n 5 slurmctld.log slurmd.log; echo "Slurm did not start"; exit 77; }

idle() {
    for _ in $(seq $((5 * ${SECONDS_AT_MOST:-300}))); do
        [ -z "$(squeue -h)" ] && return
        sleep .2
    done
    echo "Slurm is not done in time"; squeue; exit 1
}
id='XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10'
trials=${TRIALS:-3600} shards=${SHARDS:-20}
"$ALEA" shard make rollout --trials "$trials" --shards "$shards" --output job "$id" -- --ply=0 --seed=5
"$ALEA" shard slurm --submit --output "$folder/merged" job
idle
"$ALEA" shard status job
[ -s merged ] || { cat job/slurm-*.log; exit 1; }
"$ALEA" rollout "$id" --trials "$trials" --seed 5 --ply 0 --output one >/dev/null
cmp merged one
# A lost result and a damaged one: only they run again.
rm merged job/results/0003
printf x >> job/results/0007
"$ALEA" shard slurm --submit --output "$folder/merged" job | tee told
grep -q ': 2 shards' told
idle
cmp merged one
echo "passed: $trials trials in $shards shards under $(sbatch --version)"
