//! Tests chunks of region files on the command line. The region is that of `tests/fixtures/minecraft`, or is
//! written in the tests.

use std::fs;

use tempfile::TempDir;

use super::{file, gamewire};

/// The subcommands that read a whole file, of chunk 3,7, whose `Level.xPos` is this.
fn assert_reads_chunk(path: &str, x: &str) {
    let named = gamewire(&["identify", "--chunk", "3,7", path], "");
    assert!(named.status == 0 && named.text().contains("NBT of Minecraft"), "{} {}", named.text(), named.err);
    let next = format!("gamewire decode --chunk 3,7 {path}\n");
    assert!(named.text().ends_with(&next), "{}", named.text());
    let both = gamewire(&["identify", "--json", "--chunk", "3,7", path, path], "");
    assert_eq!(both.text().matches("\"kind\":\"nbt\"").count(), 2, "{} {}", both.text(), both.err);
    let godot = gamewire(&["convert", "--to", "godot4", "--chunk", "3,7", path], "");
    assert!(
        godot.status == 1 && godot.err.contains("only values of Godot can be converted"),
        "{}",
        godot.err
    );
    let unpacked = gamewire(&["unpack", "--chunk", "3,7", path], "");
    assert_eq!(gamewire(&["get", "-", "Level.xPos"], unpacked.out).text(), x);
}

#[test]
fn a_chunk_is_encoded_into_its_region() {
    let folder = tempfile::tempdir().unwrap();
    let region = file("tests/fixtures/minecraft/region/r.0.0.mca");
    let json = gamewire(&["decode", "--chunk", "3,7", &region], "");
    let like = |json: &str| gamewire(&["encode", "--like", &region, "--chunk", "3,7"], json);
    assert!(like(json.text()).out == fs::read(&region).unwrap());
    let changed =
        json.text().replace(r#"["xPos",{"type":"int","value":3}]"#, r#"["xPos",{"type":"int","value":5}]"#);
    let path = folder.path().join("r.0.0.mca");
    fs::write(&path, like(&changed).out).unwrap();
    assert_eq!(gamewire(&["get", "--chunk", "3,7", path.to_str().unwrap(), "Level.xPos"], "").text(), "5\n");
    let other = |path: &str| gamewire(&["decode", "--chunk", "31,31", path], "").out;
    assert!(other(path.to_str().unwrap()) == other(&region));
    let alone = gamewire(&["encode", "--chunk", "3,7"], json.text());
    assert!(alone.status == 2 && alone.err.contains("--like"), "{}", alone.err);
}

#[test]
fn a_chunk_is_listed_read_explained_changed_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let original = file("tests/fixtures/minecraft/region/r.0.0.mca");
    let path = folder.path().join("r.0.0.mca");
    fs::copy(&original, &path).unwrap();
    let path = path.to_str().unwrap();
    let listed = gamewire(&["identify", path], "");
    assert!(listed.text().contains("chunks     3\n"), "{}", listed.text());
    assert!(
        listed.text().contains("chunk      3,7    zlib, 97 bytes, 1 from sector 2, time 1600000000\n"),
        "{}",
        listed.text()
    );
    assert!(
        listed.text().contains(&format!("next       gamewire decode --chunk 0,0 {path}\n")),
        "{}",
        listed.text()
    );
    let refused = gamewire(&["decode", path], "");
    assert!(
        refused.status == 1
            && refused.err.contains(
                "pass --chunk X,Z to read a chunk; gamewire identify lists them, and set and edit write one"
            ),
        "{}",
        refused.err
    );
    assert_eq!(gamewire(&["get", "--chunk", "3,7", path, "Level.xPos"], "").text(), "3\n");
    assert_eq!(gamewire(&["get", "--chunk", "31,31", path, "Level.Status"], "").text(), "\"full\"\n");
    let missing = gamewire(&["get", "--chunk", "1,1", path, "Level.xPos"], "");
    assert!(
        missing.status == 1 && missing.err.contains("there is no chunk 1,1 in the region"),
        "{}",
        missing.err
    );
    let explained = gamewire(&["explain", "--chunk", "3,7", path], "");
    assert!(explained.text().contains("\"xPos\": Int"), "{}", explained.text());
    let said = gamewire(&["identify", "--chunk", "3,7", path], "");
    assert!(said.text().contains("a region (chunk 3,7): NBT of Minecraft\n"), "{}", said.text());
    assert!(said.text().contains(&format!("gamewire decode --chunk 3,7 {path}")), "{}", said.text());
    let set = gamewire(&["set", "--chunk", "3,7", path, "Level.xPos", "99"], "");
    assert_eq!(set.status, 0, "{}", set.err);
    let diff = gamewire(&["diff", "--chunk", "3,7", &original, path], "");
    assert_eq!(diff.text(), "~ $.Level.xPos: 3 -> 99\n", "{}", diff.err);
    // The others keep their bytes.
    let (old, new) = (fs::read(&original).unwrap(), fs::read(path).unwrap());
    assert!(old[..8192] == new[..8192] && old[8192 + 4096..] == new[8192 + 4096..]);
    assert_eq!(gamewire(&["diff", "--chunk", "0,0", &original, path], "").status, 0);
    assert_reads_chunk(path, "99\n");
    let no_region = gamewire(
        &["get", "--chunk", "3,7", &file("tests/fixtures/minecraft/nbt/hello_world.nbt"), "name"],
        "",
    );
    assert!(
        no_region.status == 1 && no_region.err.contains("a region begins with a header of 8192 bytes"),
        "{}",
        no_region.err
    );
}

