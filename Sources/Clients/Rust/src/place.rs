//! Where the daemon's socket is.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The socket of this user's daemon: TILTSHADOW_SOCKET, else one in XDG_RUNTIME_DIR, else the system's.
pub fn default_path() -> PathBuf {
    find(|name| env::var_os(name).filter(|value| !value.is_empty()), Path::exists)
}

pub(crate) fn find(variable: impl Fn(&str) -> Option<OsString>, exists: impl Fn(&Path) -> bool) -> PathBuf {
    if let Some(path) = variable("TILTSHADOW_SOCKET") {
        return path.into();
    }
    let directory = variable("XDG_RUNTIME_DIR");
    // The second is its place in early builds: a bare file, which a sandbox cannot be shown for good.
    ["/tiltshadow/tiltshadow.sock", "/tiltshadow.sock"]
        .iter()
        .filter_map(|name| {
            let mut path = directory.clone()?;
            path.push(name);
            Some(PathBuf::from(path))
        })
        .find(|path| exists(path))
        .unwrap_or_else(|| "/run/tiltshadow/tiltshadow.sock".into())
}
