//! Output: messages and errors, reports, and files that are replaced as a whole.

pub mod say;

pub mod access;
pub mod answer;
pub mod files;
pub mod outcome;
pub mod problem;
pub mod report;
pub mod signals;
pub mod write;