/// Whole chunks of a file that is cut are listed and read; nothing is written into it.
#[test]
fn a_cut_region_is_read_up_to_the_cut() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = fs::read(file("tests/fixtures/minecraft/region/r.0.0.mca")).unwrap();
    let path = folder.path().join("r.0.0.mca");
    for length in [16_384, 18_000, 22_000] {
        fs::write(&path, &bytes[..length]).unwrap();
        let path = path.to_str().unwrap();
        let listed = gamewire(&["identify", path], "");
        assert!(
            listed.text().contains("chunk      3,7    zlib, 97 bytes, 1 from sector 2"),
            "{}",
            listed.text()
        );
        assert!(listed.text().contains("chunk      31,31  damaged: at byte "), "{}", listed.text());
        assert_eq!(gamewire(&["get", "--chunk", "3,7", path, "Level.xPos"], "").text(), "3\n");
        let damaged = gamewire(&["get", "--chunk", "31,31", path, "Level.Status"], "");
        assert!(damaged.status == 1 && damaged.err.contains("chunk 31,31"), "{}", damaged.err);
        let set = gamewire(&["set", "--chunk", "3,7", path, "Level.xPos", "4"], "");
        assert!(set.status == 1 && set.err.contains("chunk 31,31"), "{}", set.err);
        assert_eq!(fs::read(path).unwrap(), bytes[..length]);
    }
}

