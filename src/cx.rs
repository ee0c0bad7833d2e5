//! The context of parsers and serializers: the rules, the nesting depth, the number of reserved bytes, and the trace.
//!
//! Part of the [grammar layer](crate#the-grammar-layer), which may change in minor releases.

use std::cell::Cell;
use std::marker::PhantomData;

use cookie_factory::GenError;
use nom::Err;

use crate::error::{DecodeErrorKind, EncodeError, EncodeErrorKind, Fault, PResult, Path, Segment};
use crate::limits::Limits;
use crate::make::{Borrow, Own};
use crate::trace::{Internal, Meaning, Part, PathStep, Shown, Silent, Trace};

/// The context of a parser or serializer: small, `Copy`, passed by value.
///
/// `R` are the rules of the format (a Godot dialect, a Minecraft version), `M` decides whether values borrow from the input
/// ([`Make`](crate::grammar::Make)). Rules and limits are behind [`Settings`].
///
/// # Reserved bytes
///
/// Every value takes a minimum of bytes. The reserve is the sum of those minimums over everything that the open
/// containers have announced and not yet received. When a container announces `n` elements, [`reserve`](Self::reserve)
/// adds `n` minimums; if the sum then passes what is left of the input, the input cannot be complete, and reading
/// stops at the number that lied. Before each element, [`release`](Self::release) takes its minimum out again. The
/// test is exact, it makes allocating for the whole count safe, and it bounds the memory of any decode by a
/// multiple of the input.
///
/// Step by step, for `[[1], [2]]` in Godot, where a value takes at least 4 bytes. One character is 4 bytes of what is left
/// of the input: `#` is reserved, `.` is free.
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
/// At 0x0c six characters are left, and one is reserved for `[1]`. So the count of `[0]` can be 5 at most. A count of 6 would
/// need 7 characters: it is refused before anything is allocated for it.
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
pub struct Cx<'c, R, T: Trace = Silent, M = Borrow> {
    settings: &'c Settings<'c, R>,
    /// The observer.
    pub trace: T,
    /// The reserved bytes above, the depth in the lowest [`DEPTH_BITS`]: a context of two words is passed in registers.
    level: u64,
    make: PhantomData<M>,
}

/// The bits of a level that hold the depth.
const DEPTH_BITS: u32 = 24;

/// The greatest depth, and the most reserved bytes: a level has no room for more.
const MAX_DEPTH: u32 = (1 << DEPTH_BITS) - 1;
const MAX_RESERVED: u64 = u64::MAX >> DEPTH_BITS;

/// What does not change while one value is read or written: the rules and the limits. [`Cx`] refers to it.
///
/// It also notes where the stack was at the outermost value, and why and where a value was refused.
pub struct Settings<'r, R> {
    rules: &'r R,
    limits: Limits,
    stack_start: Cell<usize>,
    refusal: Cell<Option<Box<Refusal>>>,
}

impl<R> std::fmt::Debug for Settings<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// The reason why a value cannot be written, and the steps to it, innermost first.
struct Refusal {
    kind: EncodeErrorKind,
    steps: Vec<Segment>,
}

impl<'r, R> Settings<'r, R> {
    /// Creates the settings of one or more values.
    #[inline]
    pub fn new(rules: &'r R, limits: Limits) -> Self {
        let depth = limits.depth.min(MAX_DEPTH);
        let stack = limits.stack.min(isize::MAX.cast_unsigned());
        let limits = Limits { depth, stack, ..limits };
        Self { rules, limits, stack_start: Cell::new(0), refusal: Cell::new(None) }
    }

    /// Returns the context of an outermost value, without a trace.
    #[inline]
    pub fn cx(&self) -> Cx<'_, R> {
        Cx::new(self)
    }

    /// These settings with the limits of views.
    #[cfg(feature = "minecraft")]
    fn for_views(&self) -> Self {
        let Self { rules, limits, stack_start, .. } = self;
        Self { rules, limits: limits.for_views(), stack_start: stack_start.clone(), refusal: Cell::new(None) }
    }

    /// The settings under which a reading that failed fails again in the same place. Where it failed for its stack, another way to read
    /// takes another amount of it: the level is the same.
    pub(crate) fn again(mut self, failed: DecodeErrorKind) -> Self {
        if let DecodeErrorKind::StackLimit { depth, .. } = failed {
            self.limits.depth = depth;
            self.limits.stack += self.limits.stack / 6;
        }
        self
    }

    /// The reason and the place of the refused value, after a serializer failed.
    pub(crate) fn refusal(&self) -> EncodeError {
        let Refusal { kind, steps } = self.refusal.take().map_or_else(Refusal::default, |refusal| *refusal);
        EncodeError::new(steps.into_iter().rev().collect::<Path>(), kind)
    }

    /// Returns whether the recursion has used up its stack: the distance from where the outermost container began. Where a stack
    /// grows in the other direction, it never is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_stack_used_up(&self) -> bool {
        let used = self.stack_start.get().wrapping_sub(here());
        used.cast_signed() > self.limits.stack.cast_signed()
    }
}

