//! Tests that truncated and damaged files are read up to the damage, and that the command says so. The tests
//! cut files of `tests/fixtures`.

use std::collections::BTreeSet;

use gamewire_files::minecraft::{Packing, pack};
use gamewire_fixtures::rejected_samples;
use serde_json::Value;

use super::{file, gamewire};
use crate::positions::is_tried;

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(file(&format!("tests/fixtures/{name}"))).unwrap()
}

/// Each cut of a head has the rows of the fields before it, and the rest is marked. The places of the fields are those of
/// `core/io/file_access_compressed.cpp` and `file_access_encrypted.cpp`.
#[test]
fn the_head_of_a_cut_container_is_explained() {
    let mut damaged = fixture("framing/godot-4.6.3/compressed_deflate.bin");
    damaged[0x18..0x20].fill(0xff);
    let run = gamewire(&["explain", "-"], damaged);
    assert!(run.text().contains("block 0, compressed, for 472 bytes        <- here\n"), "{}", run.text());
    assert!(run.err.starts_with("error: at byte 0x0014, reading block 0 (deflate): "), "{}", run.err);
    let password = ["explain", "--password", "correct horse", "-"];
    for (name, starts, fields) in [
        ("godot-4.6.3/compressed_zstd.bin", &[0, 4, 8, 12, 16][..], 20),
        ("godot-4.6.3/encrypted_pass.bin", &[0, 4, 20, 28], 44),
        ("godot-3.6.2/encrypted_pass.bin", &[0, 4, 8, 24], 32),
    ] {
        let whole = fixture(&format!("framing/{name}"));
        for cut in 4..fields {
            let run = gamewire(&password, &whole[..cut]);
            let rows = run.text().lines().skip(3).take_while(|line| !line.starts_with("error"));
            let is_row = |line: &&str| line.starts_with("0x") && !line.contains("  end  ") && line.len() > 33;
            let rows: Vec<&str> = rows.filter(is_row).collect();
            let read: Vec<_> =
                rows.iter().map(|row| usize::from_str_radix(&row[2..6], 16).unwrap()).collect();
            let expected: Vec<_> = starts.iter().copied().filter(|start| *start < cut).collect();
            assert_eq!((run.status, &read), (1, &expected), "{name}, {cut}: {}", run.text());
            let marked = rows.iter().filter(|row| row.ends_with("        <- here")).count();
            let at_end = usize::from(run.text().contains("end                      <- here"));
            assert_eq!(marked + at_end, 1, "{name}, {cut}: {}", run.text());
            assert!(run.text().contains("error   at byte ") && run.err.is_empty(), "{}", run.err);
        }
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
        // A file that would be written again must be complete.
        let get = gamewire(&["set", "-", "longTest", "5"], file);
        assert_eq!((get.status, get.out.len()), (1, 0), "{}", get.err);
    }
    let container = |file: &[u8]| {
        let text = gamewire(&["explain", "-"], file).text().to_owned();
        text.split_once("\n\nNBT").unwrap().0.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let of_sum = |rows: &[String]| rows.iter().find(|row| row.contains("CRC-32")).unwrap().clone();
    assert!(of_sum(&container(&wrong)).ends_with("        <- here"));
    assert!(
        container(&level[..sum + 2])
            .iter()
            .any(|row| row.ends_with("CRC-32 of the contents, cut off        <- here"))
    );
    // The rows of other bytes after the data are not those of another member.
    let rows = container(&[&level[..], b"xyz"].concat());
    assert!(rows[rows.len() - 2].ends_with("  78 79 7a                 not read"), "{rows:?}");
    let run = gamewire(&["explain", "-"], &level[..level.len() / 2]);
    assert_eq!(run.status, 1);
    assert!(run.text().lines().count() > 5, "{}", run.text());
    for (after, said) in [
        (b"\0\x01", "note: 2 bytes follow the packed data"),
        (b"\0\0", "note: 2 zero bytes after the packed data"),
    ] {
        let run = gamewire(&["decode", "-"], [&level[..], after].concat());
        assert_eq!((run.status, run.text()), (0, whole.text()));
        assert!(run.err.contains(said), "{}", run.err);
    }
    let run = gamewire(&["unpack", "-"], &level[..sum]);
    assert_eq!((run.status, run.out.len()), (1, nbt.len()), "{}", run.err);
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
    // The advice about other formats does not take away what can be read.
    let printed = gamewire(&["get", "-"], &file[..file.len() * 2 / 3]);
    assert_eq!(printed.status, 1, "{}", printed.err);
    assert!(printed.err.contains("--frame store-var\nthe file is damaged"), "{}", printed.err);
    assert!(printed.out.len() > whole.out.len() / 9, "{}", printed.out.len());
}

/// `explain` of a file that is one value ends with the error of `decode`. The bytes are those that the engines reject.
#[test]
fn explain_and_decode_report_the_same_error() {
    let samples = rejected_samples();
    let dialects: BTreeSet<&str> = samples.iter().map(|sample| sample.dialect.name()).collect();
    let mut kinds = BTreeSet::new();
    for dialect in dialects {
        let all: Vec<_> = samples.iter().filter(|sample| sample.dialect.name() == dialect).collect();
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let lines: String = all.iter().map(|sample| hex(&sample.bytes) + "\n").collect();
        let decoded = gamewire(&["decode", "--as", dialect, "--lines", "-"], lines);
        assert_eq!(decoded.text().lines().count(), all.len());
        let both = all.iter().zip(decoded.text().lines()).enumerate();
        // Each is a run of the command: a fifth of a fifth is tried.
        for (_, (sample, decoded)) in both.filter(|(number, _)| is_tried(*number) && is_tried(number / 5)) {
            // The engine rejects every object by default, and the command none.
            let Some(error) = serde_json::from_str::<Value>(decoded).unwrap().get("error").cloned() else {
                assert_eq!(sample.engine_error, "ERR_UNAUTHORIZED", "{dialect} {}", sample.name);
                continue;
            };
            let run = gamewire(&["explain", "--json", "--as", dialect, "-"], &sample.bytes[..]);
            assert_eq!(run.text().lines().last(), Some(decoded), "{dialect} {}", sample.name);
            kinds.insert(error["kind"].as_str().unwrap().to_owned());
        }
    }
    assert!(kinds.len() > 5 && kinds.contains("eof"), "{kinds:?}");
}