#[test]
fn a_chunk_in_a_file_beside_the_region_is_read_and_written_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut region = fs::read(file("tests/fixtures/minecraft/region/r.0.0.mca")).unwrap();
    let data = region[8192 + 5..8192 + 5 + 97].to_vec();
    region[8192..8192 + 5].copy_from_slice(&[0, 0, 0, 1, 0x80 | 2]);
    let path = folder.path().join("r.-1.2.mca");
    fs::write(&path, &region).unwrap();
    let path = path.to_str().unwrap();
    let missing = gamewire(&["get", "--chunk", "3,7", path, "Level.xPos"], "");
    assert!(
        missing.status == 2 && missing.err.contains("c.-29.71.mcc, which does not exist"),
        "{}",
        missing.err
    );

    let beside = folder.path().join("c.-29.71.mcc");
    fs::write(&beside, &data).unwrap();
    let got = gamewire(&["get", "--chunk", "3,7", path, "Level.xPos"], "");
    assert_eq!(got.text(), "3\n", "{}", got.err);
    assert!(
        got.err.contains("the data of chunk 3,7 is in ") && got.err.contains("c.-29.71.mcc"),
        "{}",
        got.err
    );
    for subcommand in ["decode", "explain", "verify"] {
        let said = gamewire(&[subcommand, "--chunk", "3,7", path], "");
        assert_eq!(said.status, 0, "{subcommand}: {}", said.err);
    }
    assert_reads_chunk(path, "3\n");

    let set = gamewire(&["set", "--chunk", "3,7", path, "Level.xPos", "99"], "");
    assert_eq!(set.status, 0, "{}", set.err);
    assert_eq!(fs::read(path).unwrap(), region, "the region stays as it is");
    assert_ne!(fs::read(&beside).unwrap(), data);
    assert_eq!(gamewire(&["get", "--chunk", "3,7", path, "Level.xPos"], "").text(), "99\n");
    // The others are in the region.
    assert_eq!(gamewire(&["get", "--chunk", "0,0", path, "Level.xPos"], "").text(), "0\n");

    // find searches the chunk there as well.
    let found = gamewire(&["find", "99", path], "");
    assert!(found.text().contains("chunk 3,7: $.Level.xPos = 99\n"), "{} {}", found.text(), found.err);
    assert!(!found.err.contains("not searched"), "{}", found.err);

    // The message names the file that is in its place.
    fs::remove_file(&beside).unwrap();
    fs::create_dir(&beside).unwrap();
    let refused = gamewire(&["get", "--chunk", "3,7", path, "Level.xPos"], "");
    assert!(
        refused.status == 2 && refused.err.contains("c.-29.71.mcc, which is a folder"),
        "{}",
        refused.err
    );
    #[cfg(unix)]
    {
        fs::remove_dir(&beside).unwrap();
        std::os::unix::fs::symlink(&beside, &beside).unwrap();
        let refused = gamewire(&["get", "--chunk", "3,7", path, "Level.xPos"], "");
        assert!(refused.err.contains("c.-29.71.mcc, which cannot be read: "), "{}", refused.err);
        fs::remove_file(&beside).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &beside).unwrap();
        let refused = gamewire(&["get", "--chunk", "3,7", path, "Level.xPos"], "");
        assert!(
            refused.err.contains("c.-29.71.mcc, which is a pipe, a socket or a device"),
            "{}",
            refused.err
        );
        let found = gamewire(&["find", "xPos", path], "");
        assert!(found.err.contains("chunk 3,7 is not searched"), "{}", found.err);
    }

    let other = folder.path().join("region.mca");
    fs::copy(path, &other).unwrap();
    let refused = gamewire(&["get", "--chunk", "3,7", other.to_str().unwrap(), "Level.xPos"], "");
    assert!(refused.status == 2 && refused.err.contains("is not called r.X.Z.mca"), "{}", refused.err);
}

