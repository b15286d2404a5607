#!/bin/bash
# Runs the tests of this folder against real services, and takes the services down again whatever happens.
# With THOROUGH=1 instances are kept under load for ten minutes instead of one.
# usage: run.sh SERVICES     SERVICES is the folder with ceph-up.sh, ceph-down.sh and clamd-up.sh
# Installs what is missing with apt-get, which needs root (Debian 12).
set -euo pipefail
services=$(realpath "${1:?the folder with the scripts that start the services}")
cd "$(dirname "$0")/../.."
export PATH="$PWD/node_modules/.bin:$PATH"

packages=(radosgw ceph-mon ceph-osd ceph-common curl clamav-daemon unzip p7zip-full libarchive-tools python3
  nginx caddy openssl faketime fiu-utils buildah mmdebstrap firefox-esr
  glewlwyd dbconfig-sqlite3)
command -v systemd-analyze >/dev/null || packages+=(systemd)
if ! dpkg -s "${packages[@]}" >/dev/null 2>&1; then
  apt-get update -qq
  # At run level 1 packages start no service.
  RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
fi

place=$(mktemp -d)
finish() {
  "$services/ceph-down.sh" "$place/ceph"
  [ ! -f "$place/clamd/clamd.pid" ] || kill "$(cat "$place/clamd/clamd.pid")"
  rm -rf "$place"
}
trap finish EXIT

# One whose neighbour 1000 further up is free, too: the monitor listens there. Both lie below the ports that systems hand out by
# themselves, so that no connection gets them before the services that begin later listen.
free_port() {
  local port
  while port=$((11000 + RANDOM % 20000)); do
    if ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null && ! (: <"/dev/tcp/127.0.0.1/$((port + 1000))") 2>/dev/null; then
      echo "$port"
      return
    fi
  done
}

# The image's base is made of Debian packages and of the Node that `npm ci` runs on, outside of this project's own.
PATH=${PATH#*:} "$services/node-image.sh" >"$place/base" &
making_base=$!

port=$(free_port)
"$services/ceph-up.sh" "$place/ceph" "$port" memstore 2>"$place/ceph-up.log"
curl -fsSo /dev/null "http://127.0.0.1:$port/" || { cat "$place/ceph-up.log"; tail -n 20 "$place/ceph/client.rgw.a.log"; exit 1; }
administer() { radosgw-admin -c "$place/ceph/ceph.conf" "$@" >/dev/null 2>&1; }
administer user create --uid=full --display-name=full --access-key=AKFULL --secret-key=SKFULLSKFULL
administer quota set --quota-scope=user --uid=full --max-size=1048576
administer quota enable --quota-scope=user --uid=full

node scripts/build-if-stale.mjs
# What the build made is what is tested from here on.
export TEST_PROGRAM=built

clamd_port=$(free_port)
"$services/clamd-up.sh" "$place/clamd" "$clamd_port"

wait "$making_base"
base=$(tail -n 1 "$place/base")

echo "node $(node --version), $(radosgw --version), $(clamd --version), $(nginx -v 2>&1), Caddy $(caddy version), $(firefox-esr --version)"
export S3_TEST_ENDPOINT="http://127.0.0.1:$port" S3_TEST_REGION=us-east-1 S3_TEST_BUCKET=restante-test \
  S3_TEST_ACCESS_KEY_ID=AKTEST S3_TEST_SECRET_ACCESS_KEY=SKTESTSKTEST \
  S3_TEST_FULL_ACCESS_KEY_ID=AKFULL S3_TEST_FULL_SECRET_ACCESS_KEY=SKFULLSKFULL \
  IMAGE_TEST_BASE="$base" CLAMD_TEST_DATABASE="$place/clamd/db" CLAMD_TEST_PORT=$clamd_port CLAMD_TEST_SOCKET="$place/clamd/clamd.sock"

# What measures how long others wait stands apart from what fills the processors, beside which that would say nothing of
# the server. These wait for locks that lapse and clocks that go on, the rest half of its time for services.
mapfile -t waiting < <(grep -rl watchOtherCallers tests/real-services --include=*.test.ts)
mapfile -t others < <(grep -rL watchOtherCallers tests/real-services --include=*.test.ts)
node --test --test-concurrency=4 "${waiting[@]}"
node --test --test-concurrency=3 "${others[@]}"

# What the ordinary suite does with a little, it does here in full: 2 GB through lines that break, fifty kills, 300 MB
# through a browser, ten thousand guesses, everything on PostgreSQL, and every page in every theme and width.
node scripts/test.mjs --thorough
