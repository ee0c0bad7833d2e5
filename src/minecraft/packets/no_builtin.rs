//! Without the feature `packets`, there are no descriptions that could explain an error.

use super::{Side, State};
use crate::minecraft::expr::TypeExpr;

pub(super) fn having(_: State, _: Side, _: Option<&str>) -> String {
    String::new()
}

pub(super) fn meanings(_: &str, _: State, _: Side, _: i64) -> Option<String> {
    None
}

pub(crate) fn unknown_name(_: &TypeExpr, _: &str) -> Option<String> {
    None
}
