#!/usr/bin/env bash
# Builds the container image from Debian's packages alone, without pulling another one, and starts it: it must weigh at most 300 MB compressed, not
# run as root, sign a person in within 60 s, and pass its own health check. As root on Debian, with the packages buildah and debootstrap. Takes some minutes and 5 GB in TMPDIR.
set -euo pipefail
cd "$(dirname "$0")/.."
port=${PORT:-41600}
folder=$(mktemp -d)
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
buildah() { command buildah --root "$folder/images" --runroot "$folder/run" "$@"; }
trap 'rm -rf "$folder"' EXIT

debootstrap --variant=minbase trixie "$folder/debian" >"$folder/log"
base=$(buildah from scratch)
buildah add --quiet "$base" "$folder/debian" /
buildah commit --quiet --rm "$base" debian:trixie-slim
rm -rf "$folder/debian"

# The registry and certificates of npm on this machine.
cat ~/.npmrc >"$folder/npmrc" 2>/dev/null || true
more=(--secret "id=npmrc,src=$folder/npmrc")
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  printf '\ncafile=/tmp/certificates.pem\n' >>"$folder/npmrc"
  more+=(--volume "$NODE_EXTRA_CA_CERTS:/tmp/certificates.pem:ro")
fi
buildah bud --quiet --pull-never --format docker "${more[@]}" --tag backstall . >"$folder/log"

buildah push --quiet backstall "oci:$folder/compressed"
megabytes=$(($(du --summarize --bytes "$folder/compressed" | cut -f1) / 1000000))
[ "$megabytes" -le 300 ] || { echo "The compressed image has $megabytes MB, more than 300."; exit 1; }
user=$(buildah inspect --type image --format '{{.OCIv1.Config.User}}' backstall)
[ "$user" = backstall ] || { echo "The image runs as \"$user\"."; exit 1; }

container=$(buildah from --pull-never backstall)
mapfile -t command < <(buildah inspect --type image --format '{{range .OCIv1.Config.Cmd}}{{println .}}{{end}}' backstall | sed '/^$/d')
started=$SECONDS
password=$(head -c 12 /dev/urandom | base64)
buildah run --env "PORT=$port" --env "ADMIN_PASSWORD=$password" "$container" -- "${command[@]}" &
run=$!
until curl --silent --fail --output "$folder/ready" "http://127.0.0.1:$port/readyz"; do
  [ $((SECONDS - started)) -lt 60 ] && kill -0 $run || { echo "The image was not ready within 60 s."; kill $run; exit 1; }
  sleep 0.2
done
curl --silent --fail --output "$folder/session" --header "Origin: http://localhost:$port" --json "{\"email\":\"support@example.com\",\"password\":\"$password\"}" \
  "http://localhost:$port/api/auth/sign-in"
signed_in=$((SECONDS - started))
mapfile -t health < <(buildah inspect --type image --format '{{range .Docker.Config.Healthcheck.Test}}{{println .}}{{end}}' backstall | sed '/^$/d;1d')
buildah run --env "PORT=$port" "$container" -- "${health[@]}"
# buildah reports the end of what it runs as an error.
exec 2>/dev/null
pkill --parent "$(pgrep --parent $run)" || kill $run
wait $run || true
echo "The image has $megabytes MB, runs as $user, and a person was signed in $signed_in s after its start. Its health check passes."
