//! The context of parsers and serializers: the rules, the limits, the trace, and the bytes that counts have promised.

use std::cell::Cell;

use cookie_factory::GenError;
use nom::Err;

use super::fault::{Fault, fail, fail_after};
use crate::error::{DecodeErrorKind, EncodeError, EncodeErrorKind, Path, Segment};
use crate::limits::{Limits, Stack};
use crate::trace::{Event, Internal, Meaning, Observer, Part, Shown, Silent, Trace};

/// The rules of a format, such as a dialect of Godot.
pub trait Rules {
    /// The state that the parsers of the format keep beside the input.
    type Scratch: Default;
}

/// A format without rules.
impl Rules for () {
    type Scratch = ();
}

/// The reason why a serializer failed, and the steps to the value, innermost first.
type Refusal = (EncodeErrorKind, Vec<Segment>);

/// The state that all parsers of one input share.
pub struct Settings<'r, R: Rules> {
    rules: &'r R,
    limits: Limits,
    /// The least number of bytes of all elements that counts have promised and that are not read yet.
    promised: Cell<usize>,
    stack: Stack,
    scratch: R::Scratch,
    /// Why a serializer failed, and the steps to the value, innermost first.
    refusal: Cell<Option<Box<Refusal>>>,
}

impl<R: Rules> std::fmt::Debug for Settings<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl<'r, R: Rules> Settings<'r, R> {
    /// Creates the settings for reading or writing one input.
    pub fn new(rules: &'r R, limits: Limits) -> Self {
        let (promised, stack, scratch, refusal) = Default::default();
        Self { rules, limits, promised, stack, scratch, refusal }
    }

    /// Returns the context of the outermost value, without a trace.
    pub fn cx(&self) -> Cx<'_, R> {
        self.traced(Silent)
    }

    /// Returns the context of the outermost value.
    pub fn traced<T: Trace>(&self, trace: T) -> Cx<'_, R, T> {
        Cx { settings: self, trace, depth: 0 }
    }

    /// Returns the reason and the path of the error, after a serializer failed.
    pub(crate) fn refusal(&self) -> EncodeError {
        let (kind, steps) =
            self.refusal.take().map_or((EncodeErrorKind::Write, Vec::new()), |refusal| *refusal);
        EncodeError::new(steps.into_iter().rev().collect::<Path>(), kind)
    }
}

/// The context of a parser or serializer, which is passed by value.
#[derive(Debug)]
pub struct Cx<'c, R: Rules, T: Trace = Silent> {
    settings: &'c Settings<'c, R>,
    /// The trace that receives the events.
    pub trace: T,
    depth: u32,
}

impl<R: Rules, T: Trace> Clone for Cx<'_, R, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R: Rules, T: Trace> Copy for Cx<'_, R, T> {}

