#!/bin/bash
# Makes the image localhost/node-base of Debian 12 with the node and npm of PATH, for machines that cannot pull one, and prints
# its name. A Dockerfile takes it as the build argument NODE_IMAGE. In NODE_EXTRA_CA_CERTS may be a certificate that npm needs.
# usage: node-image.sh
# Needs buildah and mmdebstrap.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
mmdebstrap --quiet --variant=minbase --include=ca-certificates,libstdc++6,libatomic1 bookworm "$folder/root.tar"
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
echo localhost/node-base
