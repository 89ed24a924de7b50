#!/bin/sh
# Where is the Chromium for the browser tests? Debian's own; no browser is fetched from elsewhere.
set -eu

command -v chromium >/dev/null && exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "The browser tests need Chromium: install the package 'chromium' and try again." >&2
    exit 1
fi

export DEBIAN_FRONTEND=noninteractive
apt-get update --quiet=2
apt-get install --quiet=2 --yes --no-install-recommends chromium fonts-liberation >/dev/null
