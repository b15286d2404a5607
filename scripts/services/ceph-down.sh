#!/bin/bash
# Ends the cluster of ceph-up.sh and removes its folder.
# usage: ceph-down.sh FOLDER
# KILL at once: after TERM a daemon waits for a peer that is gone already.
for process in client.rgw.a osd.0 mon.a; do
  [ ! -f "$1/$process.pid" ] || kill -9 "$(cat "$1/$process.pid")" 2>/dev/null
done
rm -rf "$1"
