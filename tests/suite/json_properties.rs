//! Checks that any value of any dialect is the same after it went through JSON. proptest generates the values.

use crate::godot_support::bits::same;
use crate::support::positions::config;
use gamewire::godot::generate::Values;
use gamewire::godot::{Dialect, json};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

#[test]
fn every_value_round_trips_bit_by_bit() {
    let config = Config { source_file: Some(file!()), ..config(128) };
    for &dialect in Dialect::ALL {
        let any_value = Values::new(dialect).objects(true).any();
        let tried = TestRunner::new(config.clone()).run(&any_value, |value| {
            let text = json::to_string(&value);
            let back = json::from_str(&text)?;
            prop_assert!(same(&value, &back), "{} reads as {:?}", text, back);
            let held = json::to_value(&value);
            let back = json::from_value(&held)?;
            prop_assert!(same(&value, &back), "{} reads as {:?}", held, back);
            // A reader that is not ours takes it for JSON; only infinity is beyond it.
            if !text.contains("1e99999") {
                let foreign: serde_json::Value = serde_json::from_str(&text)?;
                prop_assert_eq!(foreign, held);
            }
            Ok(())
        });
        if let Err(failure) = tried {
            panic!("{dialect}: {failure}");
        }
    }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn any_text_at_all_is_a_value_or_an_error(text in "[\\[\\]{}\":,0-9eifnps. \\\\u-]{0,40}") {
        if let Ok(value) = json::from_str(&text) {
            let text = json::to_string(&value);
            prop_assert_eq!(json::to_string(&json::from_str(&text)?), text);
        }
    }
}
