//! The context of parsers and serializers: the rules, the nesting depth, the number of reserved bytes, and the trace.
//!
//! Part of the [grammar layer](crate#the-grammar-layer), which may change in minor releases.

use std::marker::PhantomData;

use cookie_factory::GenError;
use nom::Err;

use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::limits::Limits;
use crate::make::{Borrow, Own};
use crate::trace::{Internal, Part, Shown, Silent, Trace};

/// The context of a parser or serializer: small, `Copy`, passed by value.
///
/// `R` are the rules of the format (a Godot dialect, a Minecraft version), `M` decides whether values borrow from the input
/// ([`Make`](crate::grammar::Make)).
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
    /// The rules.
    pub rules: &'c R,
    /// The observer.
    pub trace: T,
    level: Level,
    make: PhantomData<M>,
}

/// The part of a [`Cx`] that changes from level to level, in one word, so that a context is passed in two registers: from the
/// top, 36 bits of reserved bytes, 14 of the depth, and 14 of the limit on it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Level(u64);

const BITS: u32 = 14;
const NO_LIMIT: u32 = (1 << BITS) - 1;

impl Level {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(max_depth: u32) -> Self {
        Self(max_depth.min(NO_LIMIT).into())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserved(self) -> usize {
        (self.0 >> (2 * BITS)) as usize
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_reserved(self, reserved: usize) -> Self {
        Self(self.0 & ((1 << (2 * BITS)) - 1) | (reserved as u64) << (2 * BITS))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn depth(self) -> u32 {
        (self.0 >> BITS) as u32 & NO_LIMIT
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn max_depth(self) -> u32 {
        self.0 as u32 & NO_LIMIT
    }
    /// One level deeper, if the limit allows it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn deeper(self) -> Option<Self> {
        (self.depth() < self.max_depth()).then(|| Self(self.0 + (1 << BITS)))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn less(self, bytes: usize) -> Self {
        Self(self.0 - ((bytes as u64) << (2 * BITS)))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn more(self, bytes: usize) -> Self {
        Self(self.0 + ((bytes as u64) << (2 * BITS)))
    }
}

/// To be removed: a context is small.
macro_rules! by_value {
    ($cx:expr) => {
        $cx
    };
}

pub(crate) use by_value;

impl<R, T: Trace, M> Clone for Cx<'_, R, T, M> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}
impl<R, T: Trace, M> Copy for Cx<'_, R, T, M> {}

impl<'c, R> Cx<'c, R> {
    /// Creates the context of an outermost value, without a trace.
    pub fn new(rules: &'c R, limits: &Limits) -> Self {
        Self::traced(rules, limits, Silent)
    }
}

impl<'c, R, T: Trace> Cx<'c, R, T> {
    /// Creates the context of an outermost value.
    pub fn traced(rules: &'c R, limits: &Limits, trace: T) -> Self {
        Self { rules, trace, level: Level::new(limits.depth), make: PhantomData }
    }

    /// Returns the context for values that borrow nothing.
    #[must_use]
    pub fn owning(self) -> Cx<'c, R, T, Own> {
        self.making()
    }
}

impl<'c, R, T: Trace, M> Cx<'c, R, T, M> {
    /// Returns the context for values that borrow from the input, or for parts that keep nothing of it.
    #[must_use]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn borrowing(self) -> Cx<'c, R, T> {
        self.making()
    }

    /// Returns the context for values that are made in another way: see [`Make`](crate::grammar::Make).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn making<N>(self) -> Cx<'c, R, T, N> {
        let Self { rules, trace, level, .. } = self;
        Cx { rules, trace, level, make: PhantomData }
    }

    /// Returns the context of a slice of known length: none of its bytes are reserved.
    pub(crate) fn in_slice(self) -> Self {
        Self { level: self.level.with_reserved(0), ..self }
    }

    /// Returns the context with other rules.
    #[cfg(feature = "minecraft")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn with_rules(self, rules: &'c R) -> Self {
        Self { rules, ..self }
    }

    /// Returns the level of the value: the number of containers around it. The outermost level is 0.
    pub fn depth(&self) -> u32 {
        self.level.depth()
    }

    /// Returns the part that changes from level to level.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg(feature = "minecraft")]
    pub(crate) fn level(self) -> Level {
        self.level
    }

    /// Returns the context of an inner level.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg(feature = "minecraft")]
    pub(crate) fn at(&self, level: Level) -> Self {
        Self { level, ..*self }
    }

    /// Returns the context of the contents of the value, one level deeper.
    ///
    /// # Errors
    /// If that level is over the limit. The fault is at the first byte of `at`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn deeper(self, at: &[u8]) -> Result<Self, Err<Fault>> {
        match self.level.deeper() {
            Some(level) => Ok(Self { level, ..self }),
            None => Fault::at(at, DecodeErrorKind::TooDeep { limit: self.level.max_depth() }),
        }
    }

