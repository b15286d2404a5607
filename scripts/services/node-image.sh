#!/bin/bash
# Makes the image localhost/node-base of Debian 12 with the node and npm of PATH, for machines that cannot pull one, and prints
# its name. A Dockerfile takes it as the build argument NODE_IMAGE. In NODE_EXTRA_CA_CERTS may be a certificate that npm needs.
# usage: node-image.sh [arm64]
#   arm64   a second image, of the libraries for arm64 alone, and the list localhost/node-bases of both
# Needs buildah and mmdebstrap, and runs nothing for arm64: its packages are unpacked.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
libraries=ca-certificates,libstdc++6,libatomic1
mmdebstrap --quiet --variant=minbase --include=$libraries bookworm "$folder/root.tar"
container=$(buildah from scratch)
buildah add -q "$container" "$folder/root.tar" / >/dev/null
buildah copy -q "$container" "$(readlink -f "$(command -v node)")" /usr/local/bin/node >/dev/null
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
buildah copy -q "$container" "$npm" /usr/local/lib/node_modules/npm >/dev/null
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  buildah copy -q "$container" "$NODE_EXTRA_CA_CERTS" /usr/local/share/ca.pem >/dev/null
  buildah config --env NODE_EXTRA_CA_CERTS=/usr/local/share/ca.pem "$container"
fi
buildah run "$container" -- sh -c 'ln -sf ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm; ln -sf ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx'
buildah commit -q "$container" localhost/node-base >/dev/null
buildah rm "$container" >/dev/null
[ "${1:-}" = arm64 ] || { echo localhost/node-base; exit; }

mmdebstrap --quiet --arch=arm64 --variant=extract --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr \
  --include=base-files,coreutils,dash,$libraries bookworm "$folder/arm64.tar" 2>"$folder/log" || { cat "$folder/log"; exit 1; }
container=$(buildah from --arch arm64 scratch)
buildah add -q "$container" "$folder/arm64.tar" / >/dev/null
buildah commit -q "$container" localhost/node-base-arm64 >/dev/null
buildah rm "$container" >/dev/null
buildah manifest rm localhost/node-bases >/dev/null 2>&1 || true
buildah manifest create localhost/node-bases >/dev/null
for image in localhost/node-base localhost/node-base-arm64; do
  buildah manifest add localhost/node-bases "$image" >/dev/null
done
echo localhost/node-bases
