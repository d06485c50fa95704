#!/bin/sh
# changelog.sh VERSION: debian/changelog for one version, of the time SOURCE_DATE_EPOCH; the history itself is git's.
set -eu
cat <<END
tiltshadow ($1) unstable; urgency=medium

  * The state of the sources at this version; see their history.

 -- tiltshadow maintainers <maintainers@tiltshadow.invalid>  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
