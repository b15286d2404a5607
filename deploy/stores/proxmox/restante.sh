#!/usr/bin/env bash
# Makes a container (LXC) with Restante on a Proxmox host, from a release with its own Node. As root, on the host:
#   bash restante.sh VERSION [CONTAINER-ID]
# Storage, bridge and size come from the environment: STORAGE, BRIDGE, DISK_GB, MEMORY_MB.
set -euo pipefail
version=${1:?the version, such as 1.1.0}
id=${2:-$(pvesh get /cluster/nextid)}
storage=${STORAGE:-local-lvm}
bridge=${BRIDGE:-vmbr0}
disk=${DISK_GB:-20}
memory=${MEMORY_MB:-1024}
releases=${RELEASES:-https://github.com/restante/restante/releases/download}

case $(dpkg --print-architecture) in
  amd64) platform=linux-x64 ;;
  arm64) platform=linux-arm64 ;;
  *) echo "There is no release for this machine." >&2; exit 1 ;;
esac
file=restante-server-$version-$platform.tgz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
curl --fail --location --silent --show-error --output "$work/$file" "$releases/v$version/$file"
curl --fail --location --silent --show-error --output "$work/SHA256SUMS" "$releases/v$version/SHA256SUMS"
(cd "$work" && sha256sum --check --strict --ignore-missing SHA256SUMS)

pveam update >/dev/null
template=$(pveam available --section system | awk '/debian-12-standard/ { print $2 }' | tail -n 1)
pveam list local | grep -q "$template" || pveam download local "$template"
pct create "$id" "local:vztmpl/$template" --hostname restante --unprivileged 1 --onboot 1 --features nesting=1 \
  --memory "$memory" --rootfs "$storage:$disk" --net0 "name=eth0,bridge=$bridge,ip=dhcp"
pct start "$id"
pct push "$id" "$work/$file" /root/restante.tgz
pct exec "$id" -- sh -eu -c '
  apt-get update -qq && apt-get install -y -qq --no-install-recommends libatomic1 >/dev/null
  mkdir -p /opt/restante-'"$version"'
  tar -xzf /root/restante.tgz -C /opt/restante-'"$version"' --strip-components=1
  rm /root/restante.tgz
  ln -sfn /opt/restante-'"$version"' /opt/restante
  useradd --system --home-dir /var/lib/restante --shell /usr/sbin/nologin restante
  install -d -m 750 -g restante /etc/restante
  install -m 640 -g restante /opt/restante/deploy/restante.env /etc/restante/restante.env
  install -m 644 /opt/restante/deploy/restante.service /opt/restante/deploy/restante-backup.* /etc/systemd/system/
  ln -sf /opt/restante/deploy/restante /usr/local/bin/restante
  systemctl daemon-reload
  systemctl enable --now restante
'
echo "Container $id runs. Set PUBLIC_URL in /etc/restante/restante.env, then see: pct exec $id -- journalctl -u restante -o cat"
