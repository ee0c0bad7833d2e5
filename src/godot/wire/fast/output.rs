//! Outputs of the grammar: a borrowed value, an owned value, or nothing but the knowledge that the bytes are
//! valid. The grammar is the same.

use nom::{Check as NoOutput, Emit, OutputM, Streaming};

use super::super::{Cx, Rules};
use super::text::{check_short_text, large_text, short_text, skip_text};
use crate::error::PResult;
use crate::godot::model::{
    Array, Dictionary, ElementType, EntryTypes, Object, ObjectData, OwnedVariant, Text, Variant, merge,
};
use crate::grammar::{Grammar, overwrite};
use crate::trace::Trace;

/// The fields of a container beside its elements.
pub(crate) enum Declared<T> {
    Plain,
    /// Godot 2's shared bit.
    Shared,
    /// Godot 4's declared types.
    Typed(T),
}

impl<T> Declared<T> {
    pub(super) fn new(types: Option<T>, shared: bool) -> Self {
        match types {
            Some(types) => Self::Typed(types),
            None if shared => Self::Shared,
            None => Self::Plain,
        }
    }
}

/// Makes the result. A container sets up a slot for each element, and each element is written straight to its
/// place: nothing is handed up level by level.
///
/// NBT has a trait of its own: a count comes before Godot's elements, but only the end shows how many entries a compound
/// has, so entries wait in one list for all levels instead of in slots.
pub(crate) trait Output<'a> {
    /// A slot.
    type Value: Default;
    /// The name of an object's property.
    type Name: Default;

    /// Runs a parser for a value, and puts what it gives into its slot.
    fn take(parser: impl Grammar<'a, Variant<'a>>, i: &'a [u8], slot: &mut Self::Value) -> PResult<'a, ()>;
    /// Puts a value that borrows nothing into its slot, which is still empty. It is made only if wanted.
    fn fill(slot: &mut Self::Value, leaf: impl FnOnce() -> OwnedVariant);
    /// Puts a packed array into its slot, which is still empty. It is made only if wanted.
    fn array_of(slot: &mut Self::Value, array: impl FnOnce() -> Variant<'a>);
    /// Reads the string block of a short text into its slot; `None`: not the fast case, use the full parser.
    fn short_text<T: Trace>(cx: &Cx<'_, T>, i: &'a [u8], slot: &mut Self::Value) -> Option<&'a [u8]>;
    /// Reads the string block of a large text into its slot, if the output copies it; `None`: use the full parser.
    fn large_text<T: Trace>(_: &Cx<'_, T>, _: &'a [u8], _: &mut Self::Value) -> Option<&'a [u8]> {
        None
    }
    fn name(name: Text<'a>) -> Self::Name;
    fn array(slot: &mut Self::Value, items: Vec<Self::Value>, declared: Declared<ElementType<'a>>);
    fn dictionary(
        rules: &Rules,
        slot: &mut Self::Value,
        pairs: Vec<(Self::Value, Self::Value)>,
        declared: Declared<EntryTypes<'a>>,
    );
    fn object(slot: &mut Self::Value, class: Text<'a>, properties: Vec<(Self::Name, Self::Value)>);
}

/// Writes to a slot that is still `Nil`. Not looking whether it needs a drop is a fifth of the time of reading an int.
#[cfg_attr(not(debug_assertions), inline(always))]
fn place<'v>(slot: &mut Variant<'v>, value: Variant<'v>) {
    debug_assert!(matches!(slot, Variant::Nil), "a slot is filled once");
    overwrite(slot, value);
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn array<'v>(items: Vec<Variant<'v>>, declared: Declared<ElementType<'v>>) -> Variant<'v> {
    Variant::Array(match declared {
        Declared::Plain => Array::from(items),
        Declared::Shared => Array::from(items).with_shared(true),
        Declared::Typed(element) => Array::typed(element, items),
    })
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn dictionary<'v>(
    rules: &Rules,
    mut pairs: Vec<(Variant<'v>, Variant<'v>)>,
    declared: Declared<EntryTypes<'v>>,
) -> Variant<'v> {
    if !rules.keep_duplicates {
        merge(&mut pairs, rules.dialect.keys);
    }
    Variant::Dictionary(match declared {
        Declared::Plain => Dictionary::from(pairs),
        Declared::Shared => Dictionary::from(pairs).with_shared(true),
        Declared::Typed(types) => Dictionary::typed(types, pairs),
    })
}

/// Values that borrow text and packed arrays from the input.
pub(crate) struct Borrow;

impl<'a> Output<'a> for Borrow {
    type Value = Variant<'a>;
    type Name = Text<'a>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(
        mut parser: impl Grammar<'a, Variant<'a>>,
        i: &'a [u8],
        slot: &mut Variant<'a>,
    ) -> PResult<'a, ()> {
        let (rest, value) = parser.process::<OutputM<Emit, Emit, Streaming>>(i)?;
        place(slot, value);
        Ok((rest, ()))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill(slot: &mut Variant<'a>, leaf: impl FnOnce() -> OwnedVariant) {
        place(slot, leaf());
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn array_of(slot: &mut Variant<'a>, array: impl FnOnce() -> Variant<'a>) {
        place(slot, array());
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn short_text<T: Trace>(cx: &Cx<'_, T>, i: &'a [u8], slot: &mut Variant<'a>) -> Option<&'a [u8]> {
        let (i, text) = short_text(cx, i)?;
        place(slot, Variant::String(Text::borrowed(text)));
        Some(i)
    }
    fn name(name: Text<'a>) -> Text<'a> {
        name
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn array(slot: &mut Variant<'a>, items: Vec<Variant<'a>>, declared: Declared<ElementType<'a>>) {
        place(slot, array(items, declared));
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dictionary(
        rules: &Rules,
        slot: &mut Variant<'a>,
        pairs: Vec<(Variant<'a>, Variant<'a>)>,
        declared: Declared<EntryTypes<'a>>,
    ) {
        place(slot, dictionary(rules, pairs, declared));
    }
    fn object(slot: &mut Variant<'a>, class: Text<'a>, properties: Vec<(Text<'a>, Variant<'a>)>) {
        place(slot, Variant::Object(Object::Full(Box::new(ObjectData { class, properties }))));
    }
}

/// Values that own everything.
pub(crate) struct Own;

impl<'a> Output<'a> for Own {
    type Value = OwnedVariant;
    type Name = Text<'static>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(
        mut parser: impl Grammar<'a, Variant<'a>>,
        i: &'a [u8],
        slot: &mut OwnedVariant,
    ) -> PResult<'a, ()> {
        let (rest, value) = parser.process::<OutputM<Emit, Emit, Streaming>>(i)?;
        place(slot, value.into_owned());
        Ok((rest, ()))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill(slot: &mut OwnedVariant, leaf: impl FnOnce() -> OwnedVariant) {
        place(slot, leaf());
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn array_of(slot: &mut OwnedVariant, array: impl FnOnce() -> Variant<'a>) {
        place(slot, array().into_owned());
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn short_text<T: Trace>(cx: &Cx<'_, T>, i: &'a [u8], slot: &mut OwnedVariant) -> Option<&'a [u8]> {
        let (i, text) = short_text(cx, i)?;
        place(slot, Variant::String(Text::borrowed(text).into_owned()));
        Some(i)
    }
    fn large_text<T: Trace>(cx: &Cx<'_, T>, i: &'a [u8], slot: &mut OwnedVariant) -> Option<&'a [u8]> {
        let (i, text) = large_text(cx, i)?;
        place(slot, Variant::String(text));
        Some(i)
    }
    fn name(name: Text<'a>) -> Text<'static> {
        name.into_owned()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn array(slot: &mut OwnedVariant, items: Vec<OwnedVariant>, declared: Declared<ElementType<'a>>) {
        place(slot, array(items, declared.map(ElementType::into_owned)));
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dictionary(
        rules: &Rules,
        slot: &mut OwnedVariant,
        pairs: Vec<(OwnedVariant, OwnedVariant)>,
        declared: Declared<EntryTypes<'a>>,
    ) {
        place(slot, dictionary(rules, pairs, declared.map(EntryTypes::into_owned)));
    }
    fn object(slot: &mut OwnedVariant, class: Text<'a>, properties: Vec<(Text<'static>, OwnedVariant)>) {
        let class = class.into_owned();
        place(slot, Variant::Object(Object::Full(Box::new(ObjectData { class, properties }))));
    }
}

impl<T> Declared<T> {
    fn map<U>(self, into: impl FnOnce(T) -> U) -> Declared<U> {
        match self {
            Self::Plain => Declared::Plain,
            Self::Shared => Declared::Shared,
            Self::Typed(types) => Declared::Typed(into(types)),
        }
    }
}

/// Nothing is made; the compiler drops what would have been put into the slots, and the slots. Text is looked at
/// if `TEXT`.
pub(crate) struct Nothing<const TEXT: bool>;

/// Nothing but the knowledge that the bytes are right.
pub(crate) type Check = Nothing<true>;

/// Nothing but the end of a value that was checked before.
pub(crate) type Skip = Nothing<false>;

impl<'a, const TEXT: bool> Output<'a> for Nothing<TEXT> {
    type Value = ();
    type Name = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(mut parser: impl Grammar<'a, Variant<'a>>, i: &'a [u8], (): &mut ()) -> PResult<'a, ()> {
        parser.process::<OutputM<NoOutput, Emit, Streaming>>(i)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill((): &mut (), _: impl FnOnce() -> OwnedVariant) {}
    fn array_of((): &mut (), _: impl FnOnce() -> Variant<'a>) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn short_text<T: Trace>(cx: &Cx<'_, T>, i: &'a [u8], (): &mut ()) -> Option<&'a [u8]> {
        if TEXT { check_short_text(cx, i) } else { skip_text(cx, i) }
    }
    fn name(_: Text<'a>) {}
    fn array((): &mut (), _: Vec<()>, _: Declared<ElementType<'a>>) {}
    fn dictionary(_: &Rules, (): &mut (), _: Vec<((), ())>, _: Declared<EntryTypes<'a>>) {}
    fn object((): &mut (), _: Text<'a>, _: Vec<((), ())>) {}
}
