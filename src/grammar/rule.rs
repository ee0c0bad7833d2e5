//! The macro `grammar!`, which keeps combinators out of a grammar's type.

/// Defines a function that returns a [`Grammar`](crate::grammar::Grammar) made of combinators, whose type does not contain
/// theirs.
///
/// `impl Grammar` hides the combinators from readers, but not from the compiler: to know the output of
/// `Map<FlatMap<..>>` it proves the bounds of every level inside, again for each level around it, and the time grows with a
/// power of the depth. Here the parser is a small struct with the function's arguments, which names its output and makes
/// the combinators when it runs. nom's mode is passed on: a check builds no output.
///
/// The arguments are `Copy`, the first is the context. A body that is one `match` over an argument chooses between grammars
/// of different types.
macro_rules! grammar {
    (
        $(#[$attribute:meta])*
        $vis:vis fn $name:ident<'a $(, 'c)? $(, $generic:ident $(: $bound:path)?)* $(,)?>(
            $cx:ident: Cx<$cx_lifetime:lifetime $(, $cx_type:ty)*> $(, $argument:ident: $type:ty)* $(,)?
        ) -> impl Grammar<'a, $output:ty> {
            match $on:ident { $($pattern:pat => $grammar:expr),+ $(,)? }
        }
    ) => {
        grammar! { @rule ($(#[$attribute])*) ($vis) $name ($($generic $(: $bound)?),*) ($($generic),*)
            ($cx: Cx<'c $(, $cx_type)*> $(, $argument: $type)*) ($cx $(, $argument)*) ($output)
            OM i { match $on { $($pattern => ::nom::Parser::process::<OM>(&mut $grammar, i),)+ } }
        }
    };
    (
        $(#[$attribute:meta])*
        $vis:vis fn $name:ident<'a $(, 'c)? $(, $generic:ident $(: $bound:path)?)* $(,)?>(
            $cx:ident: Cx<$cx_lifetime:lifetime $(, $cx_type:ty)*> $(, $argument:ident: $type:ty)* $(,)?
        ) -> impl Grammar<'a, $output:ty> $grammar:block
    ) => {
        grammar! { @rule ($(#[$attribute])*) ($vis) $name ($($generic $(: $bound)?),*) ($($generic),*)
            ($cx: Cx<'c $(, $cx_type)*> $(, $argument: $type)*) ($cx $(, $argument)*) ($output)
            OM i { ::nom::Parser::process::<OM>(&mut $grammar, i) }
        }
    };
    (
        @rule ($($attribute:tt)*) ($vis:vis) $name:ident ($($generics:tt)*) ($($generic:ident),*)
        ($($argument:ident: $type:ty),+) ($($value:ident),+) ($output:ty) $mode:ident $input:ident $process:block
    ) => {
        $($attribute)*
        $vis fn $name<'a, 'c, $($generics)*>($($argument: $type),+) -> impl Grammar<'a, $output> {
            struct Rule<'a, 'c, $($generics)*> {
                $($argument: $type,)+
                output: ::std::marker::PhantomData<fn(&'a (), &'c ()) -> $output>,
            }

            impl<'a, 'c, $($generics)*> ::nom::Parser<&'a [u8]> for Rule<'a, 'c, $($generic),*> {
                type Output = $output;
                type Error = $crate::error::Fault;

                #[cfg_attr(not(debug_assertions), inline(always))]
                fn process<$mode: ::nom::OutputMode>(
                    &mut self,
                    $input: &'a [u8],
                ) -> ::nom::PResult<$mode, &'a [u8], $output, $crate::error::Fault> {
                    let Self { $($value,)+ .. } = *self;
                    $process
                }
            }

            Rule { $($value,)+ output: ::std::marker::PhantomData }
        }
    };
}

pub(crate) use grammar;
