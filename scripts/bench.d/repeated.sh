# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034 # who sources this uses what it sets
# repeated: what benches have in common that do one thing many times: `moonreel`, the first argument; `times`, as
# --times says; `place`, an empty folder that goes with the script.
moonreel=$1
shift
times=50
while [ $# -gt 0 ]; do
  case "$1" in
    --times) times=${2:?} && shift ;;
    *)
      echo "bench: $(basename "$0" .sh) takes --times N and nothing else." >&2
      exit 2
      ;;
  esac
  shift
done

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
