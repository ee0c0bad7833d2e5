//! Tests how the command parses sizes, digits and mistyped keys. The sources that do it are included here,
//! because a test program of the command itself would compile all of it twice.

use nearest::nearest;
use size::size;

#[path = "../../src/values/nearest.rs"]
#[allow(dead_code, unreachable_pub)] // The command calls the others.
mod nearest;

#[path = "../../src/values/size.rs"]
#[allow(unreachable_pub)]
mod size;

#[test]
fn sizes_have_units() {
    for (text, bytes) in
        [("0", 0), ("10000", 10_000), ("64K", 65_536), ("64k", 65_536), ("1MiB", 1 << 20), ("2 gb", 2 << 30)]
    {
        assert_eq!(size(text), Ok(bytes), "{text}");
    }
    for text in ["", "K", "-1", "1T", "99999999999999999999", "9999999999G0"] {
        assert!(size(text).is_err(), "{text}");
    }
}

#[test]
fn near_names_are_found_and_far_ones_are_not() {
    let names = ["name", "gold", "hp", "position", "Größe"].map(String::from);
    for (typed, meant) in [
        ("glod", Some("gold")),
        ("Gold", Some("gold")),
        ("golds", Some("gold")),
        ("positon", Some("position")),
        ("grösse", Some("Größe")),
        ("hq", Some("hp")),
        ("xy", None),
        ("mana", None),
        ("inventory", None),
        ("", None),
    ] {
        assert_eq!(nearest(typed, names.clone()).as_deref(), meant, "{typed}");
    }
    assert_eq!(nearest(&"x".repeat(1 << 20), names), None);
}
