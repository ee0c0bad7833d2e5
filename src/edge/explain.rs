//! Explanations and verdicts for any layout.

use super::open::OpenFinder;
use super::{Edge, Layout, Options, all_read, too_long};
use crate::error::Path;
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
        let error = edge.located(bytes, fault);
        let stop = match accepts_counts {
            true => edge
                .observe(bytes, &OpenFinder::new(total))
                .map_or_else(|fault| fault.offset(total), |rest| total - rest.len()),
            false => error.offset(),
        };
        Some(Failure { error, stop, accepts_counts })
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
        let (edge, rules) = (Edge(options, layout), options.rules());
        let Ok((value, read)) = edge.read(bytes) else { return Judgement::REJECTED };
        let verdict =
            edge.compare(&value, read).map_or_else(|known| known, |compared| compared.verdict(self));
        let (verdict, differs) = match verdict {
            Verdict::Identical => ("canonical", None),
            Verdict::Padding { offset, .. } => ("canonical except for padding", Some(offset)),
            Verdict::Differs { offset, .. } => ("lenient", Some(offset)),
            Verdict::Rejected(_) => return Judgement::REJECTED,
        };
        let value = layout.show(rules, &value).map(|text| visible(&text).into_owned());
        Judgement { verdict, value, differs: differs.map(|offset| (offset, layout.writer(rules))) }
    }
}

impl<'a, S: Options, L: Layout<'a, Rules = S::Rules>> Edge<'_, S, L> {
    /// Decodes the value, encodes it again, and compares the bytes.
    pub(crate) fn verify(
        &self,
        bytes: &'a [u8],
        explainer: impl FnOnce(&'a [u8]) -> Explainer<'a>,
    ) -> Verdict {
        match self.read(bytes).and_then(|(value, read)| self.compare(&value, read)) {
            Ok(compared) => {
                let explainer = explainer(bytes);
                explainer.source().map_or(Verdict::Identical, |source| compared.verdict(source))
            }
            Err(known) => known,
        }
    }

    /// Decodes the value, and returns it with its bytes.
    fn read(&self, bytes: &'a [u8]) -> Result<(L::Value, &'a [u8]), Verdict> {
        let read = self.parse_prefix(bytes).and_then(|(value, rest)| {
            all_read(self.0, self.1.name(), bytes, rest)?;
            Ok((value, bytes.get(..bytes.len() - rest.len()).sure()))
        });
        read.map_err(Verdict::Rejected)
    }

    /// Returns what differs, or the verdict if it is known without rows.
    fn compare(&self, value: &L::Value, read: &'a [u8]) -> Result<Compared<'a>, Verdict> {
        let mut written = Vec::new();
        if let Err(error) = self.write(value, &mut written) {
            let why = format!("cannot be encoded again: {error}");
            return Err(Verdict::Differs { offset: 0, why });
        }
        let objection = if read == written { self.1.objection(value) } else { None };
        match (read == written, objection) {
            (true, None) => Err(Verdict::Identical),
            (_, objection) => Ok(Compared { read, written, objection }),
        }
    }
}

/// The bytes of a value, and those that are written for it, or the part that no engine writes in this form.
struct Compared<'a> {
    read: &'a [u8],
    written: Vec<u8>,
    objection: Option<(Path, String)>,
}

impl Compared<'_> {
    fn verdict(self, source: &dyn Source) -> Verdict {
        let Self { read, written, objection } = self;
        if let Some((path, why)) = objection {
            return Verdict::Differs { offset: start_of(source, &path), why: format!("at {path}: {why}") };
        }
        let offset = read.iter().zip(&written).take_while(|(a, b)| a == b).count();
        // Bytes that are missing at the end are a difference of the last row.
        let row = row_of(source, offset.min(read.len().saturating_sub(1)));
        if row.as_ref().is_some_and(|row| row.role == Role::Padding)
            && written.len() == read.len()
            && let Some(bytes) = only_padding(source, &written)
        {
            return Verdict::Padding { offset, bytes };
        }
        Verdict::Differs { offset, why: reason(row.as_ref()) }
    }
}

fn reason(row: Option<&Row>) -> String {
    let what = row.map_or("the end", |row| row.meaning.as_str());
    format!("gamewire writes other bytes for `{what}`")
}
