//! The context of parsers and serializers: the rules, the nesting depth, the number of reserved bytes, and the trace.
//!
//! Part of the [grammar layer](crate#the-grammar-layer), which may change in minor releases.

use std::cell::Cell;

use cookie_factory::GenError;
use nom::Err;

use crate::error::{DecodeErrorKind, EncodeError, EncodeErrorKind, Fault, PResult, Path, Segment};
use crate::limits::{Limits, Stack};
use crate::trace::{Event, Internal, Meaning, Part, PathStep, Shown, Silent, Trace};

/// The context of a parser or serializer. It is small and `Copy`, and is passed by value.
///
/// `R` are the rules of the format: a Godot dialect or a Minecraft version. The rules and the limits are in the
/// [`Settings`] that the context refers to.
///
/// # Reserved bytes
///
/// The reserve protects against counts that exceed the input. Every value takes a minimum number of bytes. The reserve
/// is the sum of these minimums for all elements that the counts of open containers include and that are not read yet.
///
/// When a count of `n` elements is read, [`reserve`](Self::reserve) adds `n` minimums. If the sum exceeds the rest
/// of the input, the input cannot be complete, and the count is reported as the error. Before each element is read,
/// [`release`](Self::release) subtracts its minimum. It is therefore safe to allocate memory for the whole count, and
/// the memory of any decode is at most a multiple of the input.
///
/// The following diagram shows the reserve for `[[1], [2]]` in Godot, where a value takes at least 4 bytes. One
/// character stands for 4 bytes of the rest of the input: `#` is reserved, `.` is free.
///
/// ```text
/// at    step                     left         reserved for
/// 0x04  Array, its header read   .........
/// 0x08  its count 2: reserve     ##......     [0], [1]
/// 0x08  [0] begins: release      #.......     [1]
/// 0x10  its count 1: reserve     ##....       [1], [0][0]
/// 0x10  [0][0] begins: release   #.....       [1]
/// 0x18  [1] begins: release      ....
/// 0x20  its count 1: reserve     #.           [1][0]
/// 0x20  [1][0] begins: release   ..
/// 0x28  end
/// ```
///
/// At 0x0c six characters are left, and one of them is reserved for `[1]`. The count of `[0]` can therefore be at most
/// 5. A count of 6 would need 7 characters, so it is rejected before memory is allocated for it.
///
/// ```
/// use gamewire::godot::Dialect;
///
/// let mut bytes = Dialect::GODOT_3.encode(&gamewire::godot::variant!([[1], [2]]))?;
/// bytes[0x0c] = 6;
/// let error = Dialect::GODOT_3.parse(&bytes).unwrap_err();
/// assert_eq!((error.offset(), error.path().to_string().as_str()), (0x0c, "$[0]"));
/// bytes[0x0c] = 5; // Possible so far: the error is at a later value.
/// assert!(Dialect::GODOT_3.parse(&bytes).unwrap_err().offset() > 0x0c);
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug)]
pub struct Cx<'c, R, T: Trace = Silent> {
    settings: &'c Settings<'c, R>,
    /// The trace that receives the events.
    pub trace: T,
    /// The reserved bytes in the upper bits, and the depth in the lowest [`DEPTH_BITS`]. Together in one word, they let
    /// the compiler pass the context in two registers.
    level: u64,
}

/// The number of bits of a level that hold the depth.
const DEPTH_BITS: u32 = 24;

/// The greatest depth that fits in [`DEPTH_BITS`].
const MAX_DEPTH: u32 = (1 << DEPTH_BITS) - 1;
const MAX_RESERVED: u64 = u64::MAX >> DEPTH_BITS;

/// The rules and the limits of reading or writing one value, which a [`Cx`] refers to.
///
/// The settings also record the address of the stack at the outermost value, and the reason and the place of an error
/// of a serializer.
pub struct Settings<'r, R> {
    rules: &'r R,
    limits: Limits,
    is_checked: bool,
    stack: Stack,
    /// Whether the value is read again after a failure.
    is_again: bool,
    refusal: Cell<Option<Box<Refusal>>>,
}

