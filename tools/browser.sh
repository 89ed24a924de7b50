#!/bin/sh
# Where are the browsers for the tests? Debian's own; none is fetched from elsewhere.
# Chromium must be there, which `make test` replaces by its headless shell if that is there too; what
# needs Firefox or WebKit is skipped where these are not.
set -eu

missing=""
look_for() {
    command -v "$1" >/dev/null || missing="$missing $2"
}
look_for chromium "chromium fonts-liberation"
look_for chromium-headless-shell chromium-headless-shell
look_for firefox-esr firefox-esr
look_for WebKitWebDriver webkit2gtk-driver
look_for Xvfb xvfb
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update --quiet=2
    for package in $missing; do
        apt-get install --quiet=2 --yes --no-install-recommends "$package" >/dev/null ||
            echo "The package '$package' cannot be installed here." >&2
    done
else
    echo "Packages that the browser tests use and that are not here:$missing" >&2
fi

command -v chromium >/dev/null || {
    echo "The browser tests need Chromium: install the package 'chromium' and try again." >&2
    exit 1
}
