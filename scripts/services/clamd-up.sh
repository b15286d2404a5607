#!/bin/bash
# Starts a clamd that knows the EICAR test file and nothing else, on a port of the loopback address and on FOLDER/clamd.sock;
# its process id is in FOLDER/clamd.pid.
# usage: clamd-up.sh FOLDER PORT
# Needs clamav-daemon; nothing is downloaded.
set -eu
folder=$1 port=$2
rm -rf "$folder"
mkdir -p "$folder/db"
# EICAR as a signature of a body; in two parts, so that no scanner finds it in this file.
eicar=$(printf '%s%s' 'X5O!P%@AP[4\PZX54(P^)7CC)7}$' 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*' | od -An -tx1 | tr -d ' \n')
printf 'Eicar-Test-Signature:0:*:%s\n' "$eicar" >"$folder/db/local.ndb"
cat >"$folder/clamd.conf" <<CONFIG
DatabaseDirectory $folder/db
TCPSocket $port
TCPAddr 127.0.0.1
LocalSocket $folder/clamd.sock
PidFile $folder/clamd.pid
LogFile $folder/clamd.log
StreamMaxLength 64M
MaxThreads 4
Foreground yes
CONFIG
clamd -c "$folder/clamd.conf" >/dev/null 2>&1 &
for _ in $(seq 300); do
  [ -S "$folder/clamd.sock" ] && exit 0
  sleep .1
done
cat "$folder/clamd.log" >&2
exit 1
