#!/bin/bash
# Uses an MCP server from the package index in the window: asked, allowed, called, shown. Fetches the
# package once, into the user's cache, outside the tree. tests/peers/mcp.sh [PRESET]
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${XDG_CACHE_HOME:-$HOME/.cache}/vignette-peers/mcp
version=2.3.0

if [ ! -e "$folder/$version" ]; then
    rm -rf "$folder"
    if ! { python3 -m venv "$folder" && "$folder/bin/pip" install --quiet "mcp==$version"; }; then
        echo "Skipped: the package mcp $version could not be fetched by pip."
        exit 77
    fi
    touch "$folder/$version"
fi
export VIGNETTE_MCP_PYTHON=$folder/bin/python QT_QPA_PLATFORM=offscreen
export VIGNETTE_BIN=$PWD/build/${1:-release}/bin
cd tests
exec "../build/${1:-release}/tests/ui_tests" tools_test aServerFromThePackageIndexIsUsed
