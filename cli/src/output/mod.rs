//! Output: messages and errors, reports, files that are replaced whole.

pub mod say;

pub mod access;
pub mod answer;
pub mod files;
pub mod outcome;
pub mod problem;
pub mod report;
pub mod signals;
pub mod write;
