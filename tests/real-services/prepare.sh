#!/bin/bash
# Installs what the tests of this folder need, as far as it is missing, and makes the base of the image.
# usage: prepare.sh [nightly]     Uses apt-get, which needs root (Debian 12).
set -euo pipefail
cd "$(dirname "$0")/../.."

packages=(radosgw ceph-mon ceph-osd ceph-common curl clamav-daemon zip unzip p7zip-full libarchive-tools python3
  nginx caddy openssl faketime fiu-utils buildah mmdebstrap firefox-esr
  glewlwyd dbconfig-sqlite3)
command -v systemd-analyze >/dev/null || packages+=(systemd)
[ "${1:-}" != nightly ] || packages+=(qemu-user qemu-user-static binfmt-support libc6-arm64-cross libstdc++6-arm64-cross libatomic1-arm64-cross
  webkit2gtk-driver xvfb xdotool)
if ! dpkg -s "${packages[@]}" >/dev/null 2>&1; then
  apt-get update -qq
  # At run level 1 packages start no service.
  RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
fi
if [ "${1:-}" = nightly ]; then
  # Programs for arm64 run, in containers too.
  update-binfmts --enable qemu-aarch64
  scripts/services/node-image.sh arm64
  scripts/services/whole-chromium.sh
else
  scripts/services/node-image.sh
fi
