#!/bin/bash
# Runs the tests of this folder against real services, and takes the services down again whatever happens.
# usage: run.sh [prepared|nightly]
#   prepared   prepare.sh has run
#   nightly    in Firefox and WebKit, for arm64, with gigabytes and for ten minutes, too
set -euo pipefail
cd "$(dirname "$0")/../.."
kind=${1:-}

# The image's base is made of the Node of the machine, outside of this project's own.
[ "$kind" = prepared ] || PATH=${PATH//$PWD\/node_modules\/.bin:/} tests/real-services/prepare.sh "$kind"
export PATH="$PWD/node_modules/.bin:$PATH"

place=$(mktemp -d)
finish() {
  scripts/services/ceph-down.sh "$place/ceph"
  # KILL: a scanner that goes in order removes its files while the folder is removed.
  [ ! -f "$place/clamd/clamd.pid" ] || kill -9 "$(cat "$place/clamd/clamd.pid")"
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

clamd_port=$(free_port)
scripts/services/clamd-up.sh "$place/clamd" "$clamd_port" &
starting_clamd=$!
node scripts/build-if-stale.mjs &
building=$!

port=$(free_port)
scripts/services/ceph-up.sh "$place/ceph" "$port" memstore 2>"$place/ceph-up.log"
curl -fsSo /dev/null "http://127.0.0.1:$port/" || { cat "$place/ceph-up.log"; tail -n 20 "$place/ceph/client.rgw.a.log"; exit 1; }
administer() { radosgw-admin -c "$place/ceph/ceph.conf" "$@" >/dev/null 2>&1; }
administer user create --uid=full --display-name=full --access-key=AKFULL --secret-key=SKFULLSKFULL
administer quota set --quota-scope=user --uid=full --max-size=1048576
administer quota enable --quota-scope=user --uid=full

wait "$starting_clamd"
wait "$building"
# What the build made is what is tested from here on.
export TEST_PROGRAM=built

echo "node $(node --version), $(radosgw --version), $(clamd --version), $(nginx -v 2>&1), Caddy $(caddy version), $(firefox-esr --version); services after $SECONDS s"
export S3_TEST_ENDPOINT="http://127.0.0.1:$port" S3_TEST_REGION=us-east-1 S3_TEST_BUCKET=restante-test \
  S3_TEST_ACCESS_KEY_ID=AKTEST S3_TEST_SECRET_ACCESS_KEY=SKTESTSKTEST \
  S3_TEST_FULL_ACCESS_KEY_ID=AKFULL S3_TEST_FULL_SECRET_ACCESS_KEY=SKFULLSKFULL \
  IMAGE_TEST_BASE=localhost/node-base \
  CLAMD_TEST_DATABASE="$place/clamd/db" CLAMD_TEST_PORT=$clamd_port CLAMD_TEST_SOCKET="$place/clamd/clamd.sock"

# The longest begin first: those of `instances` wait for locks that lapse and clocks that go on, and the others fill the
# processors meanwhile.
files=(tests/real-services/instances/*.test.ts tests/real-services/*.test.ts)
[ "$kind" != nightly ] || files+=(tests/real-services/nightly/*.test.ts)
run_tests() {
  node --test --test-reporter=spec --test-reporter-destination=stdout \
    --test-reporter=./scripts/testing/failed-tests.ts --test-reporter-destination=stderr "$@"
}
run_tests --test-concurrency=4 "${files[@]}"
# How long others wait says something only of a machine that does nothing else.
if [ "$kind" = nightly ]; then
  MEASURE=1 run_tests --test-concurrency=1 tests/real-services/{clamd-failures,quota}.test.ts \
    tests/real-services/instances/{clock-ahead,stopped-holder,two-clocks}.test.ts
fi
echo "real services: $SECONDS s"
