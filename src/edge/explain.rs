//! Explanations and verdicts for any layout.

use super::open::OpenFinder;
use super::{Edge, Layout, Options, all_read, too_long};
use crate::error::DecodeError;
use crate::escape::visible;
use crate::explain::{
    Explainer, Failure, Judgement, Recorder, Role, Row, Source, only_padding, row_of, start_of,
};
use crate::sure::Sure as _;
use crate::verdict::Verdict;

/// Returns an explainer for bytes of a format. The head of the dump shows `format`.
pub(crate) fn explainer<'a, S, L>(options: S, layout: L, format: String, bytes: &'a [u8]) -> Explainer<'a>
where
    S: Options + Send + Sync + 'a,
    L: Layout<'a, Rules = S::Rules> + Send + Sync + 'a,
{
    Explainer::of_value(bytes, Input { options, layout, format, bytes })
}

/// Bytes together with their layout and options.
struct Input<'a, S, L> {
    options: S,
    layout: L,
    format: String,
    bytes: &'a [u8],
}

impl<'a, S: Options, L: Layout<'a, Rules = S::Rules>> Source for Input<'a, S, L> {
    fn format(&self) -> String {
        self.format.clone()
    }

    fn bytes(&self) -> &[u8] {
        self.bytes
    }

    fn failure(&self) -> Option<Failure> {
        let Self { options, layout, bytes, .. } = self;
        let (edge, limit, total) = (Edge(options, layout), options.limits().bytes, bytes.len());
        if total > limit {
            return Some(Failure::new(too_long(limit, layout.name(), bytes)));
        }
        let fault = edge.check_fault(bytes).err()?;
        // The counts of an incomplete file can exceed the input. The bytes that are there are still explained.
        let accepts_counts = layout.lenient_counts() && fault.kind().missing().is_some();
        let wrong = fault.offset(total);
        let stop = match accepts_counts {
            true => edge
                .observe(bytes, &OpenFinder::new(total))
                .map_or_else(|fault| fault.offset(total), |rest| total - rest.len()),
            false => wrong,
        };
        Some(Failure { error: edge.located(bytes, fault), wrong, stop, accepts_counts })
    }

    fn listen(&self, recorder: &Recorder<'_>) {
        let Self { options, layout, bytes, .. } = self;
        // The limit of the input applies here as in decoding.
        let bytes = bytes.get(..options.limits().bytes).unwrap_or(bytes);
        recorder.reads_only(bytes.len());
        // The error is known.
        let _ = Edge(options, layout).observe(bytes, recorder);
    }

    fn judge(&self) -> Judgement {
        let Self { options, layout, bytes, .. } = self;
        let edge = Edge(options, layout);
        let Ok((value, read)) = edge.value_and_bytes(bytes) else { return Judgement::REJECTED };
        let mut written = Vec::new();
        let written = edge.write(&value, &mut written).map(|()| written);
        let (mut differs, mut objection) = (None, None);
        match written.as_ref().map(|written| first_difference(read, written)) {
            Ok(None) => objection = layout.objection(&value).map(|(path, _)| (path, L::WRITER)),
            Ok(Some(offset)) => differs = Some((offset, layout.writer(options.rules()))),
            // A value that cannot be encoded counts as different from the first byte on.
            Err(_) => differs = Some((0, L::WRITER)),
        }
        let verdict = if differs.is_none() && objection.is_none() { "canonical" } else { "lenient" };
        let value = layout.show(options.rules(), &value).map(|text| visible(&text).into_owned());
        let written = written.ok().filter(|written| differs.is_some() && written.len() == read.len());
        Judgement { verdict, value, differs, written, objection }
    }
}

impl<'a, S: Options, L: Layout<'a, Rules = S::Rules>> Edge<'_, S, L> {
    /// Decodes the value, encodes it again, and compares the bytes.
    pub(crate) fn verify(
        &self,
        bytes: &'a [u8],
        explainer: impl FnOnce(&'a [u8]) -> Explainer<'a>,
    ) -> Verdict {
        let (value, read) = match self.value_and_bytes(bytes) {
            Ok(parsed) => parsed,
            Err(error) => return Verdict::Rejected(error),
        };
        let mut written = Vec::new();
        if let Err(error) = self.write(&value, &mut written) {
            return Verdict::Differs { offset: 0, why: format!("cannot be encoded again: {error}") };
        }
        let difference = first_difference(read, &written);
        let objection = if difference.is_none() { self.1.objection(&value) } else { None };
        if difference.is_none() && objection.is_none() {
            return Verdict::Identical;
        }
        let explainer = explainer(read);
        let (Some(source), offset) = (explainer.source(), difference.unwrap_or_default()) else {
            return Verdict::Identical;
        };
        if let Some((path, why)) = objection {
            return Verdict::Differs { offset: start_of(source, &path), why: format!("at {path}: {why}") };
        }
        let row = row_of(source, offset);
        if row.as_ref().is_some_and(|row| row.role == Role::Padding)
            && written.len() == read.len()
            && let Some(bytes) = only_padding(source, &written)
        {
            return Verdict::Padding { offset, bytes };
        }
        Verdict::Differs { offset, why: reason(row.as_ref()) }
    }

    fn value_and_bytes(&self, bytes: &'a [u8]) -> Result<(L::Value, &'a [u8]), DecodeError> {
        let (value, rest) = self.parse_prefix(bytes)?;
        all_read(self.0, self.1.name(), bytes, rest)?;
        Ok((value, bytes.get(..bytes.len() - rest.len()).sure()))
    }
}

fn reason(row: Option<&Row>) -> String {
    let what = row.map_or("the end", |row| row.meaning.as_str());
    format!("gamewire writes other bytes for `{what}`")
}

/// Returns the offset of the first byte that differs, if there is one.
fn first_difference(read: &[u8], written: &[u8]) -> Option<usize> {
    let same = || read.iter().zip(written).take_while(|(a, b)| a == b).count();
    (read != written).then(same)
}