impl<R> std::fmt::Debug for Settings<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// The reason why a value cannot be written, and the path to it, innermost step first.
struct Refusal {
    kind: EncodeErrorKind,
    steps: Vec<Segment>,
}

impl<'r, R> Settings<'r, R> {
    /// Creates the settings of one or more values.
    #[inline]
    pub fn new(rules: &'r R, limits: Limits) -> Self {
        let depth = limits.depth.min(MAX_DEPTH);
        let limits = Limits { depth, ..limits };
        let (stack, refusal) = (Stack::default(), Cell::new(None));
        Self { rules, limits, is_checked: false, stack, is_again: false, refusal }
    }

    /// Creates the settings of values whose bytes were checked before, without limits.
    pub(crate) fn of_checked(rules: &'r R) -> Self {
        Self { is_checked: true, is_again: true, ..Self::new(rules, Limits::CHECKED) }
    }

    /// Returns the context of the outermost value, without a trace.
    #[inline]
    pub fn cx(&self) -> Cx<'_, R> {
        Cx::new(self)
    }

    /// Returns these settings with the limits of views.
    fn for_views(&self) -> Self {
        let (rules, limits, stack) = (self.rules, self.limits.for_views(), self.stack.clone());
        Self { rules, limits, stack, refusal: Cell::new(None), ..*self }
    }

    /// Returns the settings for reading again after a failure, so that reading fails in the same place. If the stack
    /// was used up, the limit of depth replaces the limit of the stack, because another way of reading takes a
    /// different amount of stack.
    pub(crate) fn again(mut self, failed: DecodeErrorKind) -> Self {
        if let DecodeErrorKind::StackLimit { depth, .. } = failed {
            self.limits.depth = depth;
            self.limits.stack = self.limits.stack.saturating_add(self.limits.stack / 6);
            self.is_again = true;
        }
        self
    }

    /// Returns the reason and the place of the error, after a serializer failed.
    pub(crate) fn refusal(&self) -> EncodeError {
        let Refusal { kind, steps } = self.refusal.take().map_or_else(Refusal::default, |refusal| *refusal);
        EncodeError::new(steps.into_iter().rev().collect::<Path>(), kind)
    }
}

impl Default for Refusal {
    /// The error of a serializer that gave no reason.
    fn default() -> Self {
        Self { kind: EncodeErrorKind::Write, steps: Vec::new() }
    }
}

impl<R, T: Trace> Clone for Cx<'_, R, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}
impl<R, T: Trace> Copy for Cx<'_, R, T> {}

impl<'c, R> Cx<'c, R> {
    /// Creates the context of the outermost value, without a trace.
    #[inline]
    pub fn new(settings: &'c Settings<'c, R>) -> Self {
        Self::traced(settings, Silent)
    }
}

impl<'c, R, T: Trace> Cx<'c, R, T> {
    /// Creates the context of the outermost value, with a trace.
    #[inline]
    pub fn traced(settings: &'c Settings<'c, R>, trace: T) -> Self {
        Self { settings, trace, level: 0 }
    }