/// A position in the world is looked for in its region only.
#[test]
fn a_chunk_of_the_world_is_in_its_region() {
    let region = file("tests/fixtures/minecraft/region/r.0.0.mca");
    let folder = TempDir::new().unwrap();
    let copy = |name: &str| {
        let path = folder.path().join(name);
        fs::copy(&region, &path).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (west, other) = (copy("r.-1.2.mca"), copy("region.bin"));
    for (path, chunk, says) in [
        (&region, "63,63", Some("chunk 63,63 of the world is in r.1.1.mca")),
        (&region, "-1,31", Some("chunk -1,31 of the world is in r.-1.0.mca")),
        (&region, "31,31", None),
        (&west, "31,31", None),
        (&west, "-1,95", None),
        (&west, "-33,95", Some("chunk -33,95 of the world is in r.-2.2.mca")),
        (&other, "-1,95", None),
    ] {
        for args in [&["get", "--chunk", chunk, path, "Level.xPos"][..], &["unpack", "--chunk", chunk, path]]
        {
            let run = gamewire(args, "");
            match says {
                Some(says) => assert!(run.status == 2 && run.err.contains(says), "{args:?}: {}", run.err),
                None => assert_eq!(run.status, 0, "{args:?}: {}", run.err),
            }
        }
    }
}

/// The game leaves empty regions in its folders.
#[test]
fn empty_regions_of_a_folder_are_no_errors() {
    let folder = TempDir::new().unwrap();
    fs::copy(file("tests/fixtures/minecraft/region/r.0.0.mca"), folder.path().join("r.0.0.mca")).unwrap();
    fs::write(folder.path().join("r.0.1.mca"), vec![0; 8192]).unwrap();
    fs::write(folder.path().join("r.0.2.mca"), "").unwrap();
    let run = gamewire(&["find", "full", folder.path().to_str().unwrap()], "");
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.text());
    assert!(run.text().contains("chunk 31,31: $.Level.Status = \"full\"\n"), "{}", run.text());
}

/// The bytes are all there: they are read, and the exit status tells of the damage.
#[test]
fn a_chunk_with_a_wrong_checksum_is_read_with_a_warning() {
    let folder = TempDir::new().unwrap();
    let mut region = fs::read(file("tests/fixtures/minecraft/region/r.0.0.mca")).unwrap();
    region[8192 + 5 + 96] ^= 1;
    let path = folder.path().join("r.0.0.mca");
    fs::write(&path, &region).unwrap();
    let path = path.to_str().unwrap();
    let got = gamewire(&["get", "--chunk", "3,7", path, "Level.xPos"], "");
    assert_eq!((got.status, got.text()), (1, "3\n"), "{}", got.err);
    assert!(got.err.contains("chunk 3,7: the packed data is damaged"), "{}", got.err);
    for args in [&["decode", "--partial"][..], &["find", "--value", "3"], &["explain"]] {
        let run = gamewire(&[args, &["--chunk", "3,7", path]].concat(), "");
        assert!(run.status == 1 && run.text().contains("xPos"), "{args:?}: {} {}", run.text(), run.err);
        assert!(run.err.contains("chunk 3,7: the packed data is damaged"), "{args:?}: {}", run.err);
    }
    let found = gamewire(&["find", "--key", "xPos", path], "");
    assert!(found.text().contains("chunk 3,7: $.Level.xPos = 3\n"), "{} {}", found.text(), found.err);
    let set = gamewire(&["set", "--chunk", "3,7", path, "Level.xPos", "4"], "");
    assert_eq!(set.status, 1, "{}", set.err);
    assert_eq!(fs::read(path).unwrap(), region);
}

/// In the blocks of another codec, in the region and beside it.
#[test]
fn a_chunk_of_lz4_is_read_and_changed() {
    let folder = TempDir::new().unwrap();
    let table = fs::read_to_string(file("tests/fixtures/minecraft/lz4.tsv")).unwrap();
    let small = table.lines().find(|row| row.starts_with("small")).unwrap().rsplit('\t').next().unwrap();
    let blocks: Vec<u8> = small
        .as_bytes()
        .chunks(2)
        .map(|two| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap())
        .collect();
    let mut region = vec![0; 8192 + 4096];
    region[..4].copy_from_slice(&[0, 0, 2, 1]);
    region[8192..8197].copy_from_slice(&[0, 0, 0, blocks.len() as u8 + 1, 4]);
    region[8197..8197 + blocks.len()].copy_from_slice(&blocks);
    let path = folder.path().join("r.0.0.mca");
    for (compression, beside) in [(4, false), (0x84, true)] {
        region[8196] = compression;
        fs::write(&path, &region).unwrap();
        if beside {
            fs::write(folder.path().join("c.0.0.mcc"), &blocks).unwrap();
        }
        let path = path.to_str().unwrap();
        let got = |name: &str| gamewire(&["get", "--chunk", "0,0", path, name], "").text().to_owned();
        assert_eq!(got("xPos"), "3\n");
        assert_eq!(gamewire(&["set", "--chunk", "0,0", path, "xPos", "77"], "").status, 0);
        assert_eq!(got("xPos"), "77\n");
        assert_eq!(gamewire(&["verify", "--json", "--chunk", "0,0", path], "").status, 0);
        assert_eq!(fs::read(path).unwrap()[8196], compression);
        assert_eq!(fs::read(path).unwrap() == region, beside);
    }
}

