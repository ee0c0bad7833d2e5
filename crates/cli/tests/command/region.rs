//! Tests chunks of region files, whose bytes outside of a chunk stay. The region is that of `tests/fixtures/minecraft`.

use std::fs;

use super::{file, gamewire};

#[test]
fn the_bytes_of_other_chunks_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.0.0.mca");
    let old = fs::read(file("tests/fixtures/minecraft/region/r.0.0.mca")).unwrap();
    fs::write(&path, &old).unwrap();
    let set = gamewire(&["set", "--chunk", "3,7", path.to_str().unwrap(), "Level.xPos", "99"], "");
    assert_eq!(set.status, 0, "{}", set.err);
    let new = fs::read(path).unwrap();
    assert!(old[..8192] == new[..8192] && old[8192 + 4096..] == new[8192 + 4096..]);
}

/// A message tells that the file in the place of one beside the region is no file.
#[cfg(unix)]
#[test]
fn a_link_beside_a_region_is_not_read_if_it_leads_to_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut region = fs::read(file("tests/fixtures/minecraft/region/r.0.0.mca")).unwrap();
    region[8192..8192 + 5].copy_from_slice(&[0, 0, 0, 1, 0x80 | 2]);
    let path = folder.path().join("r.-1.2.mca");
    fs::write(&path, &region).unwrap();
    let path = path.to_str().unwrap();
    let beside = folder.path().join("c.-29.71.mcc");
    for (target, says) in [
        (&*beside, "which cannot be read: "),
        ("/dev/zero".as_ref(), "which is no regular file"),
        ("nowhere".as_ref(), "which does not exist"),
    ] {
        std::os::unix::fs::symlink(target, &beside).unwrap();
        let refused = gamewire(&["get", "--chunk", "3,7", path, "Level.xPos"], "");
        assert!(refused.err.contains(&format!("c.-29.71.mcc, {says}")), "{}", refused.err);
        let found = gamewire(&["find", "xPos", path], "");
        assert!(found.err.contains("chunk 3,7 is not searched"), "{}", found.err);
        fs::remove_file(&beside).unwrap();
    }
}
