//! The macro `packet!`, which defines a structure together with its layout.

/// Defines a structure together with its layout: a packet, or a part of one.
///
/// The type implements [`Wire`](crate::minecraft::Wire), so [`Protocol`](crate::minecraft::Protocol) can parse, check,
/// explain, verify and encode it. The layout is its fields, in order.
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
/// | `Option<X>` | Boolean, X if true |
/// | `[X; N]`, `(X, Y)`, a structure of this macro | the parts in order |
///
/// The structure has no lifetime, or one lifetime, which is that of the bytes. Errors and explanations use the names of
/// the structure and of its fields. For layouts of other forms, such as fields that depend on others, implement
/// [`Wire`](crate::minecraft::Wire) with your own parser and serializer; `examples/own_packet.rs` does.
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
/// assert_eq!(packet.item.0.as_ref().unwrap().count, 64);
/// assert_eq!(Protocol::V1_14.encode(&packet)?, bytes);
///
/// let error = Protocol::V1_14.parse::<SetSlot>(&bytes[..2]).unwrap_err();
/// assert_eq!(error.to_string(), "at byte 0x0001, reading SetSlot at $.slot: at least 2 bytes are needed, 1 remains");
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
    (
        @struct [$($head:tt)*] $lifetime:lifetime $name:ident [$of:ty]
        $($(#[$attribute:meta])* $vis:vis $field:ident: $type:ty),* $(,)?
    ) => {
        $($head)* {
            $($(#[$attribute])* $vis $field: $type,)*
        }

        // The names are chosen so that no type of a field has them.
        impl<$lifetime> $crate::minecraft::Wire<$lifetime> for $of {
            const NAME: &'static str = ::core::stringify!($name);
            const MIN_LEN: usize = 0 $(+ <$type as $crate::minecraft::Wire<$lifetime>>::MIN_LEN)*;

            fn parser<__T: $crate::trace::Trace>(
                cx: $crate::minecraft::wire::Cx<'_, __T>,
            ) -> impl $crate::grammar::Parse<$lifetime, Self> {
                $crate::grammar::typed(cx, Self::NAME, move |i: &$lifetime [u8]| {
                    $(let (i, $field) = $crate::grammar::part(
                        cx,
                        ::core::stringify!($field),
                        <$type as $crate::minecraft::Wire<$lifetime>>::parser(cx),
                    )(i)?;)*
                    ::core::result::Result::Ok((i, $name { $($field),* }))
                })
            }

            fn serializer<__T: $crate::trace::Trace, __W: ::std::io::Write>(
                &self,
                cx: $crate::minecraft::wire::Cx<'_, __T>,
            ) -> impl $crate::grammar::cookie_factory::SerializeFn<__W> {
                let _ = cx;
                move |out: $crate::grammar::cookie_factory::WriteContext<__W>| {
                    let $name { $($field),* } = self;
                    $(let out = $crate::grammar::gen_part(
                        cx,
                        $crate::trace::Part::Field(::core::stringify!($field)),
                        $crate::minecraft::Wire::serializer($field, cx),
                    )(out)?;)*
                    ::core::result::Result::Ok(out)
                }
            }
        }
    };
}
