//! The targets: for each payload, the ratio that one candidate should have to another.

/// A row of the table. The time of `ours` divided by that of `limit` should be at most `good`. A ratio of at
/// most `record` would be a record.
pub struct Target {
    pub payload: &'static str,
    pub ours: &'static str,
    pub limit: &'static str,
    pub good: f64,
    pub record: f64,
}

/// Stands for the time itself in nanoseconds, in the place of another candidate.
pub const NANOSECONDS: &str = "ns";

macro_rules! targets {
    ($($payload:literal: $ours:literal / $limit:tt <= $good:literal, $record:literal;)+) => {
        &[$(Target { payload: $payload, ours: $ours, limit: targets!(@ $limit), good: $good, record: $record }),+]
    };
    (@ ns) => { NANOSECONDS };
    (@ $limit:literal) => { $limit };
}

pub const TARGETS: &[Target] = targets! {
    // These compare with the limits of the machine.
    "a": "decode owned" / "clone plain tree" <= 0.70, 0.50;
    "a": "check" / "hand validate" <= 1.3, 1.0;
    "a": "view" / "hand validate" <= 2.0, 1.25;
    "a": "encode" / "hand encode" <= 1.3, 1.0;
    "b": "decode owned" / "copy" <= 1.05, 1.0;
    "b": "view" / ns <= 30.0, 10.0;
    "b": "encode" / "copy" <= 1.05, 1.0;
    "c": "decode owned" / "copy" <= 1.05, 1.0;
    "c": "view" / ns <= 30.0, 10.0;
    "c": "encode" / "copy" <= 1.05, 1.0;
    "d": "decode owned" / "clone plain tree" <= 1.0, 0.75;
    "d": "encode" / "copy" <= 4.0, 2.5;
    "d'": "decode owned" / "clone plain tree" <= 0.95, 0.60;
    "e": "decode owned" / "clone plain tree" <= 1.30, 1.05;
    "e": "view" / "hand validate" <= 1.6, 1.15;
    "e": "encode" / "hand encode" <= 1.4, 1.05;
    "f": "decode owned" / "clone plain tree" <= 0.55, 0.40;
    "f": "view" / "hand validate" <= 1.9, 1.3;
    "f": "encode" / "hand encode" <= 1.35, 1.0;
    "g": "decode owned" / "copy" <= 2.3, 1.9;
    "g": "view" / "copy" <= 1.2, 1.0;
    "g'": "decode owned" / "copy" <= 1.5, 1.3;
    "g'": "view" / "copy" <= 0.55, 0.3;
    "h": "decode owned" / "clone plain tree" <= 1.0, 0.65;
    "h": "encode" / "copy" <= 6.5, 4.5;
    // These compare with the fastest other library on the same data.
    "a": "decode owned" / "postcard decode" <= 0.55, 0.25;
    "a": "decode owned" / "rmpv ref decode" <= 1.0, 0.5;
    "a": "encode" / "rmpv encode" <= 0.85, 0.60;
    "b": "decode owned" / "rmpv decode" <= 0.50, 0.40;
    "b": "view" / "rmpv ref decode" <= 2.0, 1.0;
    "b": "encode" / "rmpv encode" <= 1.1, 1.0;
    "c": "decode owned" / "postcard decode" <= 0.85, 0.75;
    "c": "view" / "rmpv ref decode" <= 2.0, 1.0;
    "c": "encode" / "rmpv encode" <= 1.1, 1.0;
    "d": "decode owned" / "postcard decode" <= 0.30, 0.18;
    "d": "encode" / "rmpv encode" <= 0.45, 0.28;
    "e": "decode owned" / "postcard decode" <= 0.65, 0.45;
    "e": "decode owned" / "rmpv ref decode" <= 1.0, 0.5;
    "e": "encode" / "rmpv encode" <= 0.80, 0.50;
    "f": "decode owned" / "postcard decode" <= 0.45, 0.30;
    "f": "decode owned" / "rmpv ref decode" <= 1.0, 0.5;
    "f": "encode" / "rmpv encode" <= 1.15, 0.88;
    "g": "decode owned" / "postcard decode" <= 0.26, 0.13;
    "g'": "decode owned" / "postcard decode" <= 1.0, 0.8;
    "h": "decode owned" / "postcard decode" <= 0.35, 0.22;
    "h": "encode" / "postcard encode" <= 0.5, 0.35;
    // These compare with godot-binary-serialization, on the types that it supports.
    "e": "decode owned" / "published decode" <= 0.4, 0.13;
    "e": "encode" / "published encode" <= 0.12, 0.06;
    "a flat": "decode owned" / "published decode" <= 0.25, 0.13;
    "a flat": "view" / "published decode" <= 0.125, 0.1;
    "a flat": "encode" / "published encode" <= 0.1, 0.06;
};
