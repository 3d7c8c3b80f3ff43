# shellcheck shell=sh disable=SC2034 # variables are for those who source this
# Functions that several cases use. Sourced by the runner before a case's cmd.
study=samples/slob-study/captures

# report INPUT... : writes the folder `out`, says nothing where all is well
report() { "$IOSIZER" report --quiet -o out "$@"; }

# without PATTERN : a filter, lines that match are left out
without() { sed -E "/$1/d"; }

# same A B : says what differs between two folders, the manifest included
same() { diff -rq "$1" "$2" && echo same; }

# needs TOOL : ends the case with a reason where the tool is not installed
needs() {
    command -v "$1" >/dev/null || {
        echo "$1 is not installed"
        exit 77
    }
}


# flags of a browser that asks for nothing by itself; --user-data-dir must be added
browser='chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync --disable-default-apps --disable-extensions --disable-dev-shm-usage'

# first_reports N LOG : a log's beginning, up to and with its Nth report
first_reports() { awk -v most="$1" '/^[0-9]+-[0-9]+-[0-9]+T/ { n++ } n <= most' "$2"; }

# figures : a filter, the numbers of a text, one a line, each once
figures() { grep -o '[0-9][0-9]*\([,.][0-9][0-9]*\)*' | sort -u; }