impl Default for Refusal {
    /// The failure of a serializer that gave no reason.
    fn default() -> Self {
        Self { kind: EncodeErrorKind::Write, steps: Vec::new() }
    }
}

/// The address of a local variable: where the stack is.
#[cfg_attr(not(debug_assertions), inline(always))]
fn here() -> usize {
    let local = 0_u8;
    std::ptr::from_ref(&local).addr()
}

impl<R, T: Trace, M> Clone for Cx<'_, R, T, M> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}
impl<R, T: Trace, M> Copy for Cx<'_, R, T, M> {}

impl<'c, R> Cx<'c, R> {
    /// Creates the context of an outermost value, without a trace.
    #[inline]
    pub fn new(settings: &'c Settings<'c, R>) -> Self {
        Self::traced(settings, Silent)
    }
}

impl<'c, R, T: Trace> Cx<'c, R, T> {
    /// Creates the context of an outermost value.
    #[inline]
    pub fn traced(settings: &'c Settings<'c, R>, trace: T) -> Self {
        Self { settings, trace, level: 0, make: PhantomData }
    }

    /// Returns the context for values that borrow nothing.
    #[must_use]
    pub fn owning(self) -> Cx<'c, R, T, Own> {
        self.making()
    }
}

impl<'c, R, T: Trace, M> Cx<'c, R, T, M> {
    /// Returns the rules.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rules(&self) -> &'c R {
        self.settings.rules
    }

    /// Returns the context for values that borrow from the input, or for parts that keep nothing of it.
    #[must_use]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn borrowing(self) -> Cx<'c, R, T> {
        self.making()
    }

    /// Returns the context for values that are made in another way: see [`Make`](crate::grammar::Make).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn making<N>(self) -> Cx<'c, R, T, N> {
        let Self { settings, trace, level, .. } = self;
        Cx { settings, trace, level, make: PhantomData }
    }

    /// Returns the context of an outermost value without a trace, for a field that is reported in words of its own.
    #[cfg(feature = "minecraft")]
    pub(crate) fn untraced(self) -> Cx<'c, R> {
        Cx::new(self.settings)
    }

    /// Reads with the limits of views.
    #[cfg(feature = "minecraft")]
    pub(crate) fn for_view<O>(self, read: impl FnOnce(Cx<'_, R, T, M>) -> O) -> O {
        let Self { settings, trace, level, make } = self;
        read(Cx { settings: &settings.for_views(), trace, level, make })
    }

    /// Returns the context of a slice of known length: none of its bytes are reserved.
    pub(crate) fn in_slice(self) -> Self {
        Self { level: self.depth().into(), ..self }
    }

    /// Returns the level of the value: the number of containers around it. The outermost level is 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::cast_possible_truncation)] // The bits above are masked.
    pub fn depth(&self) -> u32 {
        self.level as u32 & MAX_DEPTH
    }

    /// The number of reserved bytes. It fits, because every count is compared with the length of the input.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserved(&self) -> usize {
        (self.level >> DEPTH_BITS) as usize
    }

    /// Returns the context of the contents of the value, one level deeper.
    ///
    /// # Errors
    /// If that level is over the limit, or needs more stack than the limit. The fault is at the first byte of `at`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn deeper(self, at: &[u8]) -> Result<Self, Err<Fault>> {
        match self.next_level() {
            Some(level) => Ok(Self { level, ..self }),
            None => Fault::at(
                at,
                match self.is_too_deep() {
                    true => DecodeErrorKind::TooDeep { limit: self.settings.limits.depth },
                    false => {
                        DecodeErrorKind::StackLimit { limit: self.settings.limits.stack, depth: self.depth() }
                    }
                },
            ),
        }
    }

    /// Returns the context for writing the contents of the value, one level deeper.
    ///
    /// # Errors
    /// If that level is over the limit, or needs more stack than the limit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn deeper_out(self) -> Result<Self, GenError> {
        match self.next_level() {
            Some(level) => Ok(Self { level, ..self }),
            None => self.refuse(match self.is_too_deep() {
                true => EncodeErrorKind::TooDeep { limit: self.settings.limits.depth },
                false => EncodeErrorKind::StackLimit { limit: self.settings.limits.stack },
            }),
        }
    }

    /// One level deeper, if the limits allow it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next_level(&self) -> Option<u64> {
        if self.depth() == 0 {
            self.settings.stack_start.set(here());
        }
        (!self.is_too_deep() && !self.settings.is_stack_used_up()).then(|| self.level + 1)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_too_deep(&self) -> bool {
        self.depth() >= self.settings.limits.depth
    }

    /// Accepts a count: reserves bytes for `count` elements of at least `unit` bytes each.
    ///
    /// `before` starts at the count, `after` after it.
    ///
    /// # Errors
    /// If fewer unreserved bytes are left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn reserve(self, before: &[u8], after: &[u8], count: u32, unit: usize) -> Result<Self, Err<Fault>> {
        match self.reserving(after, count, unit) {
            Ok(cx) => Ok(cx),
            Err(kind) => Fault::number(before, after, kind),
        }
    }

    /// Reserves bytes as [`reserve`](Self::reserve) does, for [`accept`](crate::grammar::accept), which adds the place of an error.
    ///
    /// # Errors
    /// The errors of [`reserve`](Self::reserve).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn reserving(self, after: &[u8], count: u32, unit: usize) -> Result<Self, DecodeErrorKind> {
        let reserved = u64::from(count) * unit as u64 + (self.level >> DEPTH_BITS);
        if reserved > after.len() as u64 && !(T::ENABLED && self.accepts(reserved)) {
            return Err(DecodeErrorKind::CountPastEnd { count, missing: reserved - after.len() as u64 });
        }
        Ok(Self { level: reserved << DEPTH_BITS | u64::from(self.depth()), ..self })
    }

    /// Returns whether a count that exceeds the input is accepted: see [`Trace::lenient_counts`].
    #[cold]
    fn accepts(self, reserved: u64) -> bool {
        let fits = reserved <= MAX_RESERVED && usize::try_from(reserved).is_ok();
        fits && self.trace.lenient_counts(Internal)
    }

    /// Releases the `unit` reserved bytes of an element that is about to be read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn release(&mut self, unit: usize) {
        *self = self.released(unit);
    }

    /// Returns the context that reserves `bytes` more, for what follows.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn keeping(self, bytes: usize) -> Self {
        Self { level: self.level + ((bytes as u64) << DEPTH_BITS), ..self }
    }

    /// Returns the context after reserved bytes were read.
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

    /// Returns the number of bytes that are missing for `n` unreserved bytes; 0 if there are enough.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn missing(self, i: &[u8], n: usize) -> usize {
        let missing = n.saturating_sub(i.len().saturating_sub(self.reserved()));
        if T::ENABLED && missing > 0 { self.missing_of_all(i, n, missing) } else { missing }
    }

    /// [`missing`](Self::missing), of reserved bytes as well if counts that exceed the input are accepted.
    #[cold]
    #[inline(never)]
    fn missing_of_all(self, i: &[u8], n: usize, unreserved: usize) -> usize {
        let lenient = self.reserved() > 0 && self.trace.lenient_counts(Internal);
        if lenient { n.saturating_sub(i.len()) } else { unreserved }
    }

    /// Returns the next `n` bytes, if that many are unreserved.
    ///
    /// # Errors
    /// If fewer unreserved bytes are left.
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
            self.trace.field(before.len(), after.len(), meaning.into(), shown);
        }
    }

    /// Runs `inner` as a part of the value: its events belong to that part.
    ///
    /// # Errors
    /// Those of `inner`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn part<O, E>(self, part: Part<'_>, inner: impl FnOnce(Self) -> Result<O, E>) -> Result<O, E> {
        self.enter(part);
        let result = inner(self);
        // After a failure the part stays open: that is where it happened.
        if result.is_ok() {
            self.leave();
        }
        result
    }

    /// Enters a part: events until [`leave`](Self::leave) belong to it. Equals [`part`](Self::part) for deep nesting, without
    /// two more functions on the stack per level.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn enter(self, part: Part<'_>) {
        if T::ENABLED {
            self.trace.open(part);
        }
    }

    /// Leaves the part that was entered last.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn leave(self) {
        if T::ENABLED {
            self.trace.close();
        }
    }

    /// Fails to write, for this reason: cookie-factory's errors have no room for one, so the [`Settings`] keep it.
    ///
    /// # Errors
    /// Always.
    #[cold]
    #[inline(never)]
    pub fn refuse<O>(self, kind: EncodeErrorKind) -> Result<O, GenError> {
        self.settings.refusal.set(Some(Box::new(Refusal { kind, steps: Vec::new() })));
        Err(GenError::CustomError(0))
    }

    /// Adds a step to the place of a refused value, on the way from the value to the entry point.
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

/// Returns the next `N` bytes as an array; [`fixed`](crate::grammar::fixed) is its parser.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn chunk<const N: usize>(i: &[u8]) -> PResult<'_, [u8; N]> {
    match i.split_first_chunk::<N>() {
        Some((bytes, rest)) => Ok((rest, *bytes)),
        None => Fault::short(i, N),
    }
}
