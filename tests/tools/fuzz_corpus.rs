//! Checks the demands of the fuzz targets with an ordinary compiler, on inputs that fuzzing found and on inputs made of the
//! fixtures.
#![cfg(all(feature = "serde", feature = "arbitrary"))]

#[path = "../../fuzz/properties/mod.rs"]
#[allow(
    unreachable_pub,
    clippy::duplicate_mod,
    reason = "the fuzz targets reach it; it brings its own `bits` and `walk`"
)]
mod properties;

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use properties::seeds::Fixtures;
use properties::{Demand, TARGETS};

use crate::support::positions::exhaustive;
use crate::support::with_stack;

/// The number of inputs made of fixtures that are tried, at most: `fuzz/run` tries all of them.
fn tried() -> usize {
    if exhaustive() { 150 } else { 6 }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file of a target's corpus.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(root().join("fuzz/corpus").join(target)) else { return Vec::new() };
    entries.map(|entry| fs::read(entry.expect("an entry").path()).expect("a file")).collect()
}

/// On a stack for the plain grammar, which takes more. A failure says which target it was.
fn on_a_thread(target: &'static str, demand: Demand, inputs: Vec<Vec<u8>>) {
    let met = catch_unwind(|| with_stack(|| inputs.iter().for_each(|input| demand(input))));
    assert!(met.is_ok(), "{target}: see the panic above");
}

#[test]
fn demands_hold_for_what_fuzzing_found() {
    let mut count = 0;
    for (target, demand) in TARGETS {
        let inputs = corpus(target);
        count += inputs.len();
        on_a_thread(target, *demand, inputs);
    }
    assert!(count > 0, "the corpora are there");
}

#[test]
fn demands_hold_for_inputs_made_of_fixtures() {
    let fixtures = Fixtures::read(root());
    for (target, demand) in TARGETS {
        let mut inputs = fixtures.seeds(target);
        assert!(inputs.len() > 50, "{target}: {} inputs", inputs.len());
        let step = inputs.len().div_ceil(tried());
        inputs = inputs.into_iter().step_by(step).collect();
        on_a_thread(target, *demand, inputs);
    }
}

/// Every target has its program, and no program is without demands.
#[test]
fn every_target_is_fuzzed() {
    let manifest = fs::read_to_string(root().join("fuzz/Cargo.toml")).expect("the manifest");
    let mut programs: Vec<&str> = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("path = \"fuzz_targets/")?.strip_suffix(".rs\""))
        .collect();
    programs.sort_unstable();
    let mut targets: Vec<&str> = TARGETS.iter().map(|(target, _)| *target).collect();
    targets.sort_unstable();
    assert_eq!(programs, targets);
    for target in targets {
        let program = fs::read_to_string(root().join(format!("fuzz/fuzz_targets/{target}.rs")));
        assert!(program.expect("the program").contains("fuzz_target!"), "{target}");
    }
}
