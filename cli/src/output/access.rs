//! The access to a replaced file: its owner, group, permissions and extended attributes.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Gives a new file the owner, group, permissions and extended attributes of the old one. Where that is not allowed,
/// nobody may do more than before. Returns a sentence for each difference.
pub fn keep(new: &File, path: &Path, old: &Metadata) -> io::Result<Vec<String>> {
    #[cfg(unix)]
    return unix::keep(new, path, old);
    #[cfg(not(unix))]
    {
        let _ = path;
        new.set_permissions(old.permissions())?;
        Ok(Vec::new())
    }
}

#[cfg(unix)]
mod unix {
    use std::fs::{File, Metadata, Permissions};
    use std::io;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    use std::path::Path;

    pub(super) fn keep(new: &File, path: &Path, old: &Metadata) -> io::Result<Vec<String>> {
        let mut said = Vec::new();
        if old.nlink() > 1 {
            said.push("the other hard links of the file keep the old contents".into());
        }
        // Only a privileged user may give files away; another may choose one of the user's groups.
        let _ = fchown(new, Some(old.uid()), None);
        let _ = fchown(new, None, Some(old.gid()));
        let now = new.metadata()?;
        let keeps_group = now.gid() == old.gid();
        let lost = attributes(new, path, keeps_group);
        let mut mode = old.mode() & 0o7777;
        if now.uid() != old.uid() {
            mode &= !0o4000;
            said.push(format!("the owner of the file is user {} now, not user {}", now.uid(), old.uid()));
        }
        if !keeps_group || lost.iter().any(|name| name == ACCESS_LIST) {
            // Members of the old group become others, and others become the new group: both may do what both might before.
            // Without its access control list, the permissions of a group may be wider than before, too.
            let all = mode >> 3 & mode & 0o7;
            mode = mode & !0o2077 | all << 3 | all;
        }
        if !keeps_group {
            let (now, old) = (now.gid(), old.gid());
            said.push(format!("the group of the file is group {now} now, not group {old}"));
        }
        if !lost.is_empty() {
            said.push(format!("the extended attributes {} could not be kept", lost.join(", ")));
        }
        if mode != old.mode() & 0o7777 {
            said.push(format!(
                "the permissions of the file are {mode:03o} now, not {:03o}",
                old.mode() & 0o7777
            ));
        }
        // After the attributes: an access control list among them sets permissions, too.
        new.set_permissions(Permissions::from_mode(mode))?;
        Ok(said)
    }

    /// The attribute that holds an access control list.
    const ACCESS_LIST: &str = "system.posix_acl_access";

    /// Copies extended attributes, and returns the names of those that cannot be copied. An access control list has
    /// permissions of the group, and is copied only with it.
    #[cfg(any(target_vendor = "apple", target_os = "linux", target_os = "android"))]
    fn attributes(new: &File, path: &Path, keeps_group: bool) -> Vec<String> {
        use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fsetxattr};

        /// Attributes that any change of the contents removes.
        const OF_CONTENTS: [&str; 3] = ["security.capability", "security.ima", "security.evm"];
        /// The longest list of names, and the longest value, on Linux.
        const LONGEST: usize = 64 << 10;

        // Without the right to read the file, and on file systems without attributes, there is nothing to copy.
        let Ok(old) = File::open(path) else { return Vec::new() };
        let mut names = vec![0; LONGEST];
        let count = flistxattr(&old, names.as_mut_slice()).unwrap_or(0);
        let mut value = vec![0; LONGEST];
        let mut there = vec![0; LONGEST];
        let mut is_copied = |name: &str| {
            let Ok(count) = fgetxattr(&old, name, value.as_mut_slice()) else { return false };
            let value = value.get(..count).unwrap_or_default();
            let there = fgetxattr(new, name, there.as_mut_slice()).map(|count| there.get(..count));
            there.is_ok_and(|there| there == Some(value))
                || (keeps_group || name != ACCESS_LIST)
                    && fsetxattr(new, name, value, XattrFlags::empty()).is_ok()
        };
        let names = names.get(..count).unwrap_or_default().split(|byte| *byte == 0);
        let names = names.map(|name| String::from_utf8_lossy(name).into_owned());
        names
            .filter(|name| !name.is_empty() && !OF_CONTENTS.contains(&name.as_str()) && !is_copied(name))
            .collect()
    }

    #[cfg(not(any(target_vendor = "apple", target_os = "linux", target_os = "android")))]
    fn attributes(_: &File, _: &Path, _: bool) -> Vec<String> {
        Vec::new()
    }
}
