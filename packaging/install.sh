#!/usr/bin/env bash
# Installs those of Debian's packages that are missing, as root; another user is told which: install.sh PACKAGE...
# APT_OPTIONS in the environment are options of apt-get install.
set -euo pipefail
missing=()
for package in "$@"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
((${#missing[@]})) || exit 0
if ((EUID != 0)); then
  echo "Install what is missing, then start again: apt-get install ${missing[*]}" >&2
  exit 1
fi
echo "Installing ${missing[*]}: $(date +%T)" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get -o APT::Update::Error-Mode=any update -qq
# shellcheck disable=SC2086
apt-get install -y -qq --no-install-recommends ${APT_OPTIONS:-} "${missing[@]}" >/dev/null
