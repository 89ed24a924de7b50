#!/bin/sh
# The line by which pip installs a wheel of ours with an extra: its file here, and the hash of that.
# `pip install --constraint constraints.txt --requirement` of it takes no file without a hash.
# requirements.sh WHEEL EXTRA
set -eu
digest=$(sha256sum "$1" 2>/dev/null || shasum -a 256 "$1")
echo "./$1[$2] --hash=sha256:${digest%% *}"
