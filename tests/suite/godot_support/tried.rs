//! Properties, tried in each dialect.

use gamewire::godot::generate::Values;
use gamewire::godot::{Dialect, Variant};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseResult, TestRunner};

use crate::support::positions::config;

use super::bytes::{arbitrary, change, changes};

/// Tries a property in each dialect.
pub fn in_every_dialect<S: Strategy>(
    strategy: impl Fn(Dialect) -> S,
    property: impl Fn(Dialect, S::Value) -> TestCaseResult,
) {
    let config = Config { source_file: Some(file!()), ..config(64) };
    for &dialect in Dialect::ALL {
        let tried = TestRunner::new(config.clone()).run(&strategy(dialect), |value| property(dialect, value));
        if let Err(failure) = tried {
            panic!("{dialect}: {failure}");
        }
    }
}

pub fn any_value(dialect: Dialect) -> BoxedStrategy<Variant> {
    Values::new(dialect).objects(true).any()
}

/// Random bytes, and values with a few changes.
pub fn hostile(dialect: Dialect) -> impl Strategy<Value = Vec<u8>> {
    let changed = (any_value(dialect), changes(dialect)).prop_map(move |(value, changes)| {
        change(dialect.encode(&value).expect("a value of the dialect"), changes)
    });
    prop_oneof![arbitrary(dialect), changed]
}