impl<'c, R: Rules, T: Trace> Cx<'c, R, T> {
    /// Returns the rules.
    pub fn rules(self) -> &'c R {
        self.settings.rules
    }

    /// Returns the limits.
    pub fn limits(self) -> &'c Limits {
        &self.settings.limits
    }

    /// Returns what the parsers of the format keep beside the input.
    pub fn scratch(self) -> &'c R::Scratch {
        &self.settings.scratch
    }

    /// Returns the same context without a trace.
    pub fn silent(self) -> Cx<'c, R> {
        Cx { settings: self.settings, trace: Silent, depth: self.depth }
    }

    /// Returns the number of containers around the value.
    pub fn depth(self) -> u32 {
        self.depth
    }

    /// Returns the number of bytes of `i` that no count has promised to an element.
    pub fn free(self, i: &[u8]) -> usize {
        i.len().saturating_sub(self.settings.promised.get())
    }

    /// Accepts the count between `at` and `rest` if `rest` has room for `n` more elements of at least `unit` bytes.
    ///
    /// # Errors
    /// Returns an error at the count.
    pub fn within(self, at: &[u8], rest: &[u8], n: u32, unit: usize) -> Result<usize, Err<Fault>> {
        self.fits(at, rest, n, unit, |missing| DecodeErrorKind::CountPastEnd { count: n, missing })
    }

    /// Accepts a length in bytes as [`within`](Self::within) accepts a count.
    ///
    /// # Errors
    /// Returns an error at the length.
    pub fn within_bytes(self, at: &[u8], rest: &[u8], length: u32) -> Result<usize, Err<Fault>> {
        self.fits(at, rest, length, 1, |missing| DecodeErrorKind::LengthPastEnd { length, missing })
    }

    fn fits(
        self,
        at: &[u8],
        rest: &[u8],
        n: u32,
        unit: usize,
        kind: impl FnOnce(u64) -> DecodeErrorKind,
    ) -> Result<usize, Err<Fault>> {
        let own = u64::from(n) * unit as u64;
        let needed = own + self.settings.promised.get() as u64;
        if needed > rest.len() as u64 && (usize::try_from(needed).is_err() || !self.accepts(own)) {
            return fail_after(at, rest, kind(needed - rest.len() as u64));
        }
        Ok(n as usize)
    }

    /// Accepts a count as [`within`](Self::within) does, and promises its bytes to the elements, each of which takes
    /// its part back by [`redeem`](Self::redeem). No other count can have the bytes until then, so memory stays in
    /// proportion to the input.
    ///
    /// # Errors
    /// Returns an error at the count.
    pub fn promise(self, at: &[u8], rest: &[u8], n: u32, unit: usize) -> Result<usize, Err<Fault>> {
        let n = self.within(at, rest, n, unit)?;
        let promised = &self.settings.promised;
        promised.set(promised.get().saturating_add(n.saturating_mul(unit)));
        Ok(n)
    }

    /// Returns whether a count that exceeds the input is accepted. See [`Observer::lenient_counts`].
    fn accepts(self, own: u64) -> bool {
        T::ENABLED && self.trace.observer(Internal).is_some_and(|observer| observer.lenient_counts(own))
    }

    /// Takes back the promised bytes of an element that is read next.
    pub fn redeem(self, bytes: usize) {
        self.settings.promised.set(self.settings.promised.get() - bytes);
    }

    /// Returns the number of promised bytes.
    pub(crate) fn promised(self) -> usize {
        self.settings.promised.get()
    }

    /// Sets the number of promised bytes: after a failure, when another parser may be tried, and around a slice.
    #[cold]
    pub(crate) fn set_promised(self, bytes: usize) {
        self.settings.promised.set(bytes);
    }

    /// Returns the number of promised bytes after a list of `n` elements.
    pub(crate) fn promised_after(self, n: usize, unit: usize) -> usize {
        self.promised() - n.saturating_mul(unit)
    }

    /// Returns the number of elements that a list of `n` elements keeps. [`promise`](Self::promise) has compared `n` with
    /// the input, unless an explanation has accepted more, which keeps none.
    pub(crate) fn kept(self, n: usize) -> usize {
        if self.keeps_values() { n } else { 0 }
    }

    /// Returns whether lists keep their elements. An explanation needs only the rows.
    pub(crate) fn keeps_values(self) -> bool {
        !T::ENABLED || self.trace.observer(Internal).is_none()
    }

    /// Returns how many bytes are missing to read `n` bytes that are promised to no element, or 0 if there are enough.
    pub fn missing(self, i: &[u8], n: usize) -> usize {
        let missing = n.saturating_sub(self.free(i));
        if missing > 0 && self.promised() > 0 && self.accepts(n as u64) {
            return n.saturating_sub(i.len());
        }
        missing
    }

    /// Fails if the observer wants no more events.
    pub(crate) fn go_on(self, rest: &[u8]) -> Result<(), Err<Fault>> {
        if T::ENABLED && self.trace.observer(Internal).is_some_and(Observer::is_done) {
            return Err(Err::Failure(Fault::new(rest.len(), 0, DecodeErrorKind::Incomplete { missing: 0 })));
        }
        Ok(())
    }

    /// Returns the context of the contents of a value, one level deeper.
    ///
    /// # Errors
    /// Returns an error at the first byte of `at` if the level or the stack is over its limit.
    pub fn deeper(self, at: &[u8]) -> Result<Self, Err<Fault>> {
        let Settings { limits: Limits { depth: limit, .. }, stack, .. } = self.settings;
        match self.below() {
            Some(cx) => Ok(cx),
            None if self.depth >= *limit => fail(at, DecodeErrorKind::TooDeep { limit: *limit }),
            None => fail(at, DecodeErrorKind::StackLimit { limit: stack.size(), depth: self.depth }),
        }
    }

    /// Returns the context for writing the contents of a value, one level deeper.
    ///
    /// # Errors
    /// Returns an error if the level or the stack is over its limit.
    pub fn deeper_out(self) -> Result<Self, GenError> {
        let Settings { limits: Limits { depth: limit, .. }, stack, .. } = self.settings;
        match self.below() {
            Some(cx) => Ok(cx),
            None if self.depth >= *limit => self.refuse(EncodeErrorKind::TooDeep { limit: *limit }),
            None => self.refuse(EncodeErrorKind::StackLimit { limit: stack.size() }),
        }
    }

    /// Returns the number of bytes of stack that the outermost value and those inside it may use.
    pub(crate) fn stack_size(self) -> usize {
        self.settings.stack.size()
    }

    /// Begins to measure the stack, as [`deeper`](Self::deeper) does at the outermost value. Types that nest without it call this.
    pub(crate) fn begin_stack(self) {
        self.settings.stack.begin(self.settings.limits.stack);
    }

    /// Returns an error at the first byte of `at` if the value needs more stack than the limit.
    #[cfg(feature = "minecraft")]
    pub(crate) fn check_stack(self, at: &[u8]) -> Result<(), Err<Fault>> {
        match self.settings.stack.is_used_up() {
            true => {
                fail(at, DecodeErrorKind::StackLimit { limit: self.settings.stack.size(), depth: self.depth })
            }
            false => Ok(()),
        }
    }

    fn below(self) -> Option<Self> {
        let Settings { limits, stack, .. } = self.settings;
        if self.depth == 0 {
            self.begin_stack();
        }
        let fits = self.depth < limits.depth && !stack.is_used_up();
        fits.then_some(Self { depth: self.depth + 1, ..self })
    }

    /// Reports the bytes between `i` and `rest` as a row.
    pub fn row(self, i: &[u8], rest: &[u8], meaning: impl Into<Meaning>, shown: Shown<'_>) {
        if T::ENABLED {
            self.trace.event(Event::Field { from: i.len(), to: rest.len(), meaning: meaning.into(), shown });
        }
    }

    /// Reports that a value of this type is read.
    pub fn reading(self, name: &'static str) {
        if T::ENABLED {
            self.trace.event(Event::Reading(name));
        }
    }

    /// Reports that the next row has a part with this name, which has no bytes of its own.
    #[cfg(feature = "minecraft")]
    pub(crate) fn holds(self, name: &str) {
        if T::ENABLED {
            self.trace.event(Event::Holds(name));
        }
    }

    /// Opens a part, to which rows belong until it is closed.
    pub fn open(self, part: Part<'_>) {
        if T::ENABLED {
            self.trace.event(Event::Open(part));
        }
    }

    /// Closes the part that was opened last.
    pub fn close(self) {
        if T::ENABLED {
            self.trace.event(Event::Close);
        }
    }

    /// Fails to write a value. The [`Settings`] keep the reason, because cookie-factory's errors have none.
    ///
    /// # Errors
    /// Always returns an error.
    pub fn refuse<O>(self, kind: EncodeErrorKind) -> Result<O, GenError> {
        self.refused(kind);
        Err(GenError::CustomError(0))
    }
    #[cold]
    fn refused(self, kind: EncodeErrorKind) {
        self.settings.refusal.set(Some(Box::new((kind, Vec::new()))));
    }

    /// Adds a step to the path of the value that cannot be written.
    #[cold]
    pub(crate) fn refused_in(self, step: Option<Segment>, error: GenError) -> GenError {
        if let GenError::CustomError(_) = error
            && let Some(mut refusal) = self.settings.refusal.take()
        {
            refusal.1.extend(step);
            self.settings.refusal.set(Some(refusal));
        }
        error
    }
}