    /// Returns the level of [`deeper`](Self::deeper), for parsers that pass one context and the level.
    ///
    /// # Errors
    /// The errors of [`deeper`](Self::deeper).
    #[cfg(feature = "minecraft")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn deeper_level(self, at: &[u8]) -> Result<Level, Err<Fault>> {
        Ok(self.deeper(at)?.level)
    }

    /// Returns the context for writing the contents of the value, one level deeper.
    ///
    /// # Errors
    /// If that level is over the limit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn deeper_out(self) -> Result<Self, GenError> {
        match self.level.deeper() {
            Some(level) => Ok(Self { level, ..self }),
            None => self.refuse(EncodeErrorKind::TooDeep { limit: self.level.max_depth() }),
        }
    }

    /// Returns the depth of the contents of a container at `depth`: one more. Fails over the limit. A recursive serializer
    /// that passes one `&Cx` and this number copies nothing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn child_depth(&self, depth: u32) -> Result<u32, GenError> {
        if depth >= self.level.max_depth() {
            return self.refuse(EncodeErrorKind::TooDeep { limit: self.level.max_depth() });
        }
        Ok(depth + 1)
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
        let reserved = (count as usize).saturating_mul(unit).saturating_add(self.level.reserved());
        if reserved > after.len() && !(T::ENABLED && self.accepts(count, unit)) {
            // Counted without the end of memory: the same words on every machine.
            let reserved = u64::from(count).saturating_mul(unit as u64).saturating_add(self.level.reserved() as u64);
            let missing = reserved - after.len() as u64;
            return Err(DecodeErrorKind::CountPastEnd { count, missing });
        }
        Ok(Self { level: self.level.with_reserved(reserved), ..self })
    }

    /// Returns whether a count that exceeds the input is accepted: see [`Trace::lenient_counts`].
    #[cold]
    fn accepts(self, count: u32, unit: usize) -> bool {
        let reserved = (count as usize).checked_mul(unit).and_then(|bytes| bytes.checked_add(self.level.reserved()));
        reserved.is_some() && self.trace.lenient_counts(Internal)
    }

    /// Releases the `unit` reserved bytes of an element that is about to be read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn release(&mut self, unit: usize) {
        self.level = self.level.less(unit);
    }

    /// Returns the context that reserves `bytes` more, for what follows.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn keeping(self, bytes: usize) -> Self {
        Self { level: self.level.more(bytes), ..self }
    }

    /// Returns the context after reserved bytes were read.
    #[must_use]
    pub fn released(self, bytes: usize) -> Self {
        Self { level: self.level.less(bytes), ..self }
    }

    /// Returns whether too few bytes are left to complete the open containers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn lacks(&self, left: &[u8]) -> bool {
        left.len() < self.level.reserved() && !(T::ENABLED && self.trace.lenient_counts(Internal))
    }

    /// Returns the number of bytes that are missing for `n` unreserved bytes; 0 if there are enough.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn missing(self, i: &[u8], n: usize) -> usize {
        let missing = n.saturating_sub(i.len().saturating_sub(self.level.reserved()));
        if T::ENABLED && missing > 0 { self.missing_of_all(i, n, missing) } else { missing }
    }

    /// [`missing`](Self::missing), of reserved bytes as well if counts that exceed the input are accepted.
    #[cold]
    #[inline(never)]
    fn missing_of_all(self, i: &[u8], n: usize, unreserved: usize) -> usize {
        let lenient = self.level.reserved() > 0 && self.trace.lenient_counts(Internal);
        if lenient { n.saturating_sub(i.len()) } else { unreserved }
    }

    /// Returns the next `n` bytes, if that many are unreserved.
    ///
    /// # Errors
    /// If fewer unreserved bytes are left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn take<'a>(self, i: &'a [u8], n: usize) -> PResult<'a, &'a [u8]> {
        if self.missing(i, n) > 0 {
            return Fault::short(i, n.saturating_add(self.level.reserved()));
        }
        let (taken, rest) = i.split_at(n);
        Ok((rest, taken))
    }

    /// Reports the bytes between `before` and `after` as the field `name`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn field(self, before: &[u8], after: &[u8], name: &'static str, shown: Shown<'_>) {
        if T::ENABLED {
            self.trace.field(before.len(), after.len(), name, shown);
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

    /// Fails to write: the trace gets the reason, cookie-factory a code.
    ///
    /// # Errors
    /// Always.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn refuse<O>(&self, kind: EncodeErrorKind) -> Result<O, GenError> {
        // Given a context, the call would keep it in memory, and with it each serializer that has a copy.
        refused(self.trace, kind)
    }
}

#[cold]
#[inline(never)]
fn refused<O, T: Trace>(trace: T, kind: EncodeErrorKind) -> Result<O, GenError> {
    trace.refused(kind);
    Err(GenError::CustomError(0))
}

/// Returns the next `N` bytes as an array; [`fixed`](crate::grammar::fixed) is its parser.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn chunk<const N: usize>(i: &[u8]) -> PResult<'_, [u8; N]> {
    match i.split_first_chunk::<N>() {
        Some((bytes, rest)) => Ok((rest, *bytes)),
        None => Fault::short(i, N),
    }
}
