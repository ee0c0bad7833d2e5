//! The macro `grammar!`, which hides the types of combinators from the compiler.

/// Defines a function that returns a [`Grammar`](crate::grammar::Grammar) made of combinators whose types are
/// not part of the returned type. The macro expands to a function that returns a small struct with the
/// arguments, and to an `impl Parser` for that struct, which creates the combinators and runs them in nom's
/// mode.
///
/// `impl Grammar` hides the combinators from readers, but not from the compiler. To find the output of
/// `Map<FlatMap<..>>`, the compiler proves the bounds of every inner level again for each level around it, so
/// that the time grows as a power of the depth. The struct names its output directly. It also ends the
/// recursion of types, because values contain values.
///
/// The arguments are `Copy`, and the first is the context. If the body is one `match`, the arms may be
/// grammars of different types. If the body begins with one `let`, the grammar may borrow the variable. A
/// function that returns `impl InPlace` is also a parser in place if its body, or each arm of its `match`, is one.
#[doc(hidden)]
#[macro_export]
macro_rules! grammar {
    (
        $(#[$attribute:meta])*
        $vis:vis fn $name:ident<'a $(, 'c)? $(, $generic:ident $(: $bound:path)?)*>(
            $cx:ident: Cx<$cx_lifetime:lifetime $(, $cx_type:ty)*> $(, $argument:ident: $type:ty)* $(,)?
        ) -> impl Grammar<'a, $output:ty> $body:tt
    ) => {
        $crate::grammar! { @rule ($(#[$attribute])* $vis fn $name) ($($generic $(: $bound)?),*) ($($generic),*)
            ($cx: Cx<'c $(, $cx_type)*> $(, $argument: $type)*) ($cx $(, $argument)*)
            (impl Grammar<'a, $output>) ($output) $body }
    };
    (
        $(#[$attribute:meta])*
        $vis:vis fn $name:ident<'a $(, 'c)? $(, $generic:ident $(: $bound:path)?)*>(
            $cx:ident: Cx<$cx_lifetime:lifetime $(, $cx_type:ty)*> $(, $argument:ident: $type:ty)* $(,)?
        ) -> impl InPlace<'a, Output = $output:ty> $body:tt
    ) => {
        $crate::grammar! { @rule ($(#[$attribute])* $vis fn $name) ($($generic $(: $bound)?),*) ($($generic),*)
            ($cx: Cx<'c $(, $cx_type)*> $(, $argument: $type)*) ($cx $(, $argument)*)
            (impl InPlace<'a, Output = $output>) ($output) $body

            impl<'a, 'c, $($generic $(: $bound)?),*> $crate::grammar::InPlace<'a> for Rule<'a, 'c, $($generic),*> {
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn put<OM: $crate::grammar::Places>(
                    &mut self,
                    i: &'a [u8],
                    place: &mut OM::Output<$output>,
                ) -> $crate::error::PResult<'a, ()> {
                    let Self { $cx, $($argument,)* .. } = *self;
                    $crate::grammar! { @put OM i place $body }
                }
            }
        }
    };
    (
        @rule ($($function:tt)*) ($($generics:tt)*) ($($generic:ident),*)
        ($($argument:ident: $type:ty),+) ($($value:ident),+) ($returned:ty) ($output:ty) $body:tt $($also:item)?
    ) => {
        $($function)*<'a, 'c, $($generics)*>($($argument: $type),+) -> $returned {
            struct Rule<'a, 'c, $($generics)*> {
                $($argument: $type,)+
                output: ::std::marker::PhantomData<fn(&'a (), &'c ()) -> $output>,
            }

            impl<'a, 'c, $($generics)*> ::nom::Parser<&'a [u8]> for Rule<'a, 'c, $($generic),*> {
                type Output = $output;
                type Error = $crate::error::Fault;

                #[cfg_attr(not(debug_assertions), inline(always))]
                fn process<OM: ::nom::OutputMode>(
                    &mut self,
                    i: &'a [u8],
                ) -> ::nom::PResult<OM, &'a [u8], $output, $crate::error::Fault> {
                    let Self { $($value,)+ .. } = *self;
                    $crate::grammar! { @body OM i $body }
                }
            }

            $($also)?

            Rule { $($value,)+ output: ::std::marker::PhantomData }
        }
    };
    (
        @put $mode:ident $input:ident $place:ident
        { match $on:ident { $($pattern:pat => $grammar:expr),+ $(,)? } }
    ) => {
        match $on {
            $($pattern => $crate::grammar::InPlace::put::<$mode>(&mut $grammar, $input, $place),)+
        }
    };
    (@put $mode:ident $input:ident $place:ident $grammar:block) => {
        $crate::grammar::InPlace::put::<$mode>(&mut $grammar, $input, $place)
    };
    (
        @body $mode:ident $input:ident
        { match $on:ident $(.$field:ident)* { $($pattern:pat $(if $guard:expr)? => $grammar:expr),+ $(,)? } }
    ) => {
        match $on $(.$field)* {
            $($pattern $(if $guard)? => ::nom::Parser::process::<$mode>(&mut $grammar, $input),)+
        }
    };
    (@body $mode:ident $input:ident { let $local:ident = $value:expr; $grammar:expr }) => {{
        let $local = $value;
        ::nom::Parser::process::<$mode>(&mut $grammar, $input)
    }};
    (@body $mode:ident $input:ident $grammar:block) => {
        ::nom::Parser::process::<$mode>(&mut $grammar, $input)
    };
}

/// Runs the serializer of the arm that the value matches. It mirrors a `grammar!` whose body is one `match`.
macro_rules! gen_match {
    ($x:ident { $($pattern:pat $(if $guard:expr)? => $serializer:expr),+ $(,)? }) => {{
        #[cfg_attr(not(debug_assertions), inline(always))]
        move |out| match $x {
            $($pattern $(if $guard)? => {
                // The result is not returned directly, for the reason given at `gen_apart`.
                let out = $serializer(out)?;
                Ok(out)
            })+
        }
    }};
}

pub(crate) use gen_match;
pub use grammar;
