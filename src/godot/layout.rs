//! The layout of any Godot value, for the shared entry points.

use std::io::Write;

use cookie_factory::SerializeFn;

use super::dialect::{Dialect, Precision};
use super::model::Variant;
use super::skip::skip;
use super::wire::{Cx, Rules, gen_variant, variant};
use crate::edge::Layout;
use crate::error::Path;
use crate::explain::Writer;
use crate::grammar::Read;
use crate::trace::Trace;

/// The length of the longest value that is shown in the title of a dump.
const SHOWN: usize = 100;

/// The layout of any value: [`variant`] and its serializer.
pub(super) struct AnyVariant;

impl<'a> Layout<'a> for AnyVariant {
    type Rules = Rules;
    type Value = Variant;
    const WRITER: Writer = Writer::Engine(&[]);

    fn name(&self) -> &'static str {
        "a value"
    }

    fn parse<T: Trace>(&self, cx: Cx<'_, T>, i: &'a [u8]) -> Read<'a, Variant> {
        variant(cx)(i)
    }

    fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, T>, value: &Variant) -> impl SerializeFn<W> {
        gen_variant(cx, value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn skip(&self, cx: Cx<'_>, i: &'a [u8]) -> Option<&'a [u8]> {
        skip(cx, i)
    }

    fn objection(&self, value: &Variant) -> Option<(Path, String)> {
        let error = value.check_written().err()?;
        Some((error.path().clone(), format!("{}, which no engine writes", error.reason())))
    }

    fn writer(&self, rules: &Rules) -> Writer {
        Writer::Engine(rules.dialect.table().uncleared())
    }

    fn lenient_counts(&self) -> bool {
        true
    }

    fn show(&self, rules: &Rules, value: &Variant) -> Option<String> {
        Some(value.preview(rules.dialect.table(), SHOWN))
    }
}

impl Dialect {
    /// Returns the title of a dump.
    pub(super) fn title(self) -> String {
        let precision = match self.precision() {
            Precision::Single => "single precision",
            Precision::Double => "double precision",
        };
        format!("{}, {precision}", self.name().trim_end_matches("-double"))
    }
}
