#!/bin/bash
# Puts Debian's Chromium, which has windows, where tests/support/browser/desktop looks for it, with what it needs, as root. Installed
# as usual, all browser tests would take it.
set -euo pipefail
cd "$(dirname "$0")/../.."
place=$PWD/node_modules/.cache/whole-chromium
[ ! -x "$place/usr/lib/chromium/chromium" ] || exit 0

packages=$(mktemp -d)
trap 'rm -rf "$packages"' EXIT
# The one who downloads is not root.
chmod 755 "$packages"
apt-get update -qq
(cd "$packages" && apt-get download -qq chromium chromium-common 2>/dev/null)
needed=$(dpkg-deb -f "$packages"/chromium_*.deb Depends | sed 's/, chromium-common ([^)]*)//')
DEBIAN_FRONTEND=noninteractive apt-get satisfy -y -qq --no-install-recommends "$needed" >/dev/null
rm -rf "$place"
for package in "$packages"/*.deb; do dpkg-deb -x "$package" "$place"; done
