#!/bin/sh
# build.sh OUT: bundles the client into OUT (index.html, app.js, app.css, icon, fonts). The pages of
# study_pages.js are loaded when one of them is opened; chunk.js is what both scripts need.
# Needs esbuild and nothing else; the program of ESBUILD, if set, is used.
set -e
here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: build.sh OUT}
esbuild=${ESBUILD:-esbuild}
mkdir -p "$out"
"$esbuild" "app=$here/src/main.ts" --bundle --minify --format=esm --target=es2020 \
    --splitting --chunk-names=[name] --public-path=/assets --outdir="$out" \
    --charset=utf8 --legal-comments=none --log-level=warning
"$esbuild" "$here/notify_worker.js" --minify --target=es2020 --charset=utf8 \
    --legal-comments=none --log-level=warning --outfile="$out/notify_worker.js"
"$esbuild" "$here/src/app.css" --bundle --minify --target=es2020 \
    --charset=utf8 --legal-comments=none --log-level=warning '--external:/assets/*' \
    --outfile="$out/app.css"
cp "$here/index.html" "$here/icon.svg" "$here"/fonts/*.woff2 "$out/"