    /// Returns the rules.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rules(&self) -> &'c R {
        self.settings.rules
    }

    /// Returns whether the bytes were checked before.
    pub(crate) fn is_checked(&self) -> bool {
        self.settings.is_checked
    }

    /// Returns the context of an outermost value without a trace. It is used for a field that is reported as a whole.
    pub(crate) fn untraced(self) -> Cx<'c, R> {
        Cx::new(self.settings)
    }

    /// Reads with the limits of views.
    pub(crate) fn for_view<O>(self, read: impl FnOnce(Cx<'_, R, T>) -> O) -> O {
        let Self { settings, trace, level } = self;
        read(Cx { settings: &settings.for_views(), trace, level })
    }

    /// Returns the context of a slice of known length, in which no bytes are reserved.
    pub(crate) fn in_slice(self) -> Self {
        Self { level: self.depth().into(), ..self }
    }

    /// Returns the number of containers around the value. The outermost value is at level 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::cast_possible_truncation)] // The bits above are masked.
    pub fn depth(&self) -> u32 {
        self.level as u32 & MAX_DEPTH
    }

    /// Returns the number of reserved bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserved(&self) -> usize {
        (self.level >> DEPTH_BITS) as usize
    }

    /// Returns the context of the contents of a value, one level deeper.
    ///
    /// # Errors
    /// Returns an error at the first byte of `at` if the level is over the limit, or if it needs more stack than the
    /// limit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn deeper(self, at: &[u8]) -> Result<Self, Err<Fault>> {
        match self.next_level() {
            Some(level) => Ok(Self { level, ..self }),
            None => Fault::at(
                at,
                match self.is_too_deep() {
                    true => DecodeErrorKind::TooDeep { limit: self.settings.limits.depth },
                    false => {
                        DecodeErrorKind::StackLimit { limit: self.settings.stack.size(), depth: self.depth() }
                    }
                },
            ),
        }
    }

    /// Returns the context for writing the contents of a value, one level deeper.
    ///
    /// # Errors
    /// Returns an error if the level is over the limit, or if it needs more stack than the limit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn deeper_out(self) -> Result<Self, GenError> {
        match self.next_level() {
            Some(level) => Ok(Self { level, ..self }),
            None => self.refuse(match self.is_too_deep() {
                true => EncodeErrorKind::TooDeep { limit: self.settings.limits.depth },
                false => EncodeErrorKind::StackLimit { limit: self.settings.stack.size() },
            }),
        }
    }

    /// Returns the level below this one, if the limits allow it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next_level(&self) -> Option<u64> {
        if self.depth() == 0 {
            self.settings.stack.begin(self.settings.limits.stack, self.settings.is_again);
        }
        (!self.is_too_deep() && !self.settings.stack.is_used_up()).then(|| self.level + 1)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_too_deep(&self) -> bool {
        self.depth() >= self.settings.limits.depth
    }

    /// Accepts a count: reserves bytes for `count` elements of at least `unit` bytes each.
    ///
    /// `before` starts at the count, and `after` starts after it.
    ///
    /// # Errors
    /// Returns an error if fewer unreserved bytes are left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn reserve(self, before: &[u8], after: &[u8], count: u32, unit: usize) -> Result<Self, Err<Fault>> {
        match self.reserving(after, count, unit) {
            Ok(cx) => Ok(cx),
            Err(kind) => Fault::number(before, after, kind),
        }
    }

    /// Reserves bytes like [`reserve`](Self::reserve), but returns errors without a location.
    /// [`accept`](crate::grammar::accept) adds the location.
    ///
    /// # Errors
    /// Returns the same errors as [`reserve`](Self::reserve).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn reserving(self, after: &[u8], count: u32, unit: usize) -> Result<Self, DecodeErrorKind> {
        let reserved = u64::from(count) * unit as u64 + (self.level >> DEPTH_BITS);
        if reserved > after.len() as u64 && !(T::ENABLED && self.accepts(reserved)) {
            return Err(DecodeErrorKind::CountPastEnd { count, missing: reserved - after.len() as u64 });
        }
        Ok(Self { level: reserved << DEPTH_BITS | u64::from(self.depth()), ..self })
    }

    /// Returns whether a count that exceeds the input is accepted. See [`Trace::lenient_counts`].
    #[cold]
    fn accepts(self, reserved: u64) -> bool {
        let fits = reserved <= MAX_RESERVED && usize::try_from(reserved).is_ok();
        fits && self.trace.lenient_counts(Internal)
    }

    /// Releases the `unit` reserved bytes of an element that is read next.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn release(&mut self, unit: usize) {
        *self = self.released(unit);
    }

    /// Returns the context that reserves `bytes` more.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn keeping(self, bytes: usize) -> Self {
        Self { level: self.level + ((bytes as u64) << DEPTH_BITS), ..self }
    }

    /// Returns the context in which `bytes` reserved bytes are released.
    #[must_use]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn released(self, bytes: usize) -> Self {
        Self { level: self.level - ((bytes as u64) << DEPTH_BITS), ..self }
    }

    /// Returns whether too few bytes are left to complete the open containers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn lacks(&self, left: &[u8]) -> bool {
        left.len() < self.reserved() && !(T::ENABLED && self.trace.lenient_counts(Internal))
    }

    /// Returns how many bytes are missing to read `n` unreserved bytes, or 0 if there are enough.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn missing(self, i: &[u8], n: usize) -> usize {
        let missing = n.saturating_sub(i.len().saturating_sub(self.reserved()));
        if T::ENABLED && missing > 0 { self.missing_of_all(i, n, missing) } else { missing }
    }

    /// Like [`missing`](Self::missing), but includes the reserved bytes if counts that exceed the input are accepted.
    #[cold]
    #[inline(never)]
    fn missing_of_all(self, i: &[u8], n: usize, unreserved: usize) -> usize {
        let lenient = self.reserved() > 0 && self.trace.lenient_counts(Internal);
        if lenient { n.saturating_sub(i.len()) } else { unreserved }
    }

    /// Returns the next `n` bytes.
    ///
    /// # Errors
    /// Returns an error if fewer unreserved bytes are left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn take<'a>(self, i: &'a [u8], n: usize) -> PResult<'a, &'a [u8]> {
        if self.missing(i, n) > 0 {
            return Fault::short(i, n.saturating_add(self.reserved()));
        }
        let (taken, rest) = i.split_at(n);
        Ok((rest, taken))
    }

    /// Reports the bytes between `before` and `after` as a field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn field(self, before: &[u8], after: &[u8], meaning: impl Into<Meaning>, shown: Shown<'_>) {
        if T::ENABLED {
            let (from, to, meaning) = (before.len(), after.len(), meaning.into());
            self.trace.event(Event::Field { from, to, meaning, shown });
        }
    }

    /// Runs `inner` as a part of the value, to which its events belong.
    ///
    /// # Errors
    /// Returns the error of `inner`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn part<O, E>(self, part: Part<'_>, inner: impl FnOnce(Self) -> Result<O, E>) -> Result<O, E> {
        self.enter(part);
        let result = inner(self);
        // After a failure the part stays open, to record where the failure happened.
        if result.is_ok() {
            self.leave();
        }
        result
    }

    /// Enters a part, to which events belong until [`leave`](Self::leave) is called.
    ///
    /// This is equivalent to [`part`](Self::part), but saves the stack of two functions at each level of nesting.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn enter(self, part: Part<'_>) {
        if T::ENABLED {
            self.trace.event(Event::Open(part));
        }
    }

    /// Leaves the part that was entered last.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn leave(self) {
        if T::ENABLED {
            self.trace.event(Event::Close);
        }
    }

    /// Fails with a reason. The [`Settings`] store it, because the errors of cookie-factory cannot contain one.
    ///
    /// # Errors
    /// Always returns an error.
    #[cold]
    #[inline(never)]
    pub fn refuse<O>(self, kind: EncodeErrorKind) -> Result<O, GenError> {
        self.settings.refusal.set(Some(Box::new(Refusal { kind, steps: Vec::new() })));
        Err(GenError::CustomError(0))
    }

    /// Adds a step to the path of the value that cannot be written. Each part around the value calls this on the way to
    /// the entry point.
    #[cold]
    #[inline(never)]
    pub(crate) fn refused_in(self, step: impl PathStep, error: GenError) -> GenError {
        if let (GenError::CustomError(_), Some(segment)) = (&error, step.segment()) {
            let mut refusal = self.settings.refusal.take().unwrap_or_default();
            refusal.steps.push(segment);
            self.settings.refusal.set(Some(refusal));
        }
        error
    }
}

/// Returns the next `N` bytes as an array. [`fixed`](crate::grammar::fixed) is the parser for it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn chunk<const N: usize>(i: &[u8]) -> PResult<'_, [u8; N]> {
    match i.split_first_chunk::<N>() {
        Some((bytes, rest)) => Ok((rest, *bytes)),
        None => Fault::short(i, N),
    }
}
