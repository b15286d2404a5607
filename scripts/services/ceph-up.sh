#!/bin/bash
# Starts a throw-away Ceph of one monitor, one OSD and one gateway, that speaks S3 at http://127.0.0.1:PORT
# with the keys AKTEST and SKTESTSKTEST. The monitor listens 1000 ports further up.
# usage: ceph-up.sh FOLDER PORT [memstore|bluestore]
# Needs radosgw, ceph-mon, ceph-osd and ceph-common (Debian 12: 16.2.15).
set -eu
folder=$1 port=$2 store=${3:-memstore}
monitor=$((port + 1000))
rm -rf "$folder"
mkdir -p "$folder"/{mon,osd,rgw}
cluster=$(cat /proc/sys/kernel/random/uuid)
osd=$(cat /proc/sys/kernel/random/uuid)
config=$folder/ceph.conf
keyring=$folder/keyring
cat >"$config" <<CONFIG
[global]
fsid = $cluster
mon host = [v2:127.0.0.1:$monitor/0]
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
keyring = $keyring
run dir = $folder
admin socket = $folder/\$name.asok
pid file = $folder/\$name.pid
log file = $folder/\$name.log
crash dir = $folder
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 2
osd pool default pgp num = 2
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
paxos propose interval = 0.05
[mon]
mon data = $folder/mon
[osd]
osd data = $folder/osd
osd objectstore = $store
memstore device bytes = 4294967296
bluestore block size = 32212254720
[client]
rgw data = $folder/rgw
rgw frontends = beast endpoint=127.0.0.1:$port tcp_nodelay=1
CONFIG
monmaptool --create --fsid "$cluster" --addv a "[v2:127.0.0.1:$monitor]" "$folder/monmap" >/dev/null
ceph-authtool --create-keyring "$keyring" --gen-key -n mon. --cap mon 'allow *' >/dev/null
for name in client.admin client.rgw.a osd.0; do
  ceph-authtool "$keyring" --gen-key -n "$name" --cap mon 'allow *' --cap osd 'allow *' >/dev/null
done
ceph-mon -c "$config" --mkfs -i a --monmap "$folder/monmap" --keyring "$keyring"
ceph-mon -c "$config" -i a
ceph -c "$config" --connect-timeout 20 osd new "$osd" >/dev/null
# The OSD comes up only under the id that the monitor was told.
ceph-osd -c "$config" -i 0 --mkfs --osd-uuid "$osd"
ceph-osd -c "$config" -i 0
timeout 60 radosgw -c "$config" -n client.rgw.a
for _ in $(seq 200); do
  curl -fso /dev/null "http://127.0.0.1:$port/" && break
  sleep .1
done
radosgw-admin -c "$config" user create --uid=test --display-name=test --access-key=AKTEST --secret-key=SKTESTSKTEST >/dev/null
