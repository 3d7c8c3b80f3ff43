# shellcheck shell=sh disable=SC2034 # variables are for those who source this
# Debian 12 packages, and the installation of those that are missing. Sourced by samples/run and tests/run.
#
#     . .ci/packages.sh
#     install_missing $build_packages $test_packages

build_packages='gcc libc6-dev meson ninja-build pkg-config libglib2.0-dev libxml2-dev libcsv-dev libcairo2-dev libpango1.0-dev
libfontconfig-dev libcmark-dev libjansson-dev libarchive-dev libqpdf-dev librsvg2-dev zlib1g-dev fonts-inter fonts-dejavu-core'
test_packages='poppler-utils qpdf libxml2-utils chromium locales cmark-gfm python3-jsonschema parallel
fonts-ipafont-gothic'

# Asks dpkg first: where everything is there, neither the network nor root is needed.
install_missing() {
    missing=
    for package in "$@"; do
        dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || {
            echo "packages are missing and neither root nor sudo is at hand; as root: apt-get install$missing" >&2
            return 1
        }
        as_root='sudo --'
    fi
    echo "+ apt-get install$missing" >&2
    # shellcheck disable=SC2086 # words on purpose
    if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q >&2 ||
        ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing >&2; then
        echo "apt-get could not install:$missing" >&2
        return 1
    fi
}
