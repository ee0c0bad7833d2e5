//! Files that are cut or damaged.

use gamewire::minecraft::{Packing, pack};

use super::{file, gamewire};

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(file(&format!("tests/fixtures/{name}"))).unwrap()
}

#[test]
fn a_cut_frame_is_named_and_explained() {
    let save = fixture("framing/godot-4.6.3/store_var_one.bin");
    let length = u32::from_le_bytes(save[..4].try_into().unwrap());
    assert_eq!(save.len(), length as usize + 4);
    for end in [save.len() * 2 / 3, save.len() - 1] {
        let run = gamewire(&["explain", "-"], &save[..end]);
        assert_eq!(run.status, 1);
        let says = format!("the length is {length}, but {} bytes remain", end - 4);
        assert!(run.err.contains(&says), "{}", run.err);
        assert!(run.text().contains("at byte 0x0004 of the input"), "{}", run.text());
        assert!(run.text().lines().count() > 5, "{}", run.text());
    }
}

#[test]
fn cut_gzip_is_read_up_to_the_cut() {
    let nbt = fixture("minecraft/nbt/bigtest.nbt");
    let level = pack(&nbt, Packing::Gzip).unwrap();
    let whole = gamewire(&["decode", "-"], &level[..]);
    assert_eq!(whole.status, 0, "{}", whole.err);
    // Without the checksum, and with a wrong one.
    let mut wrong = level.clone();
    let sum = wrong.len() - 8;
    wrong[sum] ^= 1;
    for file in [&level[..sum + 2], &wrong] {
        let run = gamewire(&["decode", "-"], file);
        assert_eq!((run.status, run.text()), (1, whole.text()));
        assert!(run.err.contains("the packed data is damaged"), "{}", run.err);
        // What would be written again has to be whole.
        let get = gamewire(&["set", "-", "longTest", "5"], file);
        assert_eq!((get.status, get.out.len()), (2, 0), "{}", get.err);
    }
    let run = gamewire(&["explain", "-"], &level[..level.len() / 2]);
    assert_eq!(run.status, 1);
    assert!(run.text().lines().count() > 5, "{}", run.text());
    let followed = [&level[..], b"\0\0"].concat();
    let run = gamewire(&["decode", "-"], followed);
    assert_eq!((run.status, run.text()), (0, whole.text()));
    assert!(run.err.contains("warning: 2 bytes follow the packed data"), "{}", run.err);
    let run = gamewire(&["unpack", "-"], &level[..sum]);
    assert_eq!((run.status, run.out.len()), (1, nbt.len()), "{}", run.err);
}

#[test]
fn values_before_an_error_are_printed_on_request() {
    let nbt = fixture("minecraft/nbt/bigtest.nbt");
    let run = gamewire(&["decode", "--partial", "-"], &nbt[..200]);
    assert_eq!(run.status, 1);
    assert!(run.text().contains("longTest"), "{} {}", run.text(), run.err);
    assert!(
        run.err.contains("error: at byte 0x") && run.err.contains("the printed part ends before byte"),
        "{}",
        run.err
    );
    let run = gamewire(&["decode", "-"], &nbt[..200]);
    assert_eq!((run.status, run.text()), (1, ""));
    // Settings, and frames.
    let project = fixture("framing/godot-4.6.3/project.binary");
    let whole = gamewire(&["decode", "-"], &project[..]);
    let cut = gamewire(&["decode", "--partial", "-"], &project[..project.len() - 1]);
    assert_eq!(cut.status, 1, "{}", cut.err);
    assert_eq!(cut.text().lines().count() + 1, whole.text().lines().count(), "{}", cut.err);
    assert!(whole.text().starts_with(cut.text()));
    let frames = fixture("framing/godot-4.6.3/store_var_several.bin");
    let whole = gamewire(&["decode", "-"], &frames[..]);
    let cut = gamewire(&["decode", "--partial", "-"], &frames[..frames.len() - 1]);
    assert_eq!(cut.status, 1, "{}", cut.err);
    let lines = whole.text().lines().count() - 1;
    assert!(cut.text().lines().take(lines).eq(whole.text().lines().take(lines)), "{}", cut.text());
}

#[test]
fn a_cut_compressed_save_is_read_up_to_the_cut() {
    let file = fixture("framing/godot-4.6.3/compressed_zstd_large.bin");
    let whole = gamewire(&["unpack", "-"], &file[..]);
    assert_eq!(whole.status, 0, "{}", whole.err);
    let cut = gamewire(&["unpack", "-"], &file[..file.len() * 2 / 3]);
    assert_eq!(cut.status, 1, "{}", cut.err);
    assert!(cut.err.contains("error: "), "{}", cut.err);
    assert!(cut.out.len() > whole.out.len() / 3 && whole.out.starts_with(&cut.out), "{}", cut.out.len());
    let explained = gamewire(&["explain", "--limit", "9", "-"], &file[..file.len() * 2 / 3]);
    assert_eq!(explained.status, 1);
    assert!(explained.text().lines().count() > 5, "{}", explained.text());
}