/// The lines of `verify`, their status and what they are of.
fn findings(run: &super::Run) -> Vec<(String, String)> {
    let line = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
        (text("status"), text("chunk"))
    };
    run.text().lines().map(line).collect()
}

#[test]
fn a_world_is_checked_chunk_by_chunk_and_what_is_whole_is_saved_elsewhere() {
    let pairs =
        |all: &[(&str, &str)]| all.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect::<Vec<_>>();
    let original = file("tests/fixtures/minecraft/region/r.0.0.mca");
    let whole = gamewire(&["verify", "--json", &original], "");
    assert_eq!((whole.status, findings(&whole)), (0, pairs(&[("identical", "")])), "{}", whole.err);
    assert!(whole.text().contains("\"chunks\":3"), "{}", whole.text());
    assert!(whole.err.contains("3 chunks in 1 region: nothing is wrong"), "{}", whole.err);

    let folder = TempDir::new().unwrap();
    let world = folder.path().join("world");
    fs::create_dir_all(world.join("region")).unwrap();
    let bytes = fs::read(&original).unwrap();
    let mut region = bytes.clone();
    // The checksum of 3,7; 0,0 at 1,0; the beginning of 31,31; 2,0 in a sector of another; 4,0 beyond the end.
    region[8192 + 5 + 96] ^= 1;
    region.copy_within(0..4, 4);
    region[..4].fill(0);
    region[4 * 4096 + 5..4 * 4096 + 105].fill(0x55);
    region.copy_within(4..8, 8);
    region[16..20].copy_from_slice(&[0, 0, 99, 1]);
    // Two sectors that no chunk has.
    region.resize(region.len() + 8192, 0);
    let path = world.join("region/r.0.0.mca");
    fs::write(&path, &region).unwrap();
    fs::write(world.join("region/r.0.1.mca"), "").unwrap();
    let level = fs::read(file("tests/fixtures/minecraft/nbt/level.nbt")).unwrap();
    let level = gamewire_files::minecraft::pack(&level, gamewire_files::minecraft::Packing::Gzip).unwrap();
    fs::write(world.join("level.dat"), &level[..level.len() / 2]).unwrap();
    fs::copy(file("tests/fixtures/minecraft/nbt/hello_world.nbt"), world.join("whole.dat")).unwrap();

    let fixed = folder.path().join("fixed");
    let args = ["verify", "--json", "--fix", fixed.to_str().unwrap(), world.to_str().unwrap()];
    let run = gamewire(&args, "");
    let expected = [
        ("rejected", ""),
        ("saved", ""),
        ("misplaced", "1,0"),
        ("overlap", "2,0"),
        ("misplaced", "2,0"),
        ("damaged", "4,0"),
        ("checksum", "3,7"),
        ("damaged", "31,31"),
        ("rejected", ""),
        ("saved", ""),
        ("identical", ""),
        ("identical", ""),
    ];
    assert_eq!((run.status, findings(&run)), (1, pairs(&expected)), "{} {}", run.text(), run.err);
    assert!(run.text().contains("\"free_sectors\":2"), "{}", run.text());
    assert!(
        run.err.contains("5 chunks in 2 regions: 1 checksum, 2 damaged, 2 lost, 2 misplaced, 1 overlap"),
        "{}",
        run.err
    );
    assert_eq!(fs::read(&path).unwrap(), region, "never in place");

    let saved = fixed.join("region/r.0.0.mca");
    let saved = saved.to_str().unwrap();
    for chunk in ["1,0", "2,0", "3,7"] {
        let x = if chunk == "3,7" { "3\n" } else { "0\n" };
        let got = gamewire(&["get", "--chunk", chunk, saved, "Level.xPos"], "");
        assert_eq!((got.status, got.text()), (0, x), "{}", got.err);
    }
    let again = gamewire(&["verify", "--json", saved], "");
    assert_eq!(findings(&again), pairs(&[("misplaced", "1,0"), ("misplaced", "2,0"), ("rejected", "")]));
    let level = gamewire(&["get", fixed.join("level.dat").to_str().unwrap()], "");
    assert!(level.status == 0 && level.text().len() > 10, "{} {}", level.text(), level.err);
    assert!(!fixed.join("whole.dat").exists());
    // No existing file is replaced.
    let twice = gamewire(&args, "");
    assert!(twice.status != 0 && twice.text().contains("exists"), "{} {}", twice.text(), twice.err);
}

