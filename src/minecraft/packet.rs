//! The macro `packet!`, which defines a structure or enumeration together with its layout.

/// Defines a structure or an enumeration together with its layout: a packet, or a part of one.
///
/// The type implements [`Wire`](crate::minecraft::Wire), so [`Protocol`](crate::minecraft::Protocol) can parse, check,
/// explain, verify and encode it. The layout of a structure is its fields, in order.
///
/// The type of a field is any `Wire`:
///
/// | type | layout |
/// |------|--------|
/// | `bool`, `i8` to `i64`, `u8`, `u16`, `f32`, `f64`, [`VarInt`](crate::minecraft::VarInt), [`VarLong`](crate::minecraft::VarLong) | the number |
/// | `Cow<'a, str>`, [`Chat`](crate::minecraft::Chat), [`Identifier`](crate::minecraft::Identifier) | VarInt length, text |
/// | [`Slot`](crate::minecraft::Slot), [`Position`](crate::minecraft::Position), [`Uuid`](crate::minecraft::Uuid), .. | the type of that name |
/// | [`Nbt`](crate::minecraft::Nbt), [`OptNbt`](crate::minecraft::nbt::OptNbt) | a root; a root or the byte 0 |
/// | `Vec<X>` | VarInt count, elements |
/// | [`Counted<i16, X>`](crate::minecraft::Counted) | Short count, elements. Any integer type can be the count |
/// | `Option<X>` | Boolean, X if true |
/// | `[X; N]`, `(X, Y)`, a structure of this macro | the parts in order |
/// | `Option<X> where condition` | X if the condition is true |
/// | an enumeration of this macro | its number or text, then the variant that it selects |
/// | such an enumeration, `where field` | the variant that the field selects |
///
/// The structure has no lifetime, or one lifetime, which is that of the bytes. Errors and explanations use the names of
/// the structure and of its fields. For layouts of other forms, implement [`Wire`](crate::minecraft::Wire) with your
/// own grammar.
///
/// ```
/// use gamewire::minecraft::{Protocol, Slot, packet};
///
/// packet! {
///     /// Puts an item into a slot of a window.
///     #[derive(Debug, PartialEq)]
///     pub struct SetSlot { pub window: i8, pub slot: i16, pub item: Slot }
/// }
///
/// let bytes = [0xff, 0x00, 0x24, 0x01, 0x05, 0x40, 0x00];
/// let packet: SetSlot = Protocol::V1_14.parse(&bytes)?;
/// assert_eq!((packet.window, packet.slot), (-1, 36));
/// assert_eq!(packet.item.item().unwrap().count, 64);
/// assert_eq!(Protocol::V1_14.encode(&packet)?, bytes);
///
/// let error = Protocol::V1_14.parse::<SetSlot>(&bytes[..2]).unwrap_err();
/// assert_eq!(error.to_string(), "at byte 0x0001, reading SetSlot at $.slot: at least 2 bytes are needed, 1 remains");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Fields that depend on others
///
/// The expression after `where` can use all fields before it. Each name is a reference to the value of the field. A
/// value that contradicts the expression cannot be encoded. If a structure has such fields, checking it builds their
/// values too.
///
/// ```
/// use gamewire::minecraft::{Protocol, VarInt, packet};
///
/// packet! {
///     #[derive(Debug, PartialEq)]
///     struct Node {
///         flags: u8,
///         children: Vec<VarInt>,
///         redirect: Option<VarInt> where flags & 8 != 0,
///     }
/// }
///
/// let node: Node = Protocol::V1_14.parse(&[8, 0, 1])?;
/// assert_eq!(node.redirect, Some(VarInt(1)));
/// assert_eq!(Protocol::V1_14.parse::<Node>(&[0, 0])?.redirect, None);
/// assert!(Protocol::V1_14.encode(&Node { flags: 0, ..node }).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Enumerations
///
/// The type after the colon is the type of the number or text ([`Discriminant`](crate::minecraft::Discriminant)): an
/// integer, `bool` or text. `for<'a> Identifier` is such a type with a lifetime that the enumeration itself does not
/// have. A variant has no contents, or one type in parentheses. After `where`, the variant `= _` is selected by every
/// label that no other variant has.
///
/// ```
/// use gamewire::minecraft::{Protocol, VarInt, packet};
///
/// packet! {
///     #[derive(Debug, PartialEq)]
///     enum Action: VarInt { // as a field, or by itself: a VarInt, then the contents
///         Attack = 1,
///         Use(bool) = 0,
///     }
/// }
///
/// packet! {
///     #[derive(Debug, PartialEq)]
///     struct Interact { action: VarInt, target: i16, of: Action where action }
/// }
///
/// assert_eq!(Protocol::V1_14.parse::<Action>(&[0, 1])?, Action::Use(true));
/// let interact: Interact = Protocol::V1_14.parse(&[1, 0, 7])?;
/// assert_eq!(interact, Interact { action: VarInt(1), target: 7, of: Action::Attack });
/// let error = Protocol::V1_14.parse::<Action>(&[2]).unwrap_err();
/// assert_eq!(error.to_string(), "at byte 0x0000, reading Action at $: 2 is not a value of this enumeration");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! packet {
    ($(#[$attribute:meta])* $vis:vis struct $name:ident<$lifetime:lifetime> { $($fields:tt)* }) => {
        $crate::packet! { @struct [$(#[$attribute])* $vis struct $name<$lifetime>] $lifetime $name [$name<$lifetime>] $($fields)* }
    };
    ($(#[$attribute:meta])* $vis:vis struct $name:ident { $($fields:tt)* }) => {
        $crate::packet! { @struct [$(#[$attribute])* $vis struct $name] 'wire $name [$name] $($fields)* }
    };
    ($(#[$attribute:meta])* $vis:vis enum $name:ident<$lifetime:lifetime>: $by:ty { $($variants:tt)* }) => {
        $crate::packet! { @enum [$(#[$attribute])* $vis enum $name<$lifetime>] $lifetime $name [$name<$lifetime>] [$by] $($variants)* }
    };
    ($(#[$attribute:meta])* $vis:vis enum $name:ident: for<$lifetime:lifetime> $by:ty { $($variants:tt)* }) => {
        $crate::packet! { @enum [$(#[$attribute])* $vis enum $name] $lifetime $name [$name] [$by] $($variants)* }
    };
    ($(#[$attribute:meta])* $vis:vis enum $name:ident: $by:ty { $($variants:tt)* }) => {
        $crate::packet! { @enum [$(#[$attribute])* $vis enum $name] 'wire $name [$name] [$by] $($variants)* }
    };
    (
        @struct [$($head:tt)*] $lifetime:lifetime $name:ident [$of:ty]
        $($(#[$attribute:meta])* $vis:vis $field:ident: $type:ty $(where $by:expr)?),* $(,)?
    ) => {
        $($head)* {
            $($(#[$attribute])* $vis $field: $type,)*
        }

        // The names are chosen so that no type of a field has them.
        const _: () = {
            struct __Fields<'c, __T: $crate::trace::Trace>($crate::minecraft::wire::Cx<'c, __T>);

            impl<$lifetime, __T: $crate::trace::Trace> $crate::grammar::nom::Parser<&$lifetime [u8]>
                for __Fields<'_, __T>
            {
                type Output = $of;
                type Error = $crate::error::Fault;

                #[inline]
                fn process<__Mode: $crate::grammar::nom::OutputMode>(
                    &mut self,
                    i: &$lifetime [u8],
                ) -> $crate::grammar::nom::PResult<__Mode, &$lifetime [u8], $of, $crate::error::Fault> {
                    $crate::packet!(
                        @read [$($($by)?)*] self i __Mode $lifetime $name
                        $([$field: $type $(where $by)?])*
                    )
                }
            }

            impl<$lifetime> $crate::minecraft::Wire<$lifetime> for $of {
                const NAME: &'static str = ::core::stringify!($name);
                const MIN_LEN: usize = 0 $(+ $crate::packet!(@min $lifetime $type $(where $by)?))*;

                fn parser<__T: $crate::trace::Trace>(
                    cx: $crate::minecraft::wire::Cx<'_, __T>,
                ) -> impl $crate::grammar::Grammar<$lifetime, Self> {
                    $crate::grammar::typed(cx, Self::NAME, __Fields(cx))
                }

                fn serializer<__T: $crate::trace::Trace, __W: ::std::io::Write>(
                    &self,
                    cx: $crate::minecraft::wire::Cx<'_, __T>,
                ) -> impl $crate::grammar::cookie_factory::SerializeFn<__W> {
                    let _ = cx;
                    move |out: $crate::grammar::cookie_factory::WriteContext<__W>| {
                        let $name { $($field),* } = self;
                        $(
                            let out = $crate::grammar::gen_part(
                                cx,
                                $crate::trace::Part::Field(::core::stringify!($field)),
                                $crate::packet!(@serializer $field cx $(where $by)?),
                            )(out)?;
                        )*
                        ::core::result::Result::Ok(out)
                    }
                }
            }
        };
    };
    (
        @enum [$($head:tt)*] $lifetime:lifetime $name:ident [$of:ty] [$by:ty]
        $($(#[$attribute:meta])* $variant:ident $(($type:ty))? = $label:tt),+ $(,)?
    ) => {
        $($head)* {
            $($(#[$attribute])* $variant $(($type))?,)+
        }

        const _: () = {
            #[derive(Clone, Copy)]
            enum __Variant { $($variant),+ }

            impl __Variant {
                const ALL: &'static [Self] = &[$(Self::$variant),+];

                /// `None` is the variant of all other labels.
                fn label(self) -> ::core::option::Option<$crate::minecraft::Label<'static>> {
                    match self {
                        $(Self::$variant => $crate::packet!(@label $label),)+
                    }
                }

                fn name(self) -> &'static str {
                    match self {
                        $(Self::$variant => ::core::stringify!($variant),)+
                    }
                }

                fn with(label: &$crate::minecraft::Label<'_>) -> ::core::option::Option<Self> {
                    let mut all = Self::ALL.iter().copied();
                    all.find(|variant| variant.label().as_ref() == ::core::option::Option::Some(label))
                }

                fn other() -> ::core::option::Option<Self> {
                    let mut all = Self::ALL.iter().copied();
                    all.find(|variant| variant.label().is_none())
                }

                fn of<$lifetime>(value: &$of) -> Self {
                    match value {
                        $($name::$variant { .. } => Self::$variant,)+
                    }
                }
            }

            struct __Contents<'c, __T: $crate::trace::Trace>(
                $crate::minecraft::wire::Cx<'c, __T>,
                ::core::result::Result<__Variant, $crate::error::DecodeErrorKind>,
            );

            impl<$lifetime, __T: $crate::trace::Trace> $crate::grammar::nom::Parser<&$lifetime [u8]>
                for __Contents<'_, __T>
            {
                type Output = $of;
                type Error = $crate::error::Fault;

                fn process<__Mode: $crate::grammar::nom::OutputMode>(
                    &mut self,
                    i: &$lifetime [u8],
                ) -> $crate::grammar::nom::PResult<__Mode, &$lifetime [u8], $of, $crate::error::Fault> {
                    match self.1 {
                        $(::core::result::Result::Ok(__Variant::$variant) => $crate::packet!(
                            @contents self i __Mode $lifetime $name::$variant $($type)?
                        ),)+
                        ::core::result::Result::Err(kind) => $crate::grammar::nom::Parser::process::<__Mode>(
                            &mut $crate::grammar::fail(kind), i,
                        ),
                    }
                }
            }

            /// Writes the contents after the discriminant.
            fn __gen_contents<$lifetime, __T: $crate::trace::Trace, __W: ::std::io::Write>(
                cx: $crate::minecraft::wire::Cx<'_, __T>,
                value: &$of,
                out: $crate::grammar::cookie_factory::WriteContext<__W>,
            ) -> $crate::grammar::cookie_factory::GenResult<__W> {
                let _ = cx;
                match value {
                    $($name::$variant $(($crate::packet!(@first contents $type)))? => {
                        $(let out = $crate::packet!(
                            @first ($crate::minecraft::Wire::serializer(contents, cx)) $type
                        )(out)?;)?
                        ::core::result::Result::Ok(out)
                    })+
                }
            }

            /// The enumeration after its own discriminant.
            impl<$lifetime> $crate::minecraft::Wire<$lifetime> for $of {
                const NAME: &'static str = ::core::stringify!($name);
                const MIN_LEN: usize = <$by as $crate::minecraft::Wire<$lifetime>>::MIN_LEN
                    + <Self as $crate::minecraft::Dependent<$lifetime>>::MIN_LEN;

                fn parser<__T: $crate::trace::Trace>(
                    cx: $crate::minecraft::wire::Cx<'_, __T>,
                ) -> impl $crate::grammar::Grammar<$lifetime, Self> {
                    let variant = <$by as $crate::minecraft::Discriminant<$lifetime>>::select(
                        cx,
                        |label| __Variant::with(label).map(|variant| (variant, variant.name())),
                    );
                    let contents = move |variant| __Contents(cx, ::core::result::Result::Ok(variant));
                    $crate::grammar::typed(cx, Self::NAME, $crate::grammar::then(variant, contents))
                }

                fn serializer<__T: $crate::trace::Trace, __W: ::std::io::Write>(
                    &self,
                    cx: $crate::minecraft::wire::Cx<'_, __T>,
                ) -> impl $crate::grammar::cookie_factory::SerializeFn<__W> {
                    let label = __Variant::of(self).label();
                    let label = <$by as $crate::minecraft::Discriminant<$lifetime>>::gen_label(cx, label);
                    move |out: $crate::grammar::cookie_factory::WriteContext<__W>| {
                        __gen_contents(cx, self, label(out)?)
                    }
                }
            }

            /// The enumeration after a field that has the discriminant.
            impl<$lifetime> $crate::minecraft::Dependent<$lifetime> for $of {
                type By = $by;
                const MIN_LEN: usize = {
                    let each = [$(0 $(+ <$type as $crate::minecraft::Wire<$lifetime>>::MIN_LEN)?),+];
                    let (mut least, mut at) = (each[0], 1);
                    while at < each.len() {
                        if each[at] < least {
                            least = each[at];
                        }
                        at += 1;
                    }
                    least
                };

                fn parser_by<__T: $crate::trace::Trace>(
                    cx: $crate::minecraft::wire::Cx<'_, __T>,
                    by: &$by,
                ) -> impl $crate::grammar::Grammar<$lifetime, Self> {
                    let label = $crate::minecraft::Discriminant::label(by);
                    let variant = __Variant::with(&label).or_else(__Variant::other);
                    let variant = variant.ok_or_else(|| label.unlisted());
                    $crate::grammar::typed(
                        cx, <Self as $crate::minecraft::Wire<$lifetime>>::NAME, __Contents(cx, variant),
                    )
                }

                fn serializer_by<__T: $crate::trace::Trace, __W: ::std::io::Write>(
                    &self,
                    cx: $crate::minecraft::wire::Cx<'_, __T>,
                    by: &$by,
                ) -> impl $crate::grammar::cookie_factory::SerializeFn<__W> {
                    let label = $crate::minecraft::Discriminant::label(by);
                    let variant = __Variant::with(&label).or_else(__Variant::other);
                    let agrees = variant.is_some_and(|variant| variant as usize == __Variant::of(self) as usize);
                    move |out: $crate::grammar::cookie_factory::WriteContext<__W>| {
                        if agrees {
                            __gen_contents(cx, self, out)
                        } else {
                            $crate::minecraft::wire::gen_disagreeing(cx)(out)
                        }
                    }
                }
            }
        };
    };
    // If no field depends on another, fields are read in the mode of the caller, so that a check builds no values.
    (@read [] $self:ident $i:ident $mode:ident $lifetime:lifetime $name:ident $([$field:ident: $type:ty])*) => {{
        let read = <$mode::Output as $crate::grammar::nom::Mode>::bind(|| ());
        $(
            let ($i, field) = $crate::grammar::nom::Parser::process::<$mode>(
                &mut $crate::grammar::part(
                    $self.0,
                    ::core::stringify!($field),
                    <$type as $crate::minecraft::Wire<$lifetime>>::parser($self.0),
                ),
                $i,
            )?;
            let read = <$mode::Output as $crate::grammar::nom::Mode>::combine(
                read, field, |read, field| (read, field),
            );
        )*
        let read = <$mode::Output as $crate::grammar::nom::Mode>::map(
            read, |$crate::packet!(@pattern () $($field)*)| $name { $($field),* },
        );
        ::core::result::Result::Ok(($i, read))
    }};
    // Otherwise the values are built, because the expressions after `where` use them.
    (@read [$($by:expr)+] $self:ident $i:ident $mode:ident $($rest:tt)*) => {{
        type __Emit<__Mode> = $crate::grammar::nom::OutputM<
            $crate::grammar::nom::Emit,
            <__Mode as $crate::grammar::nom::OutputMode>::Error,
            <__Mode as $crate::grammar::nom::OutputMode>::Incomplete,
        >;
        $crate::packet!(@each $self $i $mode [] $($rest)*)
    }};
    (
        @each $self:ident $i:ident $mode:ident [$($before:ident)*] $lifetime:lifetime $name:ident
        [$field:ident: $type:ty $(where $by:expr)?] $($rest:tt)*
    ) => {{
        let ($i, $field) = {
            $(#[allow(unused_variables)] let $before = &$before;)*
            $crate::grammar::nom::Parser::process::<__Emit<$mode>>(
                &mut $crate::grammar::part(
                    $self.0,
                    ::core::stringify!($field),
                    $crate::packet!(@parser $self $lifetime $type $(where $by)?),
                ),
                $i,
            )?
        };
        $crate::packet!(@each $self $i $mode [$($before)* $field] $lifetime $name $($rest)*)
    }};
    (@each $self:ident $i:ident $mode:ident [$($field:ident)*] $lifetime:lifetime $name:ident) => {
        ::core::result::Result::Ok((
            $i,
            <$mode::Output as $crate::grammar::nom::Mode>::bind(|| $name { $($field),* }),
        ))
    };
    (@parser $self:ident $lifetime:lifetime $type:ty) => {
        <$type as $crate::minecraft::Wire<$lifetime>>::parser($self.0)
    };
    (@parser $self:ident $lifetime:lifetime $type:ty where $by:expr) => {
        <$type as $crate::minecraft::Dependent<$lifetime>>::parser_by($self.0, &($by))
    };
    (@serializer $field:ident $cx:ident) => { $crate::minecraft::Wire::serializer($field, $cx) };
    (@serializer $field:ident $cx:ident where $by:expr) => {
        $crate::minecraft::Dependent::serializer_by($field, $cx, &($by))
    };
    (@min $lifetime:lifetime $type:ty) => { <$type as $crate::minecraft::Wire<$lifetime>>::MIN_LEN };
    (@min $lifetime:lifetime $type:ty where $by:expr) => {
        <$type as $crate::minecraft::Dependent<$lifetime>>::MIN_LEN
    };
    (@label _) => { ::core::option::Option::None };
    (@label $label:tt) => { ::core::option::Option::Some($crate::minecraft::Label::from($label)) };
    (@contents $self:ident $i:ident $mode:ident $lifetime:lifetime $name:ident::$variant:ident) => {
        ::core::result::Result::Ok((
            $i, <$mode::Output as $crate::grammar::nom::Mode>::bind(|| $name::$variant),
        ))
    };
    (@contents $self:ident $i:ident $mode:ident $lifetime:lifetime $name:ident::$variant:ident $type:ty) => {
        $crate::grammar::nom::Parser::process::<$mode>(
            &mut $crate::grammar::nom::Parser::map(
                <$type as $crate::minecraft::Wire<$lifetime>>::parser($self.0), $name::$variant,
            ),
            $i,
        )
    };
    (@first $first:tt $second:ty) => { $first };
    // The pattern for the fields a and b is `(((), a), b)`.
    (@pattern $read:tt) => { $read };
    (@pattern $read:tt $field:ident $($rest:ident)*) => { $crate::packet!(@pattern ($read, $field) $($rest)*) };
}