/// A damaged chunk is named by `find`, and explained up to the damage, also if it is the only one.
#[test]
fn a_region_with_only_a_damaged_chunk_is_searched_and_explained() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("r.0.0.mca");
    let mut region = vec![0; 3 * 4096];
    region[..4].copy_from_slice(&[0, 0, 2, 1]);
    region[8192..8198].copy_from_slice(&[0, 0, 0, 2, 9, 0]); // There is no compression 9.
    fs::write(&path, region).unwrap();
    let path = path.to_str().unwrap();
    let found = gamewire(&["find", "5", path], "");
    assert!(found.status == 1 && found.err.contains("chunk 0,0 is not searched"), "{}", found.err);
    let explained = gamewire(&["explain", path], "");
    assert_eq!(explained.status, 1);
    assert!(explained.text().contains("compression = 9        <- here"), "{}", explained.text());
}

/// Tables of zeros before data; and the data of a chunk in a file beside.
#[test]
fn empty_tables_and_files_beside_a_region_are_checked() {
    let folder = TempDir::new().unwrap();
    let bytes = fs::read(file("tests/fixtures/minecraft/region/r.0.0.mca")).unwrap();
    let path = folder.path().join("r.0.0.mca");
    let mut region = bytes.clone();
    region[..4096].fill(0);
    fs::write(&path, &region).unwrap();
    let run = gamewire(&["verify", "--json", path.to_str().unwrap()], "");
    assert_eq!(findings(&run)[0].0, "empty", "{}", run.text());
    assert_eq!(run.status, 1);

    let mut region = bytes.clone();
    region[8192..8197].copy_from_slice(&[0, 0, 0, 1, 0x82]);
    fs::write(&path, &region).unwrap();
    let run = gamewire(&["verify", "--json", path.to_str().unwrap()], "");
    assert!(run.text().contains("c.3.7.mcc, which does not exist"), "{}", run.text());
    fs::write(folder.path().join("c.3.7.mcc"), &bytes[8197..8197 + 97]).unwrap();
    assert_eq!(gamewire(&["verify", "--json", path.to_str().unwrap()], "").status, 0);
    // It is saved with its region.
    region[4 * 4096 + 700..4 * 4096 + 900].fill(0x55);
    fs::write(&path, &region).unwrap();
    let fixed = folder.path().join("fixed");
    let run = gamewire(&["verify", "--json", "--fix", fixed.to_str().unwrap(), path.to_str().unwrap()], "");
    assert_eq!(run.status, 1, "{}", run.text());
    let saved = fixed.join("r.0.0.mca");
    let got = gamewire(&["get", "--chunk", "3,7", saved.to_str().unwrap(), "Level.xPos"], "");
    assert_eq!(got.text(), "3\n", "{}", got.err);
}
